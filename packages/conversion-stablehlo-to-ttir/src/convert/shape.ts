import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { TensorBuilder } from '@shardform/dialect-ttir';
import {
  type Builder,
  type ConversionPattern,
  DenseArrayAttr,
  type FloatAttr,
  i32,
  i64,
  IntegerAttr,
  type Tensor,
} from '@shardform/ir-core';
import { constantNumber, splatOf } from './constants.ts';
import { conversion } from './convertible.ts';

const { i32Array } = ttir;

/** Puts holes between elements along one dimension after the other: each element gets a row whose rest is the value. */
function withHoles(
  input: Tensor,
  interior: readonly number[],
  value: FloatAttr,
  builder: Pick<Builder, 'create'>,
): Tensor {
  const tensors = new TensorBuilder(builder);
  let current = input;
  for (const [dim, holes] of interior.entries()) {
    const { shape } = current.type;
    const size = shape[dim]!;
    if (holes === 0 || size <= 1) continue;
    const apart = tensors.reshape(current, [...shape.slice(0, dim + 1), 1, ...shape.slice(dim + 1)]);
    const padding = apart.type.shape.flatMap((_, d) => [0, d === dim + 1 ? holes : 0]);
    const type = apart.type.withShape(apart.type.shape.with(dim + 1, holes + 1));
    const padded = builder.create(
      ttir.PadOp,
      { input: apart, padding: DenseArrayAttr.get(i32, padding), value },
      [type],
    );
    const joined = tensors.reshape(padded.result, shape.with(dim, size * (holes + 1)));
    current = tensors.slice(joined, dim, 0, size * (holes + 1) - holes);
  }
  return current;
}

/** Operations that move elements. */
export const shapeConversions: readonly ConversionPattern[] = [
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
      [operand.type.withShape(order.map((i) => operand.type.dimSize(i)))],
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
    const [low, high, interior] = [op.edgePaddingLow, op.edgePaddingHigh, op.interiorPadding].map((list) =>
      list.numbers(),
    );
    const value = constantNumber(op.paddingValue);
    // The target takes the value as f32, which can't represent all integers.
    const number = splatOf(op.paddingValue);
    if (value === null || (typeof number === 'bigint' && BigInt(Math.fround(Number(number))) !== number))
      return null;
    const tensors = new TensorBuilder(builder);
    const spread = interior!.some((count) => count > 0)
      ? withHoles(op.operand, interior!, value, builder)
      : op.operand;
    // Negative padding cuts off.
    const { shape } = spread.type;
    const cut = [...low!, ...high!].some((count) => count < 0)
      ? tensors.sliceAll(
          spread,
          shape.map((_, d) => Math.max(-low![d]!, 0)),
          shape.map((size, d) => size + Math.min(high![d]!, 0)),
        )
      : spread;
    const padding = DenseArrayAttr.get(
      i32,
      low!.flatMap((count, d) => [Math.max(count, 0), Math.max(high![d]!, 0)]),
    );
    if (spread !== op.operand && String(cut.type) === String(op.result.type)) return [cut];
    return builder.create(ttir.PadOp, { input: cut, padding, value }, op.resultTypes());
  }),
];
