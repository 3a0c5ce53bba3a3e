import {
  type MeshAttr,
  ReplicatedToUnreducedOp,
  shardIndices,
  ShardedToUnreducedOp,
} from '@shardform/dialect-sdy';
import {
  CompareOp,
  ComparisonDirectionAttr,
  ConstantOp,
  DynamicUpdateSliceOp,
  SelectOp,
  tensorOf,
} from '@shardform/dialect-stablehlo';
import {
  DenseElementsAttr,
  elementByteSize,
  type InterfaceImplementation,
  RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';
import { buildDeviceId, buildIntegerScalar, buildLookUp } from '../../device-id.ts';
import { buildOffset } from '../device-offset.ts';
import type { LocalConverter } from '../local-converter.ts';
import { localLowering } from '../local-lowering.ts';

/** Of the devices along the axes, the first one has the value, the others zeros: the sum is the value. */
export const replicatedToUnreducedLowering: InterfaceImplementation =
  /* @__PURE__ */ localLowering.implementFor(ReplicatedToUnreducedOp, (op) => (converter) => {
    const builder = converter.buildBefore(op);
    const mesh: MeshAttr = converter.meshOf(op.outSharding);
    const id = buildDeviceId(builder, converter.options.usesReplicas);
    const index = buildLookUp(shardIndices(op.axes.value, mesh), id, builder);
    const pred = builder.create(CompareOp, {
      lhs: index,
      rhs: buildIntegerScalar(builder, 0),
      comparisonDirection: ComparisonDirectionAttr.get('EQ'),
    }).result;
    const onTrue = tensorOf(op.tensor);
    const onFalse = buildZeros(onTrue.type, converter);
    converter.replace(op, [builder.create(SelectOp, { pred, onTrue, onFalse }, [onTrue.type]).result]);
  });

/** Each device pads its shard with zeros to the global shape: the sum is the whole tensor. */
export const shardedToUnreducedLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  ShardedToUnreducedOp,
  (op) => (converter) => {
    const builder = converter.buildBefore(op);
    const mesh: MeshAttr = converter.meshOf(op.outSharding);
    const update = tensorOf(op.tensor);
    const { type } = op.result;
    // A value with a sharding is a tensor.
    const operand = buildZeros(type as RankedTensorType, converter);
    const startIndices = op.axes.value.map(({ value: axes }, d) =>
      axes.length === 0
        ? buildIntegerScalar(builder, 0)
        : buildOffset(axes, update.type.dimSize(d), mesh, converter),
    );
    converter.replace(op, [
      builder.create(DynamicUpdateSliceOp, { operand, update, startIndices }, [type]).result,
    ]);
  },
);

function buildZeros(type: RankedTensorType, { builder }: LocalConverter): Tensor {
  // All bits of a zero are zero, whatever the kind of number.
  const value = DenseElementsAttr.fromBytes(type, new Uint8Array(elementByteSize(type.elementType) ?? 0));
  return builder.create(ConstantOp, { value }, [type]).output;
}
