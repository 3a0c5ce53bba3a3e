import {
  boolAttr,
  byOp,
  DenseArrayAttr,
  DenseElementsAttr,
  i32,
  i64,
  IntegerAttr,
  inversePermutation,
  product,
  RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';
import {
  ArangeOp,
  AvgPool2dOp,
  ConstantOp,
  EmbeddingOp,
  FullOp,
  GetDimensionSizeOp,
  IndexOp,
  IndexSelectOp,
  materializeElements,
  MaxPool2dOp,
  PadOp,
  ReverseOp,
  RowsGatherOp,
  si32,
  si64,
} from '@shardform/dialect-ttir';
import { type Decomposition, type Maker, onDevice } from './decomposition.ts';

/** Takes a slice of one dimension. */
const indexToSlice = onDevice(IndexOp, (op, { tensors }) => {
  const { shape } = op.input.type;
  const dim = op.dim.number;
  const counted = (index: number): number => (index < 0 ? index + op.input.type.dimSize(dim) : index);
  const begins = shape.map((_, d) => (d === dim ? counted(op.begin.number) : 0));
  const ends = shape.map((size, d) => (d === dim ? counted(op.end.number) : size));
  const steps = shape.map((_, d) => (d === dim ? op.step.number : 1));
  return [tensors.sliceAll(op.input, begins, ends, steps)];
});

/** Concatenates several slices of one dimension. */
const selectToSlices = onDevice(IndexSelectOp, (op, { tensors }) => {
  const { rank } = op.input.type;
  const dim = op.dim.number < 0 ? op.dim.number + rank : op.dim.number;
  const [begin, length, size] = [op.begin.number, op.length.number, op.input.type.dimSize(dim)];
  const given = op.stride?.number ?? 0;
  const stride = given === 0 ? size : given;
  const slices: Tensor[] = [];
  for (let at = begin; at < size; at += stride) {
    slices.push(tensors.slice(op.input, dim, at, Math.min(at + length, size)));
  }
  return [slices.length === 1 ? slices[0]! : tensors.concat(slices, dim)];
});

/** The rows of a matrix in reverse order, where a row is what the reversed dimensions don't reach. */
const reverseToRows = onDevice(ReverseOp, (op, make) => {
  const { tensors } = make;
  const { shape } = op.input.type;
  const reversed = op.dimensions.numbers().toSorted((a, b) => a - b);
  const order = [...reversed, ...shape.map((_, d) => d).filter((d) => !reversed.includes(d))];
  const permuted = tensors.permute(op.input, order);
  const rows = product(reversed.map((d) => op.input.type.dimSize(d)));
  const matrix = tensors.reshape(permuted, [rows, op.input.type.elementCount / rows]);
  const taken = make.libraryIndexing ? lookedUpBackwards(matrix, make) : takenBackwards(matrix, make);
  const unflat = tensors.reshape(taken, permuted.type.shape);
  return [tensors.permute(unflat, inversePermutation(order))];
});

function takenBackwards(matrix: Tensor, { create, tensors }: Maker): Tensor {
  const [rows, row] = matrix.type.shape as readonly [number, number]; // a matrix
  const [start, end, step] = [rows - 1, -1, -1].map((number) => IntegerAttr.get(number, si64));
  const arangeDimension = IntegerAttr.get(0, i64);
  const places = create(ArangeOp, { start: start!, end: end!, step: step!, arangeDimension }, [
    RankedTensorType.get([rows], si32),
  ]).result;
  const index = tensors.reshape(places, [1, 1, rows]);
  const input = tensors.reshape(matrix, [1, rows, row]);
  const args = { input, index, column: boolAttr(false), fillOutOfBounds: boolAttr(false) };
  const taken = create(
    RowsGatherOp,
    { ...args, sizes: DenseArrayAttr.get(i64, [rows]), windows: DenseArrayAttr.get(i64, [1]) },
    [input.type],
  ).result;
  return tensors.reshape(taken, [rows, row]);
}

/** The rows are those of a table, which the library looks up. */
function lookedUpBackwards(matrix: Tensor, { create }: Maker): Tensor {
  const rows = matrix.type.dimSize(0);
  const places = Array.from({ length: rows }, (_, i) => rows - 1 - i);
  const value = DenseElementsAttr.fromNumbers(RankedTensorType.get([rows], si32), places);
  const input = create(ConstantOp, { value }, [value.type]).result;
  return create(EmbeddingOp, { input, weight: matrix }, [matrix.type]).result;
}

/** Counting along one dimension, repeated along the others. */
const countAlongOne: Decomposition = byOp(ArangeOp, (op, { create, tensors }) => {
  const { type } = op.result;
  const dim = op.arangeDimension.number;
  if (type.rank === 1) return null;
  const { start, end, step } = op;
  const arangeDimension = IntegerAttr.get(0, i64);
  const length = type.dimSize(dim);
  const line = create(ArangeOp, { start, end, step, arangeDimension }, [type.withShape([length])]).result;
  const shaped = tensors.reshape(
    line,
    type.shape.map((_, d) => (d === dim ? length : 1)),
  );
  return [shaped.type === type ? shaped : tensors.broadcast(shaped, type.shape)];
});

/** Slices off what negative padding removes, then pads. */
const padAfterSlice: Decomposition = byOp(PadOp, (op, { create, tensors }) => {
  const padding = op.padding.numbers();
  if (!padding.some((size) => size < 0)) return null;
  const { shape } = op.input.type;
  const input = tensors.sliceAll(
    op.input,
    shape.map((_, d) => Math.max(-padding[2 * d]!, 0)),
    shape.map((size, d) => size + Math.min(padding[2 * d + 1]!, 0)),
  );
  if (!padding.some((size) => size > 0)) return [input];
  const added = DenseArrayAttr.get(
    i32,
    padding.map((size) => Math.max(size, 0)),
  );
  return [create(PadOp, { input, padding: added, value: op.value }, [op.result.type]).result];
});

/** Sizes are known. */
const sizeToConstant = onDevice(GetDimensionSizeOp, (op, { insert }) => {
  const { type } = op.result;
  const value = DenseElementsAttr.splat(type, op.operand.type.dimSize(op.dimension.number));
  return insert(materializeElements(value, type, op.location)).results;
});

/** Pooling of equal numbers. */
function pooledFull(op: MaxPool2dOp | AvgPool2dOp, { create }: Maker): readonly [Tensor] | null {
  const full = op.input.definingOp;
  if (!(full instanceof FullOp)) return null;
  // Divided by another number than their count, equal numbers become another one.
  if (op instanceof AvgPool2dOp && (op.divisorOverride?.number ?? 0) !== 0) return null;
  const { type } = op.result;
  const shape = DenseArrayAttr.get(i32, type.shape);
  return [create(FullOp, { shape, fillValue: full.fillValue }, [type]).result];
}

/** Moves of elements that the library has not. */
export const moves: readonly Decomposition[] = [
  indexToSlice,
  selectToSlices,
  reverseToRows,
  countAlongOne,
  padAfterSlice,
  sizeToConstant,
  byOp(MaxPool2dOp, pooledFull),
  byOp(AvgPool2dOp, pooledFull),
];
