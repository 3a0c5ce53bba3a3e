import { tensorOf } from '@shardform/dialect-stablehlo';
import { AllGatherOp, AllSliceOp, type AxisList, axisListSize, type MeshAttr } from '@shardform/dialect-sdy';
import { type InterfaceImplementation, RankedTensorType, type Tensor } from '@shardform/ir-core';
import { buildAllGather, buildReshape, buildTranspose } from '../collective-building.ts';
import { buildLocalShard } from '../device-offset.ts';
import type { LocalConverter } from '../local-converter.ts';
import { localLowering } from '../local-lowering.ts';

/** Lowers `sdy.all_gather` to StableHLO's. */
export const allGatherLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  AllGatherOp,
  (op) => (converter) => {
    converter.buildBefore(op);
    const mesh = converter.meshOf(op.outSharding);
    const axes = op.gatheringAxes.value.map((list) => list.value);
    const dims = [...axes.keys()].filter((d) => axes[d]!.length > 0);
    let value = tensorOf(op.tensor);
    if (dims.length === 1 || converter.options.perDimAllGather) {
      for (const d of dims.toReversed()) value = buildAllGather(value, d, axes[d]!, mesh, converter);
    } else if (dims.length > 1) value = gatherAtOnce(value, axes, dims, mesh, converter);
    converter.replace(op, [value]);
  },
);

/**
 * Gathers several dimensions in a new major one, whose chunks are then moved in front of the dimensions that they
 * belong to.
 */
function gatherAtOnce(
  operand: Tensor,
  axes: readonly AxisList[],
  dims: readonly number[],
  mesh: MeshAttr,
  converter: LocalConverter,
): Tensor {
  const { builder } = converter;
  const { shape } = operand.type;
  const factors = dims.map((d) => axisListSize(axes[d]!, mesh));
  const gathered = buildAllGather(
    buildReshape(operand, [1, ...shape], builder),
    0,
    dims.flatMap((d) => axes[d]!),
    mesh,
    converter,
  );
  const split = buildReshape(gathered, [...factors, ...shape], builder);
  const order = shape.flatMap((_, d) => {
    const factor = dims.indexOf(d);
    return factor < 0 ? [dims.length + d] : [factor, dims.length + d];
  });
  const result = shape.map((size, d) => size * (factors[dims.indexOf(d)] ?? 1));
  return buildReshape(buildTranspose(split, order, builder), result, builder);
}

/** Lowers `sdy.all_slice` to a slice at offsets that depend on the device. */
export const allSliceLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  AllSliceOp,
  (op) => (converter) => {
    converter.buildBefore(op);
    const axes = op.slicingAxes.value.map((list) => list.value);
    const { type } = op.result;
    const shape = type instanceof RankedTensorType ? type.shape : [];
    const mesh = converter.meshOf(op.outSharding);
    converter.replace(op, [buildLocalShard(tensorOf(op.tensor), axes, shape, mesh, converter)]);
  },
);
