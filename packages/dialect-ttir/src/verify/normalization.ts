import {
  type DenseArrayAttr,
  type FloatAttr,
  haveSameElements,
  type IntegerAttr,
  type Tensor,
} from '@shardform/ir-core';
import { isOutside, type Problems } from './problems.ts';

/** The operands that normalisations have in common. */
export interface Normalization {
  readonly input: Tensor;
  readonly result: Tensor;
  readonly weight: Tensor | null;
  readonly bias: Tensor | null;
}

/** The channels of a batch normalisation are a dimension of the operand. */
export function* batchNormProblems(op: {
  readonly operand: Tensor;
  readonly dimension: IntegerAttr;
}): Problems {
  const { rank } = op.operand.type;
  if (rank < 2 || rank > 5) yield `input tensor must have rank between 2 and 5, got rank ${rank}`;
  const dim = op.dimension.number;
  if (dim < 0 || dim >= rank)
    yield `dimension attribute must be within input rank bounds, got dimension ${dim} for rank ${rank}`;
}

/** The last dimensions are normalised; scale and offset have their shape. */
export function* trailingNormProblems(
  op: Normalization & { readonly normalizedShape: DenseArrayAttr },
): Problems {
  const { shape } = op.input.type;
  if (!haveSameElements(shape, op.result.type.shape)) yield 'input and output must have the same shape';
  const normalized = op.normalizedShape.numbers();
  if (normalized.length === 0) yield 'normalized_shape cannot be empty';
  if (normalized.length > shape.length) yield 'normalized_shape has more dimensions than input tensor';
  if (!haveSameElements(shape.slice(-normalized.length), normalized))
    yield 'normalized_shape dimensions must match trailing dimensions of input tensor';
  for (const [name, value] of [
    ['weight', op.weight],
    ['bias', op.bias],
  ] as const) {
    if (value !== null && !haveSameElements(value.type.shape, normalized))
      yield `${name} tensor shape must match normalized_shape`;
  }
}

/** Groups of equally many channels. */
export function* groupNormProblems(
  op: Normalization & { readonly numGroups: IntegerAttr; readonly channelDim: IntegerAttr | null },
): Problems {
  const { shape, rank } = op.input.type;
  if (!haveSameElements(shape, op.result.type.shape)) yield 'input and output must have the same shape';
  if (rank < 4) yield `input must be at least a 4D tensor, got rank ${rank}`;
  const groups = op.numGroups.number;
  if (groups <= 0) yield `num_groups must be positive, got ${groups}`;
  const dim = op.channelDim?.number ?? 3;
  if (dim < 0 || dim >= rank) yield `channel_dim must be in range [0, rank), got ${dim} for rank ${rank}`;
  const channels = shape[dim]!;
  if (channels % groups !== 0)
    yield `channel dimension (dim ${dim}) must be divisible by num_groups; got C=${channels}, num_groups=${groups}`;
  for (const [name, value] of [
    ['weight', op.weight],
    ['bias', op.bias],
  ] as const) {
    if (value !== null && !haveSameElements(value.type.shape, [channels]))
      yield `${name} must be 1D with size matching channel dimension C=${channels}`;
  }
}

/** The operands that normalisations over devices have in common. */
export interface DistributedNormalization {
  readonly input: Tensor;
  readonly result: Tensor;
  readonly residual: Tensor | null;
  readonly clusterAxis: IntegerAttr;
  readonly epsilon: FloatAttr | null;
}

/** Shapes, axis and epsilon of a normalisation over devices. */
export function* distributedNormProblems(op: DistributedNormalization): Problems {
  const { shape } = op.input.type;
  if (!haveSameElements(shape, op.result.type.shape)) yield 'output shape must match input shape';
  if (op.clusterAxis.number > 1) yield 'cluster_axis must be 0 or 1';
  if (op.epsilon !== null && op.epsilon.value <= 0) yield 'epsilon must be positive';
  if (op.residual !== null && !haveSameElements(op.residual.type.shape, shape))
    yield 'residual tensor shape must match input tensor shape';
}

/** Scale and offset of a normalisation over devices are as long as the operand's last dimension. */
export function* lastDimensionProblems(
  input: Tensor,
  parameters: Readonly<Record<string, Tensor | null>>,
): Problems {
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value.type.shape.at(-1) !== input.type.shape.at(-1))
      yield `${name} tensor's last dimension must match input's last dimension`;
  }
}

/** Exponentials along a dimension of the operand. */
export function* softmaxProblems(op: {
  readonly input: Tensor;
  readonly result: Tensor;
  readonly dimension: IntegerAttr;
}): Problems {
  if (!haveSameElements(op.input.type.shape, op.result.type.shape))
    yield 'Input and output shapes must be the same';
  if (isOutside(op.dimension.number, op.input.type.rank))
    yield 'Dimension attribute must be within the bounds of the input tensor';
}

/** Normalisation by the root mean square over devices. */
export function* distributedRmsNormProblems(
  op: DistributedNormalization & { readonly weight: Tensor | null },
): Problems {
  yield* distributedNormProblems(op);
  yield* lastDimensionProblems(op.input, { weight: op.weight });
}

/** Layer normalisation over devices. */
export function* distributedLayerNormProblems(
  op: DistributedNormalization & { readonly weight: Tensor | null; readonly bias: Tensor | null },
): Problems {
  yield* distributedNormProblems(op);
  yield* lastDimensionProblems(op.input, { weight: op.weight, bias: op.bias });
}
