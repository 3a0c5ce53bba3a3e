import { type FloatAttr, haveSameElements, type IntegerAttr, type Tensor } from '@shardform/ir-core';
import { checks } from '@shardform/dialect-ttir';

type Problems = checks.Problems;
/** Tensors of a batch normalisation have four dimensions. */
export function* batchNormProblems(op: {
  readonly input: Tensor;
  readonly runningMean: Tensor | null;
  readonly runningVar: Tensor | null;
  readonly weight: Tensor | null;
  readonly bias: Tensor | null;
}): Problems {
  for (const [name, value] of [
    ['Input', op.input],
    ['Running mean', op.runningMean],
    ['Running variance', op.runningVar],
    ['Weight', op.weight],
    ['Bias', op.bias],
  ] as const) {
    if (value !== null && value.type.rank !== 4) yield `${name} tensor must have rank 4`;
  }
}

type Parameters = Readonly<Record<string, Tensor | null>>;

/** Scale and offset are vectors as long as the operand's last dimension. */
function* vectorProblems(input: Tensor, parameters: Parameters): Problems {
  const { shape, rank } = input.type;
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) continue;
    if (rank === 0) {
      if (value.type.rank !== 0) yield `${name} tensor must be 0D for 0D input tensor`;
    } else if (!haveSameElements(value.type.shape, shape.slice(-1)))
      yield `${name} tensor must be 1D with size matching the last dimension of input`;
  }
}

/** Normalisation of the last dimension. */
export function* lastDimensionNormProblems({ input, result, weight, bias }: checks.Normalization): Problems {
  if (!haveSameElements(input.type.shape, result.type.shape))
    yield 'input and output must have the same shape';
  yield* vectorProblems(input, { weight, bias });
}

/** Normalisation by the root mean square with an activation. */
export function* fusedNormProblems(
  op: checks.Normalization & { readonly residualInput: Tensor | null },
): Problems {
  const { shape } = op.input.type;
  if (!haveSameElements(shape, op.result.type.shape)) yield 'input and output must have the same shape';
  if (op.residualInput !== null && !haveSameElements(op.residualInput.type.shape, shape))
    yield 'residual_input tensor must have the same shape as input';
  yield* vectorProblems(op.input, { weight: op.weight, bias: op.bias });
}

/** Normalisation by the root mean square over devices: the scale may have any shape of as many elements. */
export function* distributedRmsNormProblems(
  op: checks.DistributedNormalization & { readonly weight: Tensor | null },
): Problems {
  yield* checks.distributedNormProblems(op);
  if (op.weight !== null && op.weight.type.elementCount !== op.input.type.shape.at(-1))
    yield "weight tensor total elements must match input's last dimension";
}

/** Layer normalisation over devices. */
export function* distributedLayerNormProblems(
  op: checks.DistributedNormalization & {
    readonly weight: Tensor | null;
    readonly bias: Tensor | null;
    readonly epsilon: FloatAttr | null;
  },
): Problems {
  yield* checks.distributedNormProblems(op);
  yield* vectorProblems(op.input, { weight: op.weight, bias: op.bias });
}

function* leadingDimensionProblems(input: Tensor, result: Tensor): Problems {
  const [from, to] = [input.type.shape, result.type.shape];
  for (const [i, size] of from.slice(0, -1).entries()) {
    if (to[i] !== size) yield `output dimension ${i} (${to[i]!}) must match input dimension (${size})`;
  }
}

interface Statistics {
  readonly input: Tensor;
  readonly result: Tensor;
}

/** Statistics for a normalisation by the root mean square over devices. */
export function* rmsStatisticsProblems(op: Statistics & { readonly residual: Tensor | null }): Problems {
  const [from, to] = [op.input.type, op.result.type];
  if (from.rank < 2) yield 'input tensor must have rank greater than 1';
  if (from.rank !== to.rank) yield 'input rank must match the output rank';
  yield* leadingDimensionProblems(op.input, op.result);
  if (op.residual !== null && !haveSameElements(op.residual.type.shape, from.shape))
    yield 'residual tensor shape must match the input tensor shape';
}

/** Columns of two tiles: sums and sums of squares. */
const STATISTICS_COLUMNS = 64;

/** Statistics for a layer normalisation over devices. */
export function* layerStatisticsProblems(
  op: Statistics & { readonly residualInput: Tensor | null },
): Problems {
  const [from, to] = [op.input.type, op.result.type];
  if (from.rank < 2) yield 'input tensor must have rank >= 2';
  if (op.residualInput !== null && !haveSameElements(op.residualInput.type.shape, from.shape))
    yield 'residual_input shape must match input shape';
  if (from.rank !== to.rank) yield 'input and output must have the same rank';
  yield* leadingDimensionProblems(op.input, op.result);
  const last = to.dimSize(-1);
  if (last !== STATISTICS_COLUMNS)
    yield `output last dimension must be ${STATISTICS_COLUMNS} (2 * TILE_WIDTH) for layernorm partial statistics, got ${last}`;
}

/** Layer normalisation from the statistics of all devices. */
export function* layerFromStatisticsProblems(
  op: checks.Normalization & { readonly stats: Tensor },
): Problems {
  if (op.input.type.rank < 2) yield 'input must have rank >= 2';
  if (op.stats.type.rank < 2) yield 'stats must have rank >= 2';
  yield* lastDimensionNormProblems(op);
}

const TILE = 32;

/** Groups of equally many channels of an operand `[N, 1, H * W, C]`. */
export function* groupNormProblems(
  op: checks.Normalization & { readonly inputMask: Tensor | null; readonly numGroups: IntegerAttr },
): Problems {
  const { shape, rank } = op.input.type;
  if (!haveSameElements(shape, op.result.type.shape)) yield 'input and output must have the same shape';
  if (rank !== 4) yield `input must be a 4D tensor [N, 1, H*W, C], got rank ${rank}`;
  if (shape[1] !== 1) yield `input second dimension must be 1 for shape [N, 1, H*W, C], got ${shape[1]!}`;
  const groups = op.numGroups.number;
  if (groups <= 0) yield `num_groups must be positive, got ${groups}`;
  const channels = shape[3]!;
  if (channels % groups !== 0)
    yield `channel dimension (last dim) must be divisible by num_groups; got C=${channels}, num_groups=${groups}`;
  if (op.inputMask !== null && channels % TILE !== 0)
    yield `input_mask is not supported when channel dimension is not tile-aligned (multiple of 32); got C=${channels}`;
  for (const [name, value] of [
    ['weight', op.weight],
    ['bias', op.bias],
  ] as const) {
    if (value === null) continue;
    const { type } = value;
    const rule = `${name} must be either 1D [C] or 4D [1,1,C/32,32]`;
    if (type.rank === 1) {
      if (type.shape[0] !== channels)
        yield `${name} must be 1D with size matching channel dimension C=${channels}`;
    } else if (type.rank !== 4) yield `${rule}, got rank ${type.rank}`;
    else if (!haveSameElements(type.shape, [1, 1, channels / TILE, TILE])) yield rule;
  }
}
