import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import {
  type ArrayAttr,
  boolAttr,
  type ConversionPattern,
  IntegerAttr,
  type Operation,
  type RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { DataTypeAttr, dataTypeOf } from '@shardform/dialect-ttcore';
import { conversion, type ConversionScope, sameArguments } from './convertible.ts';
import { integerProduct } from './integer-product.ts';

/** The devices for tensors that are made there; tensors of the host need none. */
function deviceOf(type: RankedTensorType, { device }: ConversionScope): Value<ttnn.DeviceType> | null {
  return ttnn.layoutOf(type)?.isOnHost === true ? null : device();
}

/** The library multiplies along one dimension or along all. */
const product = conversion(ttir.ProdOp, (op, { builder, refuse }) => {
  const { input, keepDim } = op;
  const dims = op.dimArg === null ? [] : ttir.i32Numbers(op.dimArg);
  const isAll = dims.length === 0 || dims.length === input.type.rank;
  if (!isAll && dims.length > 1) {
    return refuse('tt-metal only supports reduce(prod) along one dimension or all dimensions.');
  }
  const dimArg = isAll && dims.length !== 1 ? null : IntegerAttr.get(dims[0]!, ttir.si64);
  return builder.create(ttnn.ProdOp, { input, keepDim, dimArg }, op.resultTypes());
});

function shapeOf(type: RankedTensorType): ArrayAttr {
  return ttir.i32Array(type.shape);
}

/** The number format in which quantized numbers are stored. */
function storedFormat(op: Operation): { readonly outputDtype: DataTypeAttr | null } {
  const layout = ttnn.layoutOf(ttir.tensorType(op.getResult().type));
  const dataType = layout && dataTypeOf(layout.scalarType);
  return { outputDtype: dataType && DataTypeAttr.get(dataType) };
}

/** Operations on one device's tensors. */
export const tensorConversions: readonly ConversionPattern[] = [
  conversion(ttir.FullOp, (op, scope) => {
    const { type } = op.result;
    const args = {
      device: deviceOf(type, scope),
      shape: ttnn.ShapeAttr.get({ shape: type.shape }),
      fillValue: op.fillValue,
    };
    return scope.builder.create(ttnn.FullOp, args, op.resultTypes());
  }),
  conversion(ttir.EmptyOp, (op, scope) => {
    const { type } = op.result;
    const device = deviceOf(type, scope);
    const shape = ttnn.ShapeAttr.get({ shape: type.shape });
    if (device === null) return scope.builder.create(ttnn.ZerosOp, { shape }, op.resultTypes());
    return scope.builder.create(ttnn.EmptyOp, { device, shape }, op.resultTypes());
  }),
  sameArguments(ttir.RandOp, ttnn.RandOp, ({ result }) => ({
    size: ttnn.ShapeAttr.get({ shape: result.type.shape }),
  })),
  conversion(ttir.ZerosOp, (op, scope) => {
    const { type } = op.result;
    const args = { device: deviceOf(type, scope), shape: ttnn.ShapeAttr.get({ shape: type.shape }) };
    return scope.builder.create(ttnn.ZerosOp, args, op.resultTypes());
  }),
  conversion(ttir.OnesOp, (op, scope) => {
    const { type } = op.result;
    const args = { device: deviceOf(type, scope), shape: ttnn.ShapeAttr.get({ shape: type.shape }) };
    return scope.builder.create(ttnn.OnesOp, args, op.resultTypes());
  }),
  conversion(ttir.ConstantOp, (op, scope) => {
    const device = deviceOf(op.result.type, scope);
    return scope.builder.create(ttnn.ConstantOp, { device, value: op.value }, op.resultTypes());
  }),
  conversion(ttir.ArangeOp, (op, scope) => {
    const { type } = op.result;
    const dimension = op.arangeDimension.number;
    if (dimension !== type.rank - 1) {
      return scope.refuse(
        `counts along dimension ${dimension}, but TTNN counts along the last one (${type.rank - 1}); permute the tensor`,
      );
    }
    const { start, end, step } = op;
    const args = { device: deviceOf(type, scope), start, end, step };
    return scope.builder.create(ttnn.ArangeOp, args, op.resultTypes());
  }),
  conversion(ttir.ToLayoutOp, (op, { builder }) =>
    builder.create(ttnn.ToTensorSpecOp, { input: op.input }, op.resultTypes()),
  ),
  sameArguments(ttir.ReshapeOp, ttnn.ReshapeOp),
  conversion(ttir.SqueezeOp, (op, { builder }) =>
    builder.create(ttnn.ReshapeOp, { input: op.input, shape: shapeOf(op.result.type) }, op.resultTypes()),
  ),
  conversion(ttir.UnsqueezeOp, (op, { builder }) =>
    builder.create(ttnn.ReshapeOp, { input: op.input, shape: shapeOf(op.result.type) }, op.resultTypes()),
  ),
  sameArguments(ttir.PermuteOp, ttnn.PermuteOp),
  conversion(ttir.BroadcastOp, (op, { builder }) => {
    const repeatDims = ttnn.ShapeAttr.get({ shape: op.broadcastDimensions.numbers() });
    return builder.create(ttnn.RepeatOp, { input: op.input, repeatDims }, op.resultTypes());
  }),
  conversion(ttir.ConcatOp, (op, { builder }) => {
    const { rank } = op.result.type;
    const along = (op.dim.number + rank) % rank;
    // The library joins no empty tensors.
    const inputs = op.inputs.filter(({ type }) => type.shape[along] !== 0);
    if (inputs.length === 1 && inputs[0]!.type === op.result.type) return inputs[0]!;
    const dim = IntegerAttr.get(along, ttir.si32);
    return builder.create(ttnn.ConcatOp, { inputs, dim }, op.resultTypes());
  }),
  sameArguments(ttir.SliceStaticOp, ttnn.SliceStaticOp),
  sameArguments(ttir.PadOp, ttnn.PadOp, () => ({ useMulticore: boolAttr(true) })),
  integerProduct,
  sameArguments(ttir.MatmulOp, ttnn.MatmulOp),
  sameArguments(ttir.LinearOp, ttnn.LinearOp),
  sameArguments(ttir.SumOp, ttnn.SumOp),
  sameArguments(ttir.MeanOp, ttnn.MeanOp),
  sameArguments(ttir.MaxOp, ttnn.MaxOp),
  sameArguments(ttir.MinOp, ttnn.MinOp),
  sameArguments(ttir.QuantizeUnrolledOp, ttnn.QuantizeOp, storedFormat),
  sameArguments(ttir.DequantizeUnrolledOp, ttnn.DequantizeOp, storedFormat),
  sameArguments(ttir.RequantizeUnrolledOp, ttnn.RequantizeOp, storedFormat),
  product,
];
