import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { ReduceTypeAttr } from '@shardform/dialect-ttcore';
import { boolAttr, type ConversionPattern, DenseArrayAttr, i32, i64, IntegerAttr } from '@shardform/ir-core';
import { conversion } from './convertible.ts';

/** One row of a tensor is written; the other dimensions are written as a whole, wherever their slice is to start. */
const updateRow = conversion(shlo.DynamicUpdateSliceOp, (op, { builder }) => {
  const { operand, update } = op;
  const { shape } = operand.type;
  const [row] = op.startIndices;
  const isRow = update.type.shape.every((size, d) => size === (d === 0 ? 1 : shape[d]));
  if (row === undefined || !isRow) return null;
  const tensors = new ttir.TensorBuilder(builder);
  const bounds = { min: IntegerAttr.get(0, i32), max: IntegerAttr.get(shape[0]! - 1, i32) };
  const flat = tensors.reshape(row, [1, 1]);
  const clamped = builder.create(ttir.ClampScalarOp, { input: flat, ...bounds }, [
    flat.type.withElementType(ttir.si32),
  ]).result;
  const index = tensors.reshape(clamped, [1, 1, 1]);
  const input = tensors.reshape(operand, [1, ...shape]);
  const { result } = builder.create(
    ttir.RowsScatterOp,
    {
      input,
      index,
      update: tensors.reshape(update, [1, ...update.type.shape]),
      column: boolAttr(false),
      reduce: ReduceTypeAttr.get('invalid'),
      sizes: DenseArrayAttr.get(i64, [shape[0]!]),
      windows: DenseArrayAttr.get(i64, [1]),
    },
    [input.type],
  );
  return [tensors.reshape(result, shape)];
});

/** Slices written at places that are known when the program runs. */
export const updateSliceConversions: readonly ConversionPattern[] = [updateRow];
