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
import { conversion, type ConversionScope, sameParts } from './convertible.ts';

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
  const layout = ttnn.layoutOf(ttir.tensorType(op.results[0]!.type));
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
  sameParts(ttir.RandOp, ttnn.RandOp, ({ result }) => ({
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
  sameParts(ttir.ReshapeOp, ttnn.ReshapeOp),
  conversion(ttir.SqueezeOp, (op, { builder }) =>
    builder.create(ttnn.ReshapeOp, { input: op.input, shape: shapeOf(op.result.type) }, op.resultTypes()),
  ),
  conversion(ttir.UnsqueezeOp, (op, { builder }) =>
    builder.create(ttnn.ReshapeOp, { input: op.input, shape: shapeOf(op.result.type) }, op.resultTypes()),
  ),
  sameParts(ttir.PermuteOp, ttnn.PermuteOp),
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
  sameParts(ttir.SliceStaticOp, ttnn.SliceStaticOp),
  sameParts(ttir.PadOp, ttnn.PadOp, () => ({ useMulticore: boolAttr(true) })),
  sameParts(ttir.MatmulOp, ttnn.MatmulOp),
  sameParts(ttir.LinearOp, ttnn.LinearOp),
  sameParts(ttir.SumOp, ttnn.SumOp),
  sameParts(ttir.MeanOp, ttnn.MeanOp),
  sameParts(ttir.MaxOp, ttnn.MaxOp),
  sameParts(ttir.MinOp, ttnn.MinOp),
  sameParts(ttir.QuantizeUnrolledOp, ttnn.QuantizeOp, storedFormat),
  sameParts(ttir.DequantizeUnrolledOp, ttnn.DequantizeOp, storedFormat),
  sameParts(ttir.RequantizeUnrolledOp, ttnn.RequantizeOp, storedFormat),
  product,
];
