/** Seconds of a device by activity. */
export interface TimeParts {
  /** Matrix products outside of attention. */
  readonly products: number;
  /** Fused attention. */
  readonly attention: number;
  /** Kernels that memory bounds: norms, activations, sums, copies. */
  readonly memory: number;
  /** Communication that computation does not hide, and the slowdown of computation by communication at the same time. */
  readonly communication: number;
  /** Waiting for the host to launch kernels. */
  readonly host: number;
  /** The update of weights. */
  readonly optimizer: number;
  /** Waiting for other stages of the pipeline. */
  readonly pipeline: number;
}

/** Names of the parts. */
export const partNames = [
  ...(['products', 'attention', 'memory', 'communication', 'host', 'optimizer', 'pipeline'] as const),
] as const satisfies readonly (keyof TimeParts)[];

/** No time at all. */
export const noTime: TimeParts = {
  ...{ products: 0, attention: 0, memory: 0, communication: 0 },
  ...{ host: 0, optimizer: 0, pipeline: 0 },
};

/** Adds parts, those of the second so many times. */
export function addParts(sum: TimeParts, parts: TimeParts, times = 1): TimeParts {
  const entries = partNames.map((name) => [name, sum[name] + times * parts[name]] as const);
  // Each part is there.
  return Object.fromEntries(entries) as unknown as TimeParts;
}

/** Returns the sum of parts. */
export function secondsOf(parts: TimeParts): number {
  return partNames.reduce((sum, name) => sum + parts[name], 0);
}
