import {
  type DenseArrayAttr,
  FloatAttr,
  haveSameElements,
  type IntegerAttr,
  IntegerType,
  type StringAttr,
  type Tensor,
} from '@shardform/ir-core';
import { checks, i32Numbers, type NumberAttr, shapeText } from '@shardform/dialect-ttir';

type Problems = checks.Problems;
interface Move {
  readonly input: Tensor;
  readonly result: Tensor;
}

/** Concatenation of tensors. */
export function* concatProblems(op: {
  readonly inputs: readonly Tensor[];
  readonly result: Tensor;
  readonly dim: IntegerAttr;
}): Problems {
  const shapes = op.inputs.map(({ type }) => type.shape);
  const [first] = shapes;
  if (first === undefined) return yield 'At least one input tensor is required.';
  const dim = checks.fromFront(op.dim.number, first.length);
  if (dim < 0 || dim >= first.length) yield `Invalid dimension ${op.dim.number} for concatenation.`;
  for (const [i, shape] of shapes.entries()) {
    if (shape.length !== first.length)
      yield `All input tensors must have the same rank (operand 0 rank ${first.length}, operand ${i} rank ${shape.length}).`;
    const other = shape.findIndex((size, d) => d !== dim && size !== first[d]);
    if (other >= 0)
      yield `All input tensors must have the same dimensions, except for dimension ${dim} (operand 0 shape ${checks.spaced(first)}, operand ${i} shape ${checks.spaced(shape)} differ at dim ${other}: ${first[other]!} vs ${shape[other]!}).`;
  }
  const total = shapes.reduce((sum, shape) => sum + shape[dim]!, 0);
  const size = op.result.type.shape[dim];
  if (size !== total)
    yield `Output tensor dimension ${dim} must be equal to the sum of input tensor dimensions at the same axis (${total}), but got ${size ?? 0}.`;
}

/** A number around a tensor. */
export function* padProblems(op: Move & { readonly padding: DenseArrayAttr }): Problems {
  const padding = op.padding.numbers();
  if (padding.length === 2 * op.input.type.rank && padding.some((size) => size < 0))
    yield 'Padding cannot contain negative values';
  yield* checks.padProblems(op);
}

/** The exponent is not negative. */
export function* powScalarProblems({ rhs }: { readonly rhs: NumberAttr }): Problems {
  if (rhs instanceof FloatAttr) {
    if (rhs.value < 0) yield `exponent must be non-negative; but got ${checks.scientific(rhs.value)}`;
  } else if (rhs.number < 0) yield `exponent must be non-negative; but got ${rhs.number}`;
}

/** The gradient of the Gaussian error linear unit. */
export function* geluBackwardProblems(op: {
  readonly lhs: Tensor;
  readonly rhs: Tensor;
  readonly result: Tensor;
  readonly approximate: StringAttr | null;
}): Problems {
  yield* checks.geluBackwardProblems(op);
  const [operand, result] = [op.lhs.type.rank, op.result.type.rank];
  if (result < 2 || result > 4) yield `result tensor must have rank 2, 3, or 4, but got rank ${result}`;
  if (operand !== result)
    yield `input tensors and result tensor must have the same rank, but got input rank ${operand} and result rank ${result}`;
}

/** The result has the shape of what the reduction leaves. */
export function* reductionProblems(op: checks.Reduction): Problems {
  const { shape } = op.input.type;
  const dims = op.dimArg === null ? shape.map((_, i) => i) : i32Numbers(op.dimArg);
  const expected = checks.reducedShape(shape, dims, checks.isOn(op.keepDim));
  const actual = op.result.type.shape;
  if (!haveSameElements(expected, actual))
    yield `Expected output shape ${shapeText(expected)}, got ${shapeText(actual)}`;
}

/** Products are of at most four dimensions. */
export function* prodProblems({ input }: { readonly input: Tensor }): Problems {
  if (input.type.rank > 4) yield 'Input tensor rank is greater than 4 for reduce(product).';
}

/** Checks the index of the greatest element along one dimension, or of all. */
export function* argMaxProblems(
  op: Move & { readonly dim: IntegerAttr | null; readonly keepDim: IntegerAttr | null },
): Problems {
  const { shape, rank } = op.input.type;
  const dim = op.dim?.number ?? null;
  if (dim !== null && checks.isOutside(dim, rank))
    yield `dim attribute value ${dim} is out of range for input tensor of rank ${rank}, expected value in range [${-rank}, ${rank - 1}]`;
  const dims = dim === null ? shape.map((_, i) => i) : [dim];
  const expected = checks.reducedShape(shape, dims, checks.isOn(op.keepDim));
  const actual = op.result.type.shape;
  if (!haveSameElements(expected, actual))
    yield `expected output shape ${shapeText(expected)}, got ${shapeText(actual)}`;
}

/** A matrix product with a bias; where the bias is a whole tile high, the result may keep the product's shape. */
export function* linearProblems(op: checks.MatrixProduct & { readonly bias: Tensor | null }): Problems {
  const shape = yield* checks.productShape(op);
  const product = shape.length === 0 ? [1] : shape;
  const broadcast = yield* checks.biasedShape(product, op.bias);
  const actual = op.result.type.shape;
  const rows = op.bias?.type.shape.at(-2) ?? 0;
  const isTileHigh = rows > 0 && rows <= TILE_ROWS;
  if (haveSameElements(actual, broadcast) || (isTileHigh && haveSameElements(actual, product))) return;
  const other = isTileHigh ? ` or the matmul output shape(${checks.commas(product)})` : '';
  yield `Output shape(${checks.commas(actual)}) must match the broadcasted shape(${checks.commas(broadcast)})${other}`;
}

/** Rows of a tile. */
const TILE_ROWS = 32;

/** Checks a sort: the indices are integers. */
export function* sortProblems(op: {
  readonly input: Tensor;
  readonly dim: IntegerAttr | null;
  readonly values: Tensor;
  readonly indices: Tensor;
}): Problems {
  yield* checks.sortDimensionProblems(op);
  const { elementType } = op.indices.type;
  if (!checks.isInteger(elementType))
    yield `Expected integer data type for indices but got ${checks.quoted(elementType)}`;
  yield* checks.sortedProblems(op);
}

/** Elements are taken along one dimension by indices that the hardware knows. */
export function* gatherProblems(op: Move & { readonly index: Tensor; readonly dim: IntegerAttr }): Problems {
  const { elementType, shape } = op.index.type;
  const isKnown =
    elementType instanceof IntegerType &&
    (elementType.width === 32 || (elementType.width === 16 && elementType.isUnsigned));
  if (!isKnown)
    yield `Index tensor element type must be one of ui16, ui32, si32 or i32, got ${checks.quoted(elementType)}`;
  yield* checks.gatherShapeProblems(op);
  if (!haveSameElements(shape, op.result.type.shape))
    yield 'Index tensor and result tensor must have the same shape.';
}

/** Columns of a tile. */
const TILE_COLUMNS = 32;

/** The gradient of a table of rows: indices `(B, 1, 1, N)`, gradient `(1, 1, B * N, C)`. */
export function* embeddingBackwardProblems(
  op: Move & { readonly weight: Tensor; readonly inGradient: Tensor },
): Problems {
  const [input, weight, gradient, result] = [
    op.input.type,
    op.weight.type,
    op.inGradient.type,
    op.result.type,
  ];
  const length = input.shape.at(-1) ?? 0;
  if (length % TILE_COLUMNS !== 0) yield "Input's last dim must be divisible by TILE_WIDTH";
  if (input.rank !== 4) yield 'Input index tensor must be a 4D tensor';
  if (input.shape[1] !== 1 || input.shape[2] !== 1)
    yield 'Input index tensor dims 1 and 2 must be 1, got shape (B, ?, ?, N) where ? must be 1';
  if (weight.rank !== 2) yield 'Input must be a 2D tensor';
  if (gradient.rank !== 4) yield 'Input gradient must be a 4D tensor';
  if (gradient.shape[0] !== 1 || gradient.shape[1] !== 1)
    yield 'Input gradient must be in the form (1, 1, R, C)';
  if (gradient.shape[2] !== input.dimSize(0) * length)
    yield 'Input gradient dim 2 must equal index_shape[0] * index_shape[-1]';
  if (gradient.shape[3] !== weight.shape[1])
    yield 'Input gradient second dimension must match the second dimension of the weight tensor';
  if (gradient.elementType !== result.elementType) yield 'Input gradient and output must have the same dtype';
  const expected = [1, 1, ...weight.shape];
  if (!haveSameElements(expected, result.shape))
    yield `expected output shape of (${checks.spaced(expected)}) but got (${checks.spaced(result.shape)})`;
}

/** Random choice for up to 32 rows, as a matrix or with leading dimensions of size one. */
export function* samplingProblems(op: checks.Sampling): Problems {
  const [values, indices, result] = [op.inputValues.type, op.inputIndices.type, op.result.type];
  const { rank, shape } = values;
  if (rank !== 2 && rank !== 4)
    yield 'input_values must be 2D [batch, candidates] or 4D [1, 1, batch, candidates]';
  if (indices.rank !== rank) yield 'input_indices rank must match input_values rank';
  if (!haveSameElements(shape, indices.shape))
    yield 'input_values and input_indices must have the same shape';
  if (rank === 4 && (shape[0] !== 1 || shape[1] !== 1))
    yield 'rank-4 input_values leading dims must be [1, 1, batch, candidates]';
  const batch = shape.at(-2)!;
  if (batch < 1 || batch > 32) yield `batch (${batch}) must be in [1, 32] (kernel limit)`;
  const expected = rank === 2 ? 1 : 4;
  if (result.rank !== expected)
    yield `result rank (${result.rank}) must match expected rank (${expected}) for input_values rank ${rank}`;
  yield* checks.samplingParameterProblems(op, batch);
  if (result.shape.slice(0, -1).some((size) => size !== 1) || result.shape.at(-1) !== batch)
    yield `result must be ${expected}D [${expected === 1 ? 'batch' : '1, 1, 1, batch'}]`;
}

/** The choice of experts as the hardware does it. */
export function* routerProblems(op: checks.Router): Problems {
  yield* checks.routerOperandProblems(op);
  const [batch] = op.input.type.shape;
  if (batch !== 32) yield `B must be 32, but got: ${batch!}`;
  if (op.numExperts.number !== 128) yield `num_experts must be 128, but got: ${op.numExperts.number}`;
  yield* checks.routerResultProblems(op);
}

/** Scores by which attention selects keys. */
export function* indexerProblems(op: {
  readonly query: Tensor;
  readonly key: Tensor;
  readonly weights: Tensor;
  readonly result: Tensor;
}): Problems {
  for (const [name, { type }, dims] of [
    ['Query', op.query, '[B, Hi, Sq, D]'],
    ['Key', op.key, '[B, 1, T, D]'],
    ['Weights', op.weights, '[B, Hi, Sq, 1]'],
    ['Result', op.result, '[B, 1, Sq, T]'],
  ] as const) {
    if (type.rank !== 4) yield `${name} must be a 4D tensor ${dims}`;
  }
  const [batch, heads, length, size] = op.query.type.shape;
  const key = op.key.type.shape;
  if (batch !== 1) yield `Query batch size (dim 0) must be 1, got ${batch!}`;
  if (key[0] !== batch) yield 'Key batch size must match query batch size';
  if (key[1] !== 1) yield 'Key must have a single head (dim 1 must be 1)';
  if (key[3] !== size) yield 'Key head dim must match query head dim';
  if (!haveSameElements(op.weights.type.shape, [batch!, heads!, length!, 1]))
    yield 'Weights shape must be [batch, num_heads, query_seq_len, 1]';
  if (!haveSameElements(op.result.type.shape, [batch!, 1, length!, key[2]!]))
    yield 'Result shape must be [batch, 1, query_seq_len, key_seq_len]';
  if (op.query.type.elementType !== op.key.type.elementType)
    yield 'Query and key must have the same element type';
}
