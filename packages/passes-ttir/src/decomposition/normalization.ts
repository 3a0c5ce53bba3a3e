import {
  byOp,
  cloneOp,
  i32,
  IntegerAttr,
  type Tensor,
  type Value,
  lastOf,
  lookUp,
  zip,
} from '@shardform/ir-core';
import {
  BatchNormInferenceOp,
  BatchNormTrainingOp,
  type TensorBuilder,
  tensorOf,
} from '@shardform/dialect-ttir';
import { type Decomposition, type Maker } from './decomposition.ts';

/** Columns of a tile. */
const TILE_WIDTH = 32;

/** Returns true if a tensor has one number per channel: `[C]` or `[1, C, 1, 1]`. */
function isPerChannel({ type: { shape, rank } }: Tensor): boolean {
  return rank === 1 || (rank === 4 && shape[0] === 1 && shape[2] === 1 && shape[3] === 1);
}

/** The shape with four dimensions, where that can be reached by joining or splitting the last ones. */
function fourDimensions(shape: readonly number[]): readonly number[] {
  if (shape.length === 5) return [...shape.slice(0, 3), shape[3]! * shape[4]!];
  if (shape.length >= 4) return shape;
  const last = lastOf(shape);
  // Full tiles waste no memory.
  if (shape.length === 3 && last % TILE_WIDTH === 0) {
    return [...shape.slice(0, -1), last / TILE_WIDTH, TILE_WIDTH];
  }
  return [...shape, ...new Array<number>(4 - shape.length).fill(1)];
}

function reshaped(input: Tensor, shape: readonly number[], tensors: TensorBuilder): Tensor {
  return input.type.shape.join() === shape.join() ? input : tensors.reshape(input, shape);
}

/** Normalization with batch first, channels second and four dimensions; statistics as `[1, C, 1, 1]`. */
function inFourDimensions(
  op: BatchNormInferenceOp | BatchNormTrainingOp,
  { insert, tensors }: Maker,
): readonly Value[] | null {
  const [, ...parameters] = op.operandValues().map(tensorOf);
  if (parameters.every(({ type }) => type.rank === 4) || !parameters.every(isPerChannel)) return null;
  const { type } = op.operand;
  const channels = op.dimension.number;
  const order = type.shape.map((_, d) => (d === 1 ? channels : d === channels ? 1 : d));
  const isOrdered = channels === 1;
  const ordered = isOrdered ? op.operand : tensors.permute(op.operand, order);
  const input = reshaped(ordered, fourDimensions(ordered.type.shape), tensors);
  const [scale, offset, ...means] = parameters;
  // The statistics of an inference come first, those of a training last.
  const isInference = op instanceof BatchNormInferenceOp;
  const made = new Map(
    (isInference ? [...means, scale!, offset!] : parameters).map((parameter) => [
      parameter,
      parameter.type.rank === 4
        ? parameter
        : tensors.reshape(parameter, [1, parameter.type.dimSize(0), 1, 1]),
    ]),
  );
  const perChannel = parameters.map((parameter) => lookUp(made, parameter));
  const copy = cloneOp(op);
  copy.setOperands([input, ...perChannel]);
  copy.dimension = IntegerAttr.get(1, i32);
  const [result, ...statistics] = op.results.map((value) => tensorOf(value));
  copy.setResultTypes([
    result!.type.withShape(input.type.shape),
    ...statistics.map((value, i) => value.type.withShape(perChannel[2 + i]!.type.shape)),
  ]);
  const [normalized, ...madeStatistics] = insert(copy).results.map((value) => tensorOf(value));
  const unflat = reshaped(normalized!, ordered.type.shape, tensors);
  return [
    isOrdered ? unflat : tensors.permute(unflat, order),
    ...zip(madeStatistics, statistics).map(([value, statistic]) =>
      reshaped(value, statistic.type.shape, tensors),
    ),
  ];
}

/** Batch normalizations of other shapes than the library takes. */
export const normalizations: readonly Decomposition[] = [
  byOp(BatchNormInferenceOp, inFourDimensions),
  byOp(BatchNormTrainingOp, inFourDimensions),
];
