import { defineOp, type OpReport, variadic } from '@shardform/ir-core';
import {
  countConstraint,
  devicesConstraint,
  partsConstraint,
  reductionConstraint,
} from '../attrs/constraints.ts';
import { placed, placedOrTuple } from '../placed-type.ts';
import {
  allGatherTypes,
  allReduceTypes,
  allToAllTypes,
  broadcastTypes,
  concatType,
  gatherType,
  reduceScatterTypes,
  reduceType,
  scatterTypes,
  sendType,
  splitTypes,
} from '../typing/communication.ts';
import { operandTensors, verifyTyping } from '../typing/typing.ts';

const TYPES = 'attr-dict `:` functional-type(operands, results)';

/** Copies a tensor to another device. */
export class SendOp extends defineOp('dist.send', {
  summary: 'send: copies a tensor to another device',
  operands: { input: placed },
  attrs: { device: countConstraint },
  results: { result: placed },
  effects: 'none',
  speculates: 'always',
  format: `$input \`to\` $device ${TYPES}`,
  infer: (op, report) => {
    const typing = sendType(op.input.type, op.device.number);
    if (typeof typing !== 'string') return typing;
    report.opError(typing);
    return null;
  },
}) {}

/** Copies a tensor to several devices; the results are a tuple, or a value each. */
export class BroadcastOp extends defineOp('dist.broadcast', {
  summary: 'broadcast: copies a tensor to devices',
  operands: { input: placed },
  attrs: { devices: devicesConstraint },
  results: { results: variadic(placedOrTuple) },
  effects: 'none',
  speculates: 'always',
  format: `$input \`to\` $devices ${TYPES}`,
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyTyping(this, report, broadcastTypes(this.input.type, this.devices.numbers()));
  }
}

/** Gives each of several devices an equal shard of a tensor; the results are a tuple, or a value each. */
export class ScatterOp extends defineOp('dist.scatter', {
  summary: 'scatter: splits a tensor among devices',
  operands: { input: placed },
  attrs: { axis: countConstraint, devices: devicesConstraint },
  results: { results: variadic(placedOrTuple) },
  effects: 'none',
  speculates: 'always',
  format: `$input \`along\` $axis \`to\` $devices ${TYPES}`,
}) {
  override verifyOp(report: OpReport): boolean {
    const typing = scatterTypes(this.input.type, this.axis.number, this.devices.numbers());
    return verifyTyping(this, report, typing);
  }
}

/** Concatenates the shards of a tensor on one device. */
export class GatherOp extends defineOp('dist.gather', {
  summary: 'gather: concatenates shards of a tensor on one device',
  operands: { inputs: variadic(placedOrTuple) },
  attrs: { axis: countConstraint, device: countConstraint },
  results: { result: placed },
  effects: 'none',
  speculates: 'always',
  format: `$inputs \`along\` $axis \`to\` $device ${TYPES}`,
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyTyping(this, report, gatherType(operandTensors(this), this.axis.number, this.device.number));
  }
}

/** Combines tensors of several devices element by element on one device. */
export class ReduceOp extends defineOp('dist.reduce', {
  summary: 'reduce: combines tensors of several devices on one',
  operands: { inputs: variadic(placedOrTuple) },
  attrs: { reduction: reductionConstraint, device: countConstraint },
  results: { result: placed },
  effects: 'none',
  speculates: 'always',
  format: `$reduction $inputs \`to\` $device ${TYPES}`,
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyTyping(this, report, reduceType(operandTensors(this), this.device.number));
  }
}

/** Combines tensors of several devices element by element; each gets the result. */
export class AllReduceOp extends defineOp('dist.all_reduce', {
  summary: 'all-reduce: combines tensors of several devices on all of them',
  operands: { inputs: variadic(placedOrTuple) },
  attrs: { reduction: reductionConstraint },
  results: { results: variadic(placedOrTuple) },
  effects: 'none',
  speculates: 'always',
  format: `$reduction $inputs ${TYPES}`,
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyTyping(this, report, allReduceTypes(operandTensors(this)));
  }
}

/** Concatenates the shards of a tensor on each of the devices that have one. */
export class AllGatherOp extends defineOp('dist.all_gather', {
  summary: 'all-gather: concatenates shards of a tensor on all devices that have one',
  operands: { inputs: variadic(placedOrTuple) },
  attrs: { axis: countConstraint },
  results: { results: variadic(placedOrTuple) },
  effects: 'none',
  speculates: 'always',
  format: `$inputs \`along\` $axis ${TYPES}`,
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyTyping(this, report, allGatherTypes(operandTensors(this), this.axis.number));
  }
}

/** Combines tensors of several devices element by element; each gets an equal shard of the result. */
export class ReduceScatterOp extends defineOp('dist.reduce_scatter', {
  summary: 'reduce-scatter: combines tensors of several devices and splits the result among them',
  operands: { inputs: variadic(placedOrTuple) },
  attrs: { reduction: reductionConstraint, axis: countConstraint },
  results: { results: variadic(placedOrTuple) },
  effects: 'none',
  speculates: 'always',
  format: `$reduction $inputs \`along\` $axis ${TYPES}`,
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyTyping(this, report, reduceScatterTypes(operandTensors(this), this.axis.number));
  }
}

/** Each device sends a part of its tensor to each other, and puts together what it gets. */
export class AllToAllOp extends defineOp('dist.all_to_all', {
  summary: 'all-to-all: exchanges slices of tensors among devices',
  operands: { inputs: variadic(placedOrTuple) },
  attrs: { split_axis: countConstraint, concat_axis: countConstraint },
  results: { results: variadic(placedOrTuple) },
  effects: 'none',
  speculates: 'always',
  format: `$inputs \`split\` $split_axis \`concat\` $concat_axis ${TYPES}`,
}) {
  override verifyOp(report: OpReport): boolean {
    const typing = allToAllTypes(operandTensors(this), this.splitAxis.number, this.concatAxis.number);
    return verifyTyping(this, report, typing);
  }
}

/** Splits a tensor into equal slices on its device, such as a batch into microbatches. */
export class SplitOp extends defineOp('dist.split', {
  summary: 'splits a tensor into equal slices on its device',
  operands: { input: placed },
  attrs: { axis: countConstraint, parts: partsConstraint },
  results: { results: variadic(placedOrTuple) },
  effects: 'none',
  speculates: 'always',
  format: `$input \`along\` $axis \`into\` $parts ${TYPES}`,
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyTyping(this, report, splitTypes(this.input.type, this.axis.number, this.parts.number));
  }
}

/** Concatenates slices of a tensor on their device. */
export class ConcatOp extends defineOp('dist.concat', {
  summary: 'concatenates tensors of one device',
  operands: { inputs: variadic(placedOrTuple) },
  attrs: { axis: countConstraint },
  results: { result: placed },
  effects: 'none',
  speculates: 'always',
  format: `$inputs \`along\` $axis ${TYPES}`,
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyTyping(this, report, concatType(operandTensors(this), this.axis.number));
  }
}

/** The operations that move tensors, or take them apart and put them together. */
export const communicationOps = [
  SendOp,
  BroadcastOp,
  ScatterOp,
  GatherOp,
  ReduceOp,
  AllReduceOp,
  AllGatherOp,
  ReduceScatterOp,
  AllToAllOp,
  SplitOp,
  ConcatOp,
];
