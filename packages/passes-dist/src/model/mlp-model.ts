import type { ModelInput, ModelOp, ModelResult, SequentialModel } from './sequential-model.ts';

/** A multi-layer perceptron of square weights, trained on squared errors. */
export interface MlpSizes {
  readonly layers: number;
  readonly width: number;
  readonly batch: number;
  /** 2 or 4. */
  readonly elementBytes: number;
}

/** DistIR's sizes of its MLP. */
export const mlpSizes: Readonly<Record<string, { readonly layers: number; readonly width: number }>> = {
  'mlp-xs': { layers: 8, width: 512 },
  'mlp-small': { layers: 16, width: 8192 },
  'mlp-medium': { layers: 64, width: 16384 },
  'mlp-large': { layers: 96, width: 32768 },
};

const inner: ModelResult = { fold: null, isPartial: false, gradientOf: null };
const first = ([shape]: readonly (readonly number[])[]): (readonly number[])[] => [shape!];

/**
 * Returns a training step without the update: forward `MatMul` and `Relu` per layer, loss, and their gradients, as
 * DistIR's `examples/mlp.py` has it. Inputs are `x`, `z`, `n` and the weights. Layers are dealt to the devices of the
 * pipeline in order, or, with several chunks, in order and then from the first device again; weights are divided
 * alternately by columns and by rows.
 *
 * @throws RangeError when the stages can't be equal.
 */
export function mlpModel(sizes: MlpSizes, pipelineDevices = 1, chunks = 1): SequentialModel {
  const { layers, width, batch, elementBytes } = sizes;
  const parts = pipelineDevices * chunks;
  if (layers % parts !== 0) {
    throw new RangeError(`can't deal ${layers} layers to ${parts} pipeline stages equally`);
  }
  const data = { shape: [batch, width], elementBytes, isBatch: true, shardAxis: null };
  const inputs: ModelInput[] = [
    { name: 'x', ...data },
    { name: 'z', ...data },
    { name: 'n', shape: [], elementBytes: 4, isBatch: false, shardAxis: null },
  ];
  for (let layer = 0; layer < layers; layer += 1) {
    const shape = [width, width];
    inputs.push({
      name: `w${layer}`,
      shape,
      elementBytes,
      isBatch: false,
      shardAxis: layer % 2 === 0 ? 1 : 0,
    });
  }
  const perPart = layers / parts;
  const partOf = (layer: number): number => Math.floor(layer / perPart);
  const ops: ModelOp[] = [];
  let values = inputs.length;
  const add = (op: ModelOp): number => {
    ops.push(op);
    values += op.results.length;
    return values - op.results.length;
  };
  const activations = [0];
  const products: number[] = [];
  for (let layer = 0; layer < layers; layer += 1) {
    const stage = 2 * partOf(layer);
    const product = add({
      kind: 'MatMul',
      operands: [activations[layer]!, 3 + layer],
      // After a weight split by rows, shards have partial sums.
      results: [{ ...inner, isPartial: layer % 2 === 1 }],
      stage,
      infer: ([a, b]) => [[a![0]!, b![1]!]],
    });
    products.push(product);
    activations.push(add({ kind: 'Relu', operands: [product], results: [inner], stage, infer: first }));
  }
  const last = activations[layers]!;
  const stage = 2 * (parts - 1);
  add({ kind: 'Loss', operands: [last, 1, 2], results: [{ ...inner, fold: 'concat' }], stage, infer: first });
  let gradient = add({ kind: 'LossGrad', operands: [last, 1, 2], results: [inner], stage, infer: first });
  for (let layer = layers - 1; layer >= 0; layer -= 1) {
    const own = 2 * partOf(layer) + 1;
    const operands = [products[layer]!, gradient];
    const before = add({ kind: 'ReluGrad', operands, results: [inner], stage: own, infer: first });
    gradient = add({
      kind: 'MatMulGrad',
      operands: [activations[layer]!, 3 + layer, before],
      results: [
        { fold: layer === 0 ? 'concat' : null, isPartial: layer % 2 === 0, gradientOf: null },
        { fold: 'sum', isPartial: false, gradientOf: 3 + layer },
      ],
      stage: own,
      infer: ([x, w]) => [x!, w!],
    });
  }
  const stages = Array.from({ length: parts }, (_, part) => {
    const place = { device: part % pipelineDevices, chunk: Math.floor(part / pipelineDevices) };
    return [
      { name: `fwd_stage${part}`, ...place, isBackward: false },
      { name: `bwd_stage${part}`, ...place, isBackward: true },
    ];
  }).flat();
  return { name: 'mlp', inputs, ops, stages, elementBytes };
}
