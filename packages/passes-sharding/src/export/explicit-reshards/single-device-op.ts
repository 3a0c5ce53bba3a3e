import {
  getSharding,
  rankOf,
  SHARDING,
  TensorShardingAttr,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import { type Operation, OpReport, type OpResult, RankedTensorType } from '@shardform/ir-core';
import { type GlobalMesh, globalMesh, singleDeviceOf } from '../single-device-sharding.ts';
import { insertReshardAfter, reshardOf } from './apply-factor-axes.ts';
import type { ReshardEnvironment } from './reshard-site.ts';

/** The results of an operation that one device computes. */
interface SingleDeviceResults {
  /** The sharding that places a value on the device, without dimensions. */
  readonly onDevice: TensorShardingAttr;
  readonly shardings: readonly (TensorShardingAttr | null)[];
}

/**
 * Brings the operands of an operation that one device computes to that device, and its results from there to
 * where they are used, both by way of a replicated tensor.
 *
 * @returns false when other devices compute the operation too, and it is left to others.
 */
export function reshardSingleDeviceOp(op: Operation, environment: ReshardEnvironment): boolean {
  // An operation of sdy moves a value to a device and isn't computed there.
  const results = op.definition.dialect === 'sdy' ? null : singleDeviceResults(op, environment);
  if (results === null) return false;
  if (results === 'conflict') {
    new OpReport(op, environment.context).opError('has conflicting single-device result shardings');
    return true;
  }
  const global = globalMesh(op);
  if (global === null) return true;
  bringOperands(op, results.onDevice, global, environment);
  distributeResults(op, results, global, environment);
  return true;
}

function singleDeviceResults(
  op: Operation,
  { context, meshes }: ReshardEnvironment,
): SingleDeviceResults | 'conflict' | null {
  const shardings = op.results.map((result) => getSharding(result, context));
  let found: { readonly device: number; readonly sharding: TensorShardingAttr } | null = null;
  for (const sharding of shardings) {
    const device = singleDeviceOf(sharding, meshes);
    if (sharding === null || device === null) continue;
    if (found !== null && found.device !== device) return 'conflict';
    found = { device, sharding };
  }
  if (found === null) return null;
  return { onDevice: TensorShardingAttr.fullyClosed(found.sharding.meshOrRef, 0), shardings };
}

function bringOperands(
  op: Operation,
  onDevice: TensorShardingAttr,
  { reference }: GlobalMesh,
  { context, meshes }: ReshardEnvironment,
): void {
  const device = singleDeviceOf(onDevice, meshes);
  for (const operand of op.operands) {
    const { type } = operand.value;
    if (!(type instanceof RankedTensorType)) continue;
    const sharding = getSharding(operand.value, context);
    if (singleDeviceOf(sharding, meshes) === device) continue;
    const bring = (to: TensorShardingAttr): void => {
      const reshard = reshardOf(type, to, operand.value, op);
      reshard.moveBefore(op);
      operand.set(reshard.result);
    };
    const isReplicated =
      sharding === null || (sharding.isFullyReplicated && sharding.meshOrRef === reference);
    if (!isReplicated) bring(TensorShardingAttr.fullyClosed(reference, type.rank));
    bring(onDevice);
  }
}

function distributeResults(
  op: Operation,
  { onDevice, shardings }: SingleDeviceResults,
  { reference }: GlobalMesh,
  { meshes }: ReshardEnvironment,
): void {
  const replicated = (result: OpResult): TensorShardingAttr =>
    TensorShardingAttr.fullyClosed(reference, rankOf(result));
  let last = op;
  for (const result of op.results) {
    if (!(result.type instanceof RankedTensorType)) continue;
    const whole = insertReshardAfter(result, replicated(result), last);
    last = whole;
    const original = shardings[result.index] ?? null;
    if (original === null || original.isFullyReplicated || singleDeviceOf(original, meshes) !== null)
      continue;
    last = insertReshardAfter(whole.result, original, whole);
  }
  op.setAttr(
    SHARDING,
    TensorShardingPerValueAttr.get(
      op.results.map((result) => (result.type instanceof RankedTensorType ? onDevice : replicated(result))),
    ),
  );
}
