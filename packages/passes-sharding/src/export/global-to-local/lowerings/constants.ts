import { type AxisList, SdyConstantOp } from '@shardform/dialect-sdy';
import { ConstantOp, tensorType } from '@shardform/dialect-stablehlo';
import { DenseElementsAttr, type InterfaceImplementation, type Operation } from '@shardform/ir-core';
import { buildLocalShard } from '../device-offset.ts';
import type { LocalConverter } from '../local-converter.ts';
import { localLowering } from '../local-lowering.ts';

interface ConstantLike extends Operation {
  readonly value: ConstantOp['value'];
}

/** Builds a constant of the local type; if the shards differ, the device's shard of the global constant. */
function lowerConstant(op: ConstantLike, converter: LocalConverter): void {
  const builder = converter.buildBefore(op);
  const [global] = converter.global(op).results;
  const type = tensorType(op.getResult().type);
  const { value } = op;
  const sharding = global!.sharding;
  if (value instanceof DenseElementsAttr && (value.isSplat || type === global!.type)) {
    const local = DenseElementsAttr.fromBytes(type, value.bytes);
    converter.replace(op, [builder.create(ConstantOp, { value: local }, [type]).output]);
    return;
  }
  // Values that aren't split keep their type.
  const whole = builder.create(ConstantOp, { value }, [global!.type]).output;
  if (sharding === null || type === global!.type) {
    converter.replace(op, [whole]);
    return;
  }
  const axes = sharding.dims.map((dim): AxisList => dim.axes);
  const part = buildLocalShard(whole, axes, type.shape, converter.meshOf(sharding), converter);
  converter.replace(op, [part]);
}

/** Gives each device its shard of an `sdy.constant`. */
export const sdyConstantLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  SdyConstantOp,
  (op) => (converter) => lowerConstant(op, converter),
);

/** Gives each device its shard of a StableHLO constant that is split. */
export const constantLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  ConstantOp,
  (op) => (converter) => {
    if (op.output.type !== converter.global(op).results[0]!.type) lowerConstant(op, converter);
  },
);
