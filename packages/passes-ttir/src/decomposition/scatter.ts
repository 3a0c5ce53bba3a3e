import { boolAttr, DenseArrayAttr, i64, IntegerAttr, product, type Tensor } from '@shardform/ir-core';
import { AddOp, ArangeOp, MultiplyOp, RowsScatterOp, ScatterOp, si64 } from '@shardform/dialect-ttir';
import { type Decomposition, type Maker, onDevice } from './decomposition.ts';

/** Returns the index along one dimension of each element of `like`, times a stride. */
function placesAlong(like: Tensor, dim: number, stride: number, { create, tensors }: Maker): Tensor {
  const { type } = like;
  const size = type.dimSize(dim);
  const [start, end, step] = [0, size, 1].map((value) => IntegerAttr.get(value, si64));
  const line = create(
    ArangeOp,
    { start: start!, end: end!, step: step!, arangeDimension: IntegerAttr.get(0, i64) },
    [type.withShape([size])],
  ).result;
  const shape = type.shape.map((_, d) => (d === dim ? size : 1));
  const places = tensors.broadcast(tensors.reshape(line, shape), type.shape);
  if (stride === 1) return places;
  return create(MultiplyOp, { lhs: places, rhs: tensors.constant(type, stride) }, [type]).result;
}

/**
 * Rewrites a scatter along an inner dimension as one on a matrix: its rows are the dimensions up to that one, its
 * columns those behind it. Along the first and the last dimension the library writes by itself.
 */
const scatterToRows = onDevice(ScatterOp, (op, make) => {
  const { create, tensors } = make;
  const { shape, rank } = op.input.type;
  const dim = op.dim.number < 0 ? op.dim.number + rank : op.dim.number;
  if (dim === 0 || dim === rank - 1) return null;
  const { index } = op;
  const places = (from: number, to: number, first: Tensor | null): Tensor => {
    let sum = first;
    for (let d = to - 1; d >= from; d--) {
      if (index.type.shape[d] === 1) continue;
      // Columns count from their own first dimension, rows from the one that is written along.
      const stride = product(shape.slice(d + 1, first === null ? rank : dim + 1));
      const lhs = placesAlong(index, d, stride, make);
      sum = sum === null ? lhs : create(AddOp, { lhs, rhs: sum }, [index.type]).result;
    }
    return sum ?? tensors.constant(index.type, 0);
  };
  const sizes = [product(shape.slice(0, dim + 1)), product(shape.slice(dim + 1))];
  const count = index.type.elementCount;
  const input = tensors.reshape(op.input, [1, ...sizes]);
  const both = [places(0, dim, index), places(dim + 1, rank, null)];
  const rows = both.map((value) => tensors.reshape(value, [1, 1, count]));
  const written = create(
    RowsScatterOp,
    {
      input,
      index: tensors.concat(rows, 1),
      update: tensors.reshape(op.source, [1, count]),
      column: boolAttr(true),
      reduce: op.scatterReduceType,
      sizes: DenseArrayAttr.get(i64, sizes),
      windows: DenseArrayAttr.get(i64, [1, 1]),
    },
    [input.type],
  );
  return [tensors.reshape(written.result, shape)];
});

/** Writing of elements. */
export const scatters: readonly Decomposition[] = [scatterToRows];
