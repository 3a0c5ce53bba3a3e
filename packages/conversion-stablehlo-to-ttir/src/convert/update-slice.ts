import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { ReduceTypeAttr } from '@shardform/dialect-ttcore';
import {
  boolAttr,
  type ConversionPattern,
  currentBudget,
  DenseArrayAttr,
  DenseElementsAttr,
  i32,
  i64,
  IntegerAttr,
  product,
  type Tensor,
} from '@shardform/ir-core';
import { clampedStart, conversion, type ConversionScope, wideIndex } from './convertible.ts';

/**
 * Returns the indices of the written rows along a dimension: the start, clamped so that all rows lie inside, and
 * those after it.
 */
function places(start: Tensor, size: number, count: number, { builder }: ConversionScope): Tensor {
  const tensors = new ttir.TensorBuilder(builder);
  const bounds = { min: IntegerAttr.get(0, i32), max: IntegerAttr.get(size - count, i32) };
  const flat = wideIndex(tensors.reshape(start, [1, 1]), ttir.si32, builder);
  const clamped = builder.create(ttir.ClampScalarOp, { input: flat, ...bounds }, [
    flat.type.withElementType(ttir.si32),
  ]).result;
  const first = tensors.reshape(clamped, [1, 1, 1]);
  if (count === 1) return first;
  currentBudget().check('elements', 'the update of a slice has', count);
  const type = first.type.withShape([1, 1, count]);
  const value = DenseElementsAttr.fromNumbers(
    type,
    Array.from({ length: count }, (_, i) => i),
  );
  const offsets = builder.create(ttir.ConstantOp, { value }, [type]).result;
  const starts = tensors.broadcast(first, type.shape);
  return builder.create(ttir.AddOp, { lhs: starts, rhs: offsets }, [type]).result;
}

/** Writes an update that is smaller along one dimension only. */
function writeRows(
  operand: Tensor,
  update: Tensor,
  dim: number,
  start: Tensor,
  scope: ConversionScope,
): Tensor {
  const { builder } = scope;
  const tensors = new ttir.TensorBuilder(builder);
  const { shape } = operand.type;
  const [size, count] = [operand.type.dimSize(dim), update.type.dimSize(dim)];
  const batch = product(shape.slice(0, dim));
  const index = places(start, size, count, scope);
  // Without rows, elements of the last dimension are written.
  const isColumn = dim === shape.length - 1;
  const input = tensors.reshape(operand, [batch, ...(isColumn ? [1] : []), ...shape.slice(dim)]);
  const { result } = builder.create(
    ttir.RowsScatterOp,
    {
      input,
      index,
      update: tensors.reshape(update, [batch, ...update.type.shape.slice(dim)]),
      column: boolAttr(isColumn),
      reduce: ReduceTypeAttr.get('invalid'),
      sizes: DenseArrayAttr.get(i64, [size]),
      windows: DenseArrayAttr.get(i64, [1]),
    },
    [input.type],
  );
  return tensors.reshape(result, shape);
}

/** Returns the slice of the operand that the update is written to along a dimension, whole along the others. */
function readRows(
  operand: Tensor,
  dim: number,
  count: number,
  start: Tensor,
  scope: ConversionScope,
): Tensor {
  const { builder } = scope;
  const tensors = new ttir.TensorBuilder(builder);
  const { shape } = operand.type;
  const lengths = shape.with(dim, count);
  const first = clampedStart(start, operand.type.dimSize(dim) - count, scope);
  const zero = tensors.constant(first.type, 0);
  const begins = tensors.concat(
    shape.map((_, d) => (d === dim ? first : zero)),
    0,
  );
  const sizes = builder.create(
    ttir.ConstantOp,
    { value: DenseElementsAttr.fromNumbers(begins.type, lengths) },
    [begins.type],
  ).result;
  const ends = builder.create(ttir.AddOp, { lhs: begins, rhs: sizes }, [begins.type]).result;
  return builder.create(ttir.SliceDynamicOp, { input: operand, begins, ends, step: null }, [
    operand.type.withShape(lengths),
  ]).result;
}

/**
 * Converts an update that is smaller along several dimensions: a slab of the operand is read, updated and written
 * again.
 */
function writeSlice(
  operand: Tensor,
  update: Tensor,
  starts: readonly Tensor[],
  scope: ConversionScope,
): Tensor {
  const { shape } = operand.type;
  const [dim, ...others] = [...shape.keys()].filter((d) => update.type.shape[d] !== shape[d]);
  if (dim === undefined) return update;
  const start = starts[dim]!;
  if (others.length === 0) return writeRows(operand, update, dim, start, scope);
  const slab = readRows(operand, dim, update.type.dimSize(dim), start, scope);
  return writeRows(operand, writeSlice(slab, update, starts, scope), dim, start, scope);
}

/**
 * Conversions of slices written at indices that are known only when the program runs. Dimensions that are written
 * whole start at zero.
 */
export const updateSliceConversions: readonly ConversionPattern[] = [
  conversion(shlo.DynamicUpdateSliceOp, (op, scope) => [
    writeSlice(op.operand, op.update, [...op.startIndices], scope),
  ]),
];
