import {
  boolAttr,
  DenseArrayAttr,
  i32,
  i64,
  IntegerAttr,
  IntegerType,
  product,
  type RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';
import {
  AddOp,
  ArangeOp,
  EmbeddingOp,
  FullOp,
  GatherOp,
  i32Dense,
  MultiplyOp,
  RowsGatherOp,
  si32,
  si64,
} from '@shardform/dialect-ttir';
import { type Decomposition, type Maker, onDevice } from './decomposition.ts';

function full(type: RankedTensorType, number: number, { create }: Maker): Tensor {
  const fillValue = IntegerAttr.get(number, i32);
  return create(FullOp, { shape: i32Dense(type.shape), fillValue }, [type]).result;
}

/** The place along a dimension of each element of a tensor. */
function placesAlong(type: RankedTensorType, dim: number, { create, tensors }: Maker): Tensor {
  const size = type.dimSize(dim);
  const [start, end, step] = [0, size, 1].map((value) => IntegerAttr.get(value, si64));
  const args = { start: start!, end: end!, step: step!, arangeDimension: IntegerAttr.get(0, i64) };
  const line = create(ArangeOp, args, [type.withShape([size])]).result;
  const shape = type.shape.map((_, d) => (d === dim ? size : 1));
  const places = tensors.reshape(line, shape);
  return shape.join() === type.shape.join() ? places : tensors.broadcast(places, type.shape);
}

/** Indices that programs and tables on the device count by. */
function deviceIndices(index: Tensor, { tensors }: Maker): Tensor {
  const { elementType } = index.type;
  const isCounted = elementType instanceof IntegerType && elementType.width === 32;
  return isCounted ? index : tensors.typecast(index, si32);
}

/**
 * Rewrites a gather along a dimension as one from a matrix, whose columns are the last dimension and whose rows are all
 * others: the library's own gather compares and moves floats.
 */
const gatherFromRows = onDevice(GatherOp, (op, make) => {
  if (make.libraryIndexing) return null;
  const { create, tensors } = make;
  const { shape, rank } = op.input.type;
  const dim = op.dim.number < 0 ? op.dim.number + rank : op.dim.number;
  const sizes = [product(shape.slice(0, -1)), shape.at(-1)!];
  const input = tensors.reshape(op.input, [1, ...sizes]);
  const index = deviceIndices(op.index, make);
  const type = index.type.withElementType(si32);
  const component = (d: number): Tensor => (d === dim ? index : placesAlong(type, d, make));
  let row: Tensor | null = null;
  for (let d = 0; d < rank - 1; d++) {
    if (d !== dim && type.shape[d] === 1) continue;
    const stride = product(shape.slice(d + 1, -1));
    let part = component(d);
    if (stride !== 1) part = create(MultiplyOp, { lhs: part, rhs: full(type, stride, make) }, [type]).result;
    row = row === null ? part : create(AddOp, { lhs: row, rhs: part }, [type]).result;
  }
  const both: readonly Tensor[] = [row ?? full(type, 0, make), component(rank - 1)];
  const count = type.elementCount;
  const gathered = create(
    RowsGatherOp,
    {
      input,
      index: tensors.concat(
        both.map((value) => tensors.reshape(value, [1, 1, count])),
        1,
      ),
      column: boolAttr(true),
      fillOutOfBounds: boolAttr(false),
      sizes: DenseArrayAttr.get(i64, sizes),
      windows: DenseArrayAttr.get(i64, [1, 1]),
    },
    [input.type.withShape([1, count])],
  );
  return [tensors.reshape(gathered.result, op.result.type.shape)];
});

/** Rewrites the lookup of rows in a table as a gather of rows, which moves numbers of all kinds as they are. */
const embeddingFromRows = onDevice(EmbeddingOp, (op, make) => {
  if (make.libraryIndexing) return null;
  const { create, tensors } = make;
  const { weight, result } = op;
  const [rows, columns] = weight.type.shape.slice(-2);
  const input = tensors.reshape(weight, [1, rows!, columns!]);
  const indices = deviceIndices(op.input, make);
  const count = indices.type.elementCount;
  const gathered = create(
    RowsGatherOp,
    {
      input,
      index: tensors.reshape(indices, [1, 1, count]),
      column: boolAttr(false),
      fillOutOfBounds: boolAttr(false),
      sizes: DenseArrayAttr.get(i64, [rows!]),
      windows: DenseArrayAttr.get(i64, [1]),
    },
    [input.type.withShape([1, count, columns!])],
  );
  return [tensors.reshape(gathered.result, result.type.shape)];
});

/** Reading of elements and of rows. */
export const gathers: readonly Decomposition[] = [embeddingFromRows, gatherFromRows];
