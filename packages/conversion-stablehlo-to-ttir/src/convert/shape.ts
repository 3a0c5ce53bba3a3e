import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import {
  DenseArrayAttr,
  DenseElementsAttr,
  f32,
  FloatAttr,
  i32,
  i64,
  IntegerAttr,
  type Value,
} from '@shardform/ir-core';
import { type Conversion, conversion } from './convertible.ts';

const { i32Array } = ttir;

/** The only number of a constant, rounded to f32; `null` for other values. */
function constantNumber(value: Value): FloatAttr | null {
  const op = value.definingOp;
  if (!(op instanceof shlo.ConstantOp || op instanceof ttir.ConstantOp)) return null;
  const elements = op.value;
  if (!(elements instanceof DenseElementsAttr) || !elements.isSplat) return null;
  const number = ttir.splatNumber(elements);
  return number === null ? null : FloatAttr.get(Number(number), f32);
}

/** Operations that move elements. */
export const shapeConversions: readonly Conversion[] = [
  conversion(shlo.BroadcastInDimOp, (op, { builder }) => {
    const dims = op.broadcastDimensions.numbers();
    const { operand, result } = op;
    if (dims.every((dim, i) => i === 0 || dims[i - 1]! < dim)) {
      return [ttir.repeatTo(builder, operand, result.type, dims)];
    }
    const order = dims.map((_, i) => i).sort((a, b) => dims[a]! - dims[b]!);
    const sorted = builder.create(
      ttir.PermuteOp,
      { input: operand, permutation: DenseArrayAttr.get(i64, order) },
      [operand.type.withShape(order.map((i) => operand.type.shape[i]!))],
    );
    return [
      ttir.repeatTo(
        builder,
        sorted.result,
        result.type,
        order.map((i) => dims[i]!),
      ),
    ];
  }),
  conversion(shlo.ReshapeOp, (op, { builder }) =>
    builder.create(
      ttir.ReshapeOp,
      { input: op.operand, shape: i32Array(op.result.type.shape) },
      op.resultTypes(),
    ),
  ),
  conversion(shlo.TransposeOp, (op, { builder }) =>
    builder.create(ttir.PermuteOp, { input: op.operand, permutation: op.permutation }, op.resultTypes()),
  ),
  conversion(shlo.ReverseOp, (op, { builder }) =>
    builder.create(ttir.ReverseOp, { input: op.operand, dimensions: op.dimensions }, op.resultTypes()),
  ),
  conversion(shlo.ConcatenateOp, (op, { builder }) =>
    builder.create(
      ttir.ConcatOp,
      { inputs: op.inputs, dim: IntegerAttr.get(op.dimension.value, ttir.si32) },
      op.resultTypes(),
    ),
  ),
  conversion(shlo.SliceOp, (op, { builder }) =>
    builder.create(
      ttir.SliceStaticOp,
      {
        input: op.operand,
        begins: i32Array(op.startIndices.numbers()),
        ends: i32Array(op.limitIndices.numbers()),
        step: i32Array(op.strides.numbers()),
      },
      op.resultTypes(),
    ),
  ),
  conversion(shlo.PadOp, (op, { builder }) => {
    const [low, high] = [op.edgePaddingLow.numbers(), op.edgePaddingHigh.numbers()];
    const value = constantNumber(op.paddingValue);
    const isPlain = op.interiorPadding.numbers().every((count) => count === 0);
    if (value === null || !isPlain || [...low, ...high].some((count) => count < 0)) return null;
    const padding = DenseArrayAttr.get(
      i32,
      low.flatMap((count, d) => [count, high[d]!]),
    );
    return builder.create(ttir.PadOp, { input: op.operand, padding, value }, op.resultTypes());
  }),
];
