import * as shlo from '@shardform/dialect-stablehlo';
import { ReduceTypeAttr } from '@shardform/dialect-ttcore';
import * as ttir from '@shardform/dialect-ttir';
import { TensorBuilder } from '@shardform/dialect-ttir';
import {
  type Builder,
  type ConversionPattern,
  DenseArrayAttr,
  DenseElementsAttr,
  type FloatAttr,
  i32,
  i64,
  IntegerAttr,
  product,
  RankedTensorType,
  stridedPositions,
  type Tensor,
} from '@shardform/ir-core';
import { constantNumber, splatOf } from './constants.ts';
import { conversion } from './convertible.ts';

const { i32Array } = ttir;

/** Writes the elements of a tensor into one that has the value everywhere, after `low` and with holes between them. */
function withHoles(
  input: Tensor,
  low: readonly number[],
  interior: readonly number[],
  shape: readonly number[],
  value: FloatAttr,
  builder: Pick<Builder, 'create'>,
): Tensor {
  const tensors = new TensorBuilder(builder);
  const type = input.type.withShape(shape);
  const full = builder.create(ttir.FullOp, { shape: ttir.i32Dense(shape), fillValue: value }, [type]).result;
  const strides = shape.map((_, d) => product(shape.slice(d + 1)));
  const first = strides.reduce((sum, stride, d) => sum + low[d]! * stride, 0);
  const steps = input.type.shape.map((size, d) => ({ size, stride: (interior[d]! + 1) * strides[d]! }));
  const places = stridedPositions(steps).map((place) => first + place);
  const indexType = RankedTensorType.get([places.length], i64);
  const index = builder.create(ttir.ConstantOp, { value: DenseElementsAttr.fromNumbers(indexType, places) }, [
    indexType,
  ]).result;
  const flat = tensors.reshape(full, [type.elementCount]);
  const args = {
    input: flat,
    index,
    source: tensors.reshape(input, [places.length]),
    dim: IntegerAttr.get(0, i32),
    scatterReduceType: ReduceTypeAttr.get('invalid'),
  };
  return tensors.reshape(builder.create(ttir.ScatterOp, args, [flat.type]).result, shape);
}

/** Adds `low` and `high` elements at the edges of each dimension, or cuts off as many where they are negative. */
function withEdges(
  input: Tensor,
  low: readonly number[],
  high: readonly number[],
  value: FloatAttr,
  builder: Pick<Builder, 'create'>,
): Tensor {
  const { shape } = input.type;
  const tensors = new TensorBuilder(builder);
  const cut = [...low, ...high].some((count) => count < 0)
    ? tensors.sliceAll(
        input,
        shape.map((_, d) => Math.max(-low[d]!, 0)),
        shape.map((size, d) => size + Math.min(high[d]!, 0)),
      )
    : input;
  const padding = low.flatMap((count, d) => [Math.max(count, 0), Math.max(high[d]!, 0)]);
  const type = input.type.withShape(shape.map((size, d) => low[d]! + size + high[d]!));
  const args = { input: cut, padding: DenseArrayAttr.get(i32, padding), value };
  return builder.create(ttir.PadOp, args, [type]).result;
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
    const { operand, result } = op;
    const { shape } = operand.type;
    if (interior!.every((count) => count === 0)) return [withEdges(operand, low!, high!, value, builder)];
    if ([...low!, ...high!].every((count) => count >= 0))
      return [withHoles(operand, low!, interior!, result.type.shape, value, builder)];
    const spread = shape.map((size, d) => size + Math.max(size - 1, 0) * interior![d]!);
    const none = shape.map(() => 0);
    return [
      withEdges(withHoles(operand, none, interior!, spread, value, builder), low!, high!, value, builder),
    ];
  }),
];
