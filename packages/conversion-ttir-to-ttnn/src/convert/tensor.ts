import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import {
  type ArrayAttr,
  type Class,
  type CreatableOp,
  IntegerAttr,
  type OpDefinition,
  type Operation,
  type RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { type Conversion, conversion, type ConversionScope } from './convertible.ts';

type Tensor = Value<RankedTensorType>;
type Reduction = Operation & {
  readonly input: Tensor;
  readonly keepDim: IntegerAttr;
  readonly dimArg: ArrayAttr | null;
};
type ReductionTarget = CreatableOp<
  { readonly input: Tensor; readonly keepDim: IntegerAttr; readonly dimArg?: ArrayAttr | null },
  Operation
>;

function reduction<T extends Reduction>(
  source: Class<T> & { readonly definition: OpDefinition },
  target: ReductionTarget,
): Conversion {
  return conversion(source, (op, { builder }) =>
    builder.create(target, { input: op.input, keepDim: op.keepDim, dimArg: op.dimArg }, op.resultTypes()),
  );
}

/** The devices for tensors that are made there; tensors of the host need none. */
function deviceOf(type: RankedTensorType, { device }: ConversionScope): ConversionScope['device'] | null {
  return ttnn.layoutOf(type)?.isOnHost === true ? null : device;
}

/** The library multiplies along one dimension or along all. */
const product = conversion(ttir.ProdOp, (op, { builder }) => {
  const { input, keepDim } = op;
  const dims = op.dimArg === null ? [] : ttir.i32Numbers(op.dimArg);
  const isAll = dims.length === 0 || dims.length === input.type.rank;
  if (!isAll && dims.length > 1) return null;
  const dimArg = isAll ? null : IntegerAttr.get(dims[0]!, ttir.si64);
  return builder.create(ttnn.ProdOp, { input, keepDim, dimArg }, op.resultTypes());
});

/** Operations on one device's tensors. */
export const tensorConversions: readonly Conversion[] = [
  conversion(ttir.FullOp, (op, scope) => {
    const { type } = op.result;
    const args = {
      device: deviceOf(type, scope),
      shape: ttnn.ShapeAttr.get(type.shape),
      fillValue: op.fillValue,
    };
    return scope.builder.create(ttnn.FullOp, args, op.resultTypes());
  }),
  conversion(ttir.ZerosOp, (op, scope) => {
    const { type } = op.result;
    const args = { device: deviceOf(type, scope), shape: ttnn.ShapeAttr.get(type.shape) };
    return scope.builder.create(ttnn.ZerosOp, args, op.resultTypes());
  }),
  conversion(ttir.OnesOp, (op, scope) => {
    const { type } = op.result;
    const args = { device: deviceOf(type, scope), shape: ttnn.ShapeAttr.get(type.shape) };
    return scope.builder.create(ttnn.OnesOp, args, op.resultTypes());
  }),
  conversion(ttir.ConstantOp, (op, scope) => {
    const device = deviceOf(op.result.type, scope);
    return scope.builder.create(ttnn.ConstantOp, { device, value: op.value }, op.resultTypes());
  }),
  conversion(ttir.ArangeOp, (op, scope) => {
    const { type } = op.result;
    if (type.rank !== 1) return null;
    const { start, end, step } = op;
    const args = { device: deviceOf(type, scope), start, end, step };
    return scope.builder.create(ttnn.ArangeOp, args, op.resultTypes());
  }),
  conversion(ttir.ToLayoutOp, (op, { builder }) =>
    builder.create(ttnn.ToTensorSpecOp, { input: op.input }, op.resultTypes()),
  ),
  conversion(ttir.ReshapeOp, (op, { builder }) =>
    builder.create(ttnn.ReshapeOp, { input: op.input, shape: op.shape }, op.resultTypes()),
  ),
  conversion(ttir.PermuteOp, (op, { builder }) =>
    builder.create(ttnn.PermuteOp, { input: op.input, permutation: op.permutation }, op.resultTypes()),
  ),
  conversion(ttir.BroadcastOp, (op, { builder }) => {
    const repeatDims = ttnn.ShapeAttr.get(op.broadcastDimensions.numbers());
    return builder.create(ttnn.RepeatOp, { input: op.input, repeatDims }, op.resultTypes());
  }),
  conversion(ttir.ConcatOp, (op, { builder }) =>
    builder.create(ttnn.ConcatOp, { inputs: op.inputs, dim: op.dim }, op.resultTypes()),
  ),
  conversion(ttir.SliceStaticOp, (op, { builder }) => {
    const { input, begins, ends, step } = op;
    return builder.create(ttnn.SliceStaticOp, { input, begins, ends, step }, op.resultTypes());
  }),
  conversion(ttir.PadOp, (op, { builder }) =>
    builder.create(ttnn.PadOp, { input: op.input, padding: op.padding, value: op.value }, op.resultTypes()),
  ),
  conversion(ttir.MatmulOp, (op, { builder }) => {
    const { a, b, transposeA, transposeB } = op;
    return builder.create(ttnn.MatmulOp, { a, b, transposeA, transposeB }, op.resultTypes());
  }),
  reduction(ttir.SumOp, ttnn.SumOp),
  reduction(ttir.MeanOp, ttnn.MeanOp),
  reduction(ttir.MaxOp, ttnn.MaxOp),
  reduction(ttir.MinOp, ttnn.MinOp),
  product,
];
