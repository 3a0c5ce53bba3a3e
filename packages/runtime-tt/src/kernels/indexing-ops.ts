import type { ReduceTypeAttr } from '@shardform/dialect-ttcore';
import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import { coordinatesOf, type InterfaceImplementation, lastOf, product } from '@shardform/ir-core';
import {
  arrayOf,
  gather,
  type NdArray,
  numbersOf,
  type Reducer,
  reshape,
  rowMajorStrides,
  scatterReduce,
  scatterReplace,
  sortRows,
  convert,
  elementsOf,
  zeros,
} from '@shardform/runtime-sim';
import { both } from './both.ts';
import { asResult, dimOf, resultType } from '../result.ts';

/** Rows of a table; a row that it doesn't have becomes its nearest. */
function embedding(indices: NdArray, table: NdArray): NdArray {
  const width = lastOf(table.shape);
  const rows = reshape(table, [product(table.shape) / width, width]);
  const column = convert(reshape(indices, [product(indices.shape), 1]), 'i32');
  const taken = gather(
    rows,
    column,
    {
      offsetDims: [1],
      collapsedSliceDims: [0],
      operandBatchingDims: [],
      startIndicesBatchingDims: [],
      startIndexMap: [0],
      indexVectorDim: 1,
    },
    [1, width],
  );
  return reshape(taken, [...indices.shape, width]);
}

/** The position in a tensor of each element that indices along a dimension name; -1 outside of the tensor. */
function positionsAlong(shape: readonly number[], index: NdArray, dim: number): Int32Array {
  const strides = rowMajorStrides(shape);
  const own = rowMajorStrides(index.shape);
  return Int32Array.from(numbersOf(index), (at, position) => {
    if (at < 0 || at >= shape[dim]) return -1;
    return strides.reduce((sum, stride, d) => {
      const coordinate = d === dim ? at : Math.floor(position / own[d]) % index.shape[d];
      return sum + coordinate * stride;
    }, 0);
  });
}

/** Indices outside of the tensor become its nearest. */
function gatherAlong(x: NdArray, index: NdArray, dim: number): NdArray {
  const last = x.shape[dim] - 1;
  const inside = arrayOf(
    'i32',
    index.shape,
    numbersOf(index).map((at) => Math.min(Math.max(at, 0), last)),
  );
  const elements = elementsOf(x);
  const positions = positionsAlong(x.shape, inside, dim);
  return arrayOf(
    x.kind,
    index.shape,
    Array.from(positions, (position) => elements[position]),
  );
}

const REDUCERS: Readonly<Partial<Record<string, Reducer>>> = {
  sum: 'add',
  prod: 'multiply',
  min: 'minimum',
  max: 'maximum',
};

function scatterAlong(
  x: NdArray,
  index: NdArray,
  source: NdArray,
  dim: number,
  type: ReduceTypeAttr,
): NdArray {
  return scatterAt(x, positionsAlong(x.shape, index, dim), source, type);
}

/** Writes elements at positions, or unites them with those that are there. */
function scatterAt(x: NdArray, positions: Int32Array, source: NdArray, type: ReduceTypeAttr): NdArray {
  const updates = convert(source, x.kind);
  const reducer = REDUCERS[type.value];
  return reducer === undefined
    ? scatterReplace(x, positions, updates)
    : scatterReduce(x, positions, updates, reducer);
}

type RowsScatter = ttir.RowsScatterOp | ttnn.RowsScatterOp;

/**
 * Writes rows, with their windows, at the indices behind the batch that the columns of `index` hold; rows outside of the
 * tensor are not written.
 */
function rowsScatter(op: RowsScatter, x: NdArray, index: NdArray, update: NdArray): NdArray {
  const [sizes, windows] = [op.sizes.numbers(), op.windows.numbers()];
  // Verified: the index has three dimensions, and the input a batch.
  const [[batches], [lists, , count]] = [x.shape, index.shape];
  const [rows, extent] = [product(sizes), product(windows)];
  const width = product(x.shape) / (batches * rows);
  const places = numbersOf(index);
  const inner = Array.from({ length: extent }, (_, w) => coordinatesOf(w, windows));
  const positions = new Int32Array(product(update.shape)).fill(-1);
  for (let i = 0; i < batches * count; i++) {
    const batch = Math.floor(i / count);
    // One list of indices is for all batches.
    const first = (lists === 1 ? 0 : batch) * sizes.length * count + (i % count);
    for (const [w, offsets] of inner.entries()) {
      const at = offsets.map((offset, k) => places[first + k * count] + offset);
      if (at.some((place, k) => place < 0 || place >= sizes[k])) continue;
      const row = at.reduce((sum, place, k) => sum * sizes[k] + place, batch);
      for (let column = 0; column < width; column++)
        positions[(i * extent + w) * width + column] = row * width + column;
    }
  }
  return scatterAt(x, positions, update, op.reduce);
}

type RowsGather = ttir.RowsGatherOp | ttnn.RowsGatherOp;

/**
 * Takes rows, with their windows, at the indices behind the batch that the columns of `index` hold. Windows that would
 * reach out of the tensor are moved into it, or give zeros where the operation says so.
 */
function rowsGather(op: RowsGather, x: NdArray, index: NdArray): NdArray {
  const [sizes, windows] = [op.sizes.numbers(), op.windows.numbers()];
  const { shape } = resultType(op);
  // Verified: the index has three dimensions, and the input a batch.
  const [[batches], [lists, places, count]] = [x.shape, index.shape];
  const width = product(x.shape) / (batches * product(sizes));
  const rows = reshape(x, [batches, ...sizes, width]);
  // One list of indices is for all batches, which are rows of their own then.
  const isShared = lists === 1;
  const list = isShared ? reshape(index, [places, count]) : index;
  const inner = [...windows, width].map((_, d) => d + 2);
  const dimensionNumbers = {
    offsetDims: isShared ? [0, ...inner] : inner,
    collapsedSliceDims: [],
    operandBatchingDims: isShared ? [] : [0],
    startIndicesBatchingDims: isShared ? [] : [0],
    startIndexMap: sizes.map((_, d) => d + 1),
    indexVectorDim: isShared ? 0 : 1,
  };
  const extents = [isShared ? batches : 1, ...windows, width];
  return reshape(gather(rows, list, dimensionNumbers, extents, op.fillOutOfBounds.value === 1n), shape);
}

/** Adds rows to a table of zeros. */
function embeddingBackward(index: NdArray, table: NdArray, gradient: NdArray): NdArray {
  const width = lastOf(table.shape);
  const rows = product(table.shape) / width;
  const positions = new Int32Array(product(gradient.shape));
  for (const [i, row] of numbersOf(index).entries()) {
    for (let column = 0; column < width; column++) {
      positions[i * width + column] = row < 0 || row >= rows ? -1 : row * width + column;
    }
  }
  return scatterReduce(zeros(gradient.kind, table.shape), positions, gradient, 'add');
}

/** Returns true if a number is less than another; NaN is greater than all numbers, as in StableHLO's total order. */
function isLess(a: number, b: number): boolean {
  return a < b || (Number.isNaN(b) && !Number.isNaN(a));
}

/** Returns the elements along a dimension in order, and where they were; equal ones stay in order. */
export function sorted(x: NdArray, dim: number, isDescending: boolean): [values: NdArray, places: NdArray] {
  const stride = rowMajorStrides(x.shape)[dim];
  const places = arrayOf(
    'i32',
    x.shape,
    Array.from({ length: product(x.shape) }, (_, i) => Math.floor(i / stride) % x.shape[dim]),
  );
  const [values, indices] = sortRows([x, places], dim, ([row]) => {
    const numbers = elementsOf(row).map(Number);
    return (i, j) => (isDescending ? isLess(numbers[j], numbers[i]) : isLess(numbers[i], numbers[j]));
  });
  return [values, indices];
}

/** Operations on elements that indices name. */
export const indexingInterpreters: readonly InterfaceImplementation[] = [
  ...both(ttir.EmbeddingOp, ttnn.EmbeddingOp, (op) => ([indices, table]) => [
    asResult(op, embedding(indices, table)),
  ]),
  ...both(ttir.EmbeddingBackwardOp, ttnn.EmbeddingBackwardOp, (op) => ([index, table, gradient]) => [
    asResult(op, embeddingBackward(index, table, gradient)),
  ]),
  ...both(ttir.GatherOp, ttnn.GatherOp, (op) => ([x, index]) => [
    asResult(op, gatherAlong(x, index, dimOf(op.dim, x.shape.length))),
  ]),
  ...both(ttir.ScatterOp, ttnn.ScatterOp, (op) => ([x, index, source]) => [
    asResult(op, scatterAlong(x, index, source, dimOf(op.dim, x.shape.length), op.scatterReduceType)),
  ]),
  ...both(ttir.RowsGatherOp, ttnn.RowsGatherOp, (op) => ([x, index]) => [
    asResult(op, rowsGather(op, x, index)),
  ]),
  ...both(ttir.RowsScatterOp, ttnn.RowsScatterOp, (op) => ([x, index, update]) => [
    asResult(op, rowsScatter(op, x, index, update)),
  ]),
  ...both(ttir.SortOp, ttnn.SortOp, (op) => ([x]) => {
    const rank = x.shape.length;
    const dim = dimOf(op.dim ?? { number: -1 }, rank);
    const [values, places] = sorted(x, dim, op.descending?.value === 1n);
    return [asResult(op, values), asResult(op, places, 1)];
  }),
];
