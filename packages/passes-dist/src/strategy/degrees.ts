/** The degrees of a model's distribution: replicas, shards of layers, pipeline stages, and microbatches. */
export interface Degrees {
  /** Data parallelism: replicas that divide the batch. */
  readonly data: number;
  /** Horizontal parallelism: shards that divide the weights. */
  readonly horizontal: number;
  /** Pipeline parallelism: devices that divide the layers. */
  readonly pipeline: number;
  /** Slices of a replica's batch. */
  readonly microbatches: number;
}

/** `2/4/2/8`: replicas, shards, stages, microbatches. */
export function degreesText({ data, horizontal, pipeline, microbatches }: Degrees): string {
  return `${data}/${horizontal}/${pipeline}/${microbatches}`;
}

/** Returns the ways to write a number of devices as a product of three powers of two, data outermost. */
export function degreeTriples(
  devices: number,
): (readonly [data: number, horizontal: number, pipeline: number])[] {
  const triples: [number, number, number][] = [];
  for (let data = 1; data <= devices; data *= 2) {
    for (let horizontal = 1; data * horizontal <= devices; horizontal *= 2) {
      const pipeline = devices / (data * horizontal);
      if (Number.isInteger(Math.log2(pipeline))) triples.push([data, horizontal, pipeline]);
    }
  }
  return triples;
}

/**
 * DistIR's grid for a number of devices and a batch: all triples, and for pipelines the microbatches 2, 4, …, 128
 * that the batch of a replica has.
 */
export function degreeGrid(devices: number, batch: number): Degrees[] {
  return degreeTriples(devices).flatMap(([data, horizontal, pipeline]) => {
    const perReplica = Math.floor(batch / data);
    const counts = pipeline === 1 ? [1] : [2, 4, 8, 16, 32, 64, 128];
    return counts
      .filter((microbatches) => Math.floor(perReplica / microbatches) > 0)
      .map((microbatches) => ({ data, horizontal, pipeline, microbatches }));
  });
}
