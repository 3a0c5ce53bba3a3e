import * as dist from '@shardform/dialect-dist';
import * as hlo from '@shardform/dialect-stablehlo';
import type { BinaryOpClass, ChannelHandleAttr, DeviceTensor } from '@shardform/dialect-stablehlo';
import {
  byOp,
  DenseElementsAttr,
  i64,
  i64Attr,
  type Operation,
  RankedTensorType,
  type Region,
  type StringAttr,
  type Tensor,
  UnitAttr,
  zip,
} from '@shardform/ir-core';
import type { ComputeBuilder } from './compute-builder.ts';
import type { ComputePrograms, Lowering } from './lowering.ts';

const combiners: Readonly<Record<dist.Reduction, BinaryOpClass>> = {
  sum: hlo.AddOp,
  max: hlo.MaxOp,
  min: hlo.MinOp,
  product: hlo.MulOp,
};

function combinerOf(op: { readonly reduction: StringAttr }): BinaryOpClass {
  // The attribute's constraint.
  return combiners[op.reduction.value as dist.Reduction];
}

function fillReducer(region: Region, value: Tensor, combiner: BinaryOpClass, build: ComputeBuilder): void {
  build.fillRegion(region, value.type.elementType, (lhs, rhs) => build.binary(combiner, lhs, rhs));
}

/** Splits a tensor into equal slices on its device. */
function divided(
  { device, value }: DeviceTensor,
  axis: number,
  count: number,
  programs: ComputePrograms,
): DeviceTensor[] {
  const build = programs.on(device);
  return Array.from({ length: count }, (_, i) => ({ device, value: build.part(value, axis, i, count) }));
}

/** Tensors put together on one device, to which they are sent from elsewhere. */
function gathered(
  parts: readonly DeviceTensor[],
  axis: number,
  device: number,
  programs: ComputePrograms,
): DeviceTensor {
  const values = parts.map((part) => programs.transfer(part, device).value);
  return { device, value: programs.on(device).joined(values, axis) };
}

/** Tensors combined, in their order, on one device, to which they are sent from elsewhere. */
function reduced(
  parts: readonly DeviceTensor[],
  combiner: BinaryOpClass,
  device: number,
  programs: ComputePrograms,
): DeviceTensor {
  const values = parts.map((part) => programs.transfer(part, device).value);
  const build = programs.on(device);
  return { device, value: values.reduce((all, own) => build.binary(combiner, all, own)) };
}

/** The properties that all devices of a collective share. */
interface CollectiveAttrs {
  readonly replicaGroups: DenseElementsAttr;
  readonly channelHandle: ChannelHandleAttr;
}

/** A collective operation of the same kind in the function of each device. */
function collective(
  operands: readonly DeviceTensor[],
  replicaGroups: DenseElementsAttr,
  programs: ComputePrograms,
  create: (value: Tensor, attrs: CollectiveAttrs, build: ComputeBuilder) => Operation,
): readonly DeviceTensor[] {
  const attrs = { replicaGroups, channelHandle: programs.newChannel() };
  return operands.map(({ device, value }) => ({
    device,
    value: hlo.tensorOf(create(value, attrs, programs.on(device)).results[0]),
  }));
}

/**
 * The processes of a collective's devices, in order, as the first of several groups: each process has to be in one,
 * also if its function does not participate. Incomplete groups are padded with -1.
 */
function groupsOf(operands: readonly DeviceTensor[], programs: ComputePrograms): DenseElementsAttr {
  const group = operands.map(({ device }) => programs.processOf(device));
  const inGroup = new Set(group);
  const ids = [...group, ...[...programs.devices.keys()].filter((id) => !inGroup.has(id))];
  const count = Math.ceil(ids.length / group.length);
  const filled = Array.from({ length: count * group.length }, (_, i) => BigInt(ids[i] ?? -1));
  return DenseElementsAttr.fromNumbers(RankedTensorType.get([count, group.length], i64), filled);
}

/** The same for collectives whose groups have to be full; `null` where they can't be. */
function fullGroupsOf(
  operands: readonly DeviceTensor[],
  programs: ComputePrograms,
): DenseElementsAttr | null {
  return programs.devices.length % operands.length === 0 ? groupsOf(operands, programs) : null;
}

function withSize(type: RankedTensorType, axis: number, change: (size: number) => number): RankedTensorType {
  return type.withShape(type.shape.map((size, dim) => (dim === axis ? change(size) : size)));
}

function allReduce(
  op: dist.AllReduceOp,
  operands: readonly DeviceTensor[],
  programs: ComputePrograms,
): readonly DeviceTensor[] {
  return collective(operands, groupsOf(operands, programs), programs, (value, attrs, build) => {
    const args = { operands: [value], ...attrs, useGlobalDeviceIds: UnitAttr.instance };
    const made = build.builder.create(hlo.AllReduceOp, args, [value.type]);
    fillReducer(made.computation, value, combinerOf(op), build);
    return made;
  });
}

function reduceScatter(
  op: dist.ReduceScatterOp,
  operands: readonly DeviceTensor[],
  programs: ComputePrograms,
): readonly DeviceTensor[] {
  const axis = op.axis.number;
  const count = operands.length;
  const groups = fullGroupsOf(operands, programs);
  if (groups === null) {
    const parts = operands.map((own) => divided(own, axis, count, programs));
    return operands.map(({ device }, to) =>
      reduced(
        parts.map((own) => own[to]!),
        combinerOf(op),
        device,
        programs,
      ),
    );
  }
  return collective(operands, groups, programs, (operand, attrs, build) => {
    const scatterDimension = i64Attr(axis);
    const args = { operand, scatterDimension, ...attrs, useGlobalDeviceIds: UnitAttr.instance };
    const type = withSize(operand.type, axis, (size) => size / count);
    const made = build.builder.create(hlo.ReduceScatterOp, args, [type]);
    fillReducer(made.computation, operand, combinerOf(op), build);
    return made;
  });
}

function allGather(
  op: dist.AllGatherOp,
  operands: readonly DeviceTensor[],
  programs: ComputePrograms,
): readonly DeviceTensor[] {
  const axis = op.axis.number;
  const sizes = new Set(operands.map(({ value }) => value.type.dimSize(axis)));
  // The collective requires operands of equal size.
  const groups = sizes.size === 1 ? fullGroupsOf(operands, programs) : null;
  if (groups === null) return operands.map(({ device }) => gathered(operands, axis, device, programs));
  return collective(operands, groups, programs, (value, attrs, { builder }) => {
    const allGatherDim = i64Attr(axis);
    const args = { operands: [value], allGatherDim, ...attrs, useGlobalDeviceIds: UnitAttr.instance };
    return builder.create(hlo.AllGatherOp, args, [
      withSize(value.type, axis, (size) => size * operands.length),
    ]);
  });
}

function allToAll(
  op: dist.AllToAllOp,
  operands: readonly DeviceTensor[],
  programs: ComputePrograms,
): readonly DeviceTensor[] {
  const [split, concat, count] = [op.splitAxis.number, op.concatAxis.number, operands.length];
  const groups = fullGroupsOf(operands, programs);
  if (groups === null) {
    const parts = operands.map((own) => divided(own, split, count, programs));
    return operands.map(({ device }, to) =>
      gathered(
        parts.map((own) => own[to]!),
        concat,
        device,
        programs,
      ),
    );
  }
  return collective(operands, groups, programs, (value, attrs, { builder }) => {
    const args = {
      operands: [value],
      splitDimension: i64Attr(split),
      concatDimension: i64Attr(concat),
      splitCount: i64Attr(count),
      ...attrs,
    };
    return builder.create(hlo.AllToAllOp, args);
  });
}

/**
 * The communication of the dialect in StableHLO: what has a source or a target as messages through a channel each,
 * the rest as collectives; those that StableHLO has for groups of one size only, as messages where there are others.
 */
export const communicationLowerings: readonly Lowering[] = [
  byOp(dist.SendOp, (op, [input], programs) => [programs.transfer(input!, op.device.number)]),
  byOp(dist.BroadcastOp, (op, [input], programs) =>
    op.devices.numbers().map((device) => programs.transfer(input!, device)),
  ),
  byOp(dist.ScatterOp, (op, [input], programs) => {
    const devices = op.devices.numbers();
    const parts = divided(input!, op.axis.number, devices.length, programs);
    return zip(devices, parts).map(([device, part]) => programs.transfer(part, device));
  }),
  byOp(dist.GatherOp, (op, inputs, programs) => [
    gathered(inputs, op.axis.number, op.device.number, programs),
  ]),
  byOp(dist.ReduceOp, (op, inputs, programs) => [
    reduced(inputs, combinerOf(op), op.device.number, programs),
  ]),
  byOp(dist.AllReduceOp, allReduce),
  byOp(dist.AllGatherOp, allGather),
  byOp(dist.ReduceScatterOp, reduceScatter),
  byOp(dist.AllToAllOp, allToAll),
  byOp(dist.SplitOp, (op, [input], programs) => divided(input!, op.axis.number, op.parts.number, programs)),
  byOp(dist.ConcatOp, (op, inputs, programs) => [
    gathered(inputs, op.axis.number, inputs[0]!.device, programs),
  ]),
  byOp(dist.TupleOp, (_, elements) => elements),
  byOp(dist.SelectOp, (op, elements) => [elements[op.index.number]!]),
  // Memory is the business of whatever runs the functions.
  byOp(dist.FreeOp, () => []),
];
