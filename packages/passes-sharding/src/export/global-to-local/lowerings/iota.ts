import { IotaOp } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { buildOffset } from '../device-offset.ts';
import { localLowering } from '../local-lowering.ts';
import { buildShifted } from '../shift.ts';
import { axesOfDim, dropSharding } from '../split-dims.ts';

/** Adds the offset of the device's shard. */
export const iotaLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  IotaOp,
  (op) => (converter) => {
    const [global] = converter.global(op).results;
    dropSharding(op);
    const dim = op.iotaDimension.number;
    const axes = axesOfDim(global!, dim);
    if (axes.length === 0) return;
    const { builder } = converter;
    builder.setInsertionPointAfter(op);
    builder.location = op.location;
    // An axis splits the dimension, so that there is a sharding.
    const mesh = converter.meshOf(global!.sharding!);
    const offset = buildOffset(axes, op.output.type.dimSize(dim), mesh, converter);
    const shifted = buildShifted(op.output, offset, builder);
    op.output.replaceUsesIf(shifted, (use) => use.owner !== shifted.owner);
  },
);
