import { type Operation, type OpReport, ShapedType, TupleType, type Type } from '@shardform/ir-core';
import { manualAxesOf } from '../attrs/manual-axes-attr.ts';
import { MeshAttr } from '../attrs/mesh-attr.ts';
import type { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import type { TensorShardingPerValueAttr } from '../attrs/tensor-sharding-per-value-attr.ts';
import { lookUpMesh } from '../mesh-table.ts';

import { AxisListCheck, isOrderedForCheck } from './axis-list-check.ts';

/** The context of a sharding that {@link verifyTensorSharding} checks it against. */
export interface ShardingUse {
  /** Type of the value; `null` for the sharding of an operation without results. */
  readonly type: Type | null;
  /** Stands before each message: `result 1 - `. */
  readonly prefix: string;
}

/** Checks a sharding at an operation against the type of the value that it is the sharding of. */
export function verifyTensorSharding(
  sharding: TensorShardingAttr,
  { type, prefix }: ShardingUse,
  op: Operation,
  report: OpReport,
): boolean {
  const mesh = lookUpMesh(op, sharding.meshOrRef);
  if (mesh === null) return report.opError(`${prefix}unknown mesh: ${String(sharding.meshOrRef)}`);
  if (type === null || !isVerified(sharding, mesh, type)) {
    const problem = tensorShardingProblem(sharding, mesh, type);
    if (problem !== null) return report.opError(prefix + problem);
    if (type !== null) remember(sharding, mesh, type);
  }
  return verifyManualAxes(sharding, prefix, op, report);
}

/** Meshes and types with which a sharding was found right: all three are interned, and stay right together. */
const verified = new WeakMap<TensorShardingAttr, WeakMap<MeshAttr, WeakSet<Type>>>();

function isVerified(sharding: TensorShardingAttr, mesh: MeshAttr, type: Type): boolean {
  return verified.get(sharding)?.get(mesh)?.has(type) === true;
}

function remember(sharding: TensorShardingAttr, mesh: MeshAttr, type: Type): void {
  let byMesh = verified.get(sharding);
  if (byMesh === undefined) verified.set(sharding, (byMesh = new WeakMap<MeshAttr, WeakSet<Type>>()));
  const types = byMesh.get(mesh);
  if (types === undefined) byMesh.set(mesh, new WeakSet([type]));
  else types.add(type);
}

/**
 * Returns an error message for an invalid sharding of a value on a mesh, or `null`.
 *
 * @param type `null` for the sharding of an operation without results, or to check the axes only.
 */
export function tensorShardingProblem(
  sharding: TensorShardingAttr,
  mesh: MeshAttr,
  type: Type | null,
): string | null {
  if (mesh.isMaximal || (type === null && sharding.isFullyReplicated)) {
    return hasNothing(sharding)
      ? null
      : 'a maximal sharding can only have a sharding with rank 0 and no replicated or unreduced axes.';
  }
  const typeProblem = type === null ? null : shapeProblem(sharding, type);
  if (typeProblem !== null) return typeProblem === OK ? null : typeProblem;
  const check = new AxisListCheck(mesh);
  for (const [i, dim] of sharding.dims.entries()) {
    if (dim.priority !== null) {
      if (dim.priority < 0n) return `dim ${i} has a negative priority`;
      if (dim.axes.length === 0 && dim.isClosed) return `dim ${i} is empty and closed but has a priority`;
    }
    const problem = check.check(dim.axes);
    if (problem !== null) return problem;
  }
  for (const [name, axes] of [
    ['replicated', sharding.replicatedAxes],
    ['unreduced', sharding.unreducedAxes],
  ] as const) {
    if (axes.length === 0) continue;
    if (!isOrderedForCheck(axes, mesh)) return `${name} axes are not ordered w.r.t. mesh`;
    const problem = check.check(axes);
    if (problem !== null) return problem;
  }
  return check.checkSubAxes();
}

/** The type is one that needs no look at the axes. */
const OK = '';

function shapeProblem(sharding: TensorShardingAttr, valueType: Type): string | null {
  let type = valueType;
  if (type instanceof TupleType) {
    if (type.types.length !== 1) {
      return `ops can only have a sharding for a tuple of size 1: '${String(type)}'`;
    }
    type = type.types[0]!;
  }
  if (!(type instanceof ShapedType)) {
    if (hasNothing(sharding)) return OK;
    return `non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: '${String(type)}', sharding: ${String(sharding)}`;
  }
  if (type.shape === null) return `only ranked tensors can have a sharding. type: '${String(type)}'`;
  const { length } = type.shape;
  return sharding.rank === length
    ? null
    : `sharding doesn't match tensor rank: ${sharding.rank} != ${length}`;
}

function hasNothing({ rank, replicatedAxes, unreducedAxes }: TensorShardingAttr): boolean {
  return rank === 0 && replicatedAxes.length === 0 && unreducedAxes.length === 0;
}

function verifyManualAxes(
  sharding: TensorShardingAttr,
  prefix: string,
  op: Operation,
  report: OpReport,
): boolean {
  for (let parent = op.parentOp; parent !== null; parent = parent.parentOp) {
    const manualAxes = manualAxesOf(parent);
    if (manualAxes === null) continue;
    for (const axis of sharding.axes()) {
      if (manualAxes.includes(axis.name)) return boundAxisError(axis.name, parent, prefix, report);
    }
  }
  return true;
}

/** Reports that an axis is manual in an operation further out. */
export function boundAxisError(name: string, parent: Operation, prefix: string, report: OpReport): false {
  return report
    .opErrorWithNotes(
      `${prefix}operates on axis "${name}" which is already bound by a parent sdy.manual_computation op`,
    )
    .note(parent.location, 'parent bounding this axis as manual');
}

/**
 * Checks the shardings of all operands, results or other values of an operation.
 *
 * @param kind what the values are, for messages: `result`.
 */
export function verifyShardingPerValue(
  attribute: TensorShardingPerValueAttr,
  types: readonly Type[],
  kind: string,
  op: Operation,
  report: OpReport,
): boolean {
  const { shardings } = attribute;
  if (types.length === 0 && shardings.length === 1) {
    const [only] = shardings;
    const mesh = lookUpMesh(op, only!.meshOrRef);
    if (only!.isFullyReplicated || mesh?.isMaximal === true) {
      return verifyTensorSharding(only!, { type: null, prefix: `${kind} 0 - ` }, op, report);
    }
  }
  if (shardings.length !== types.length) {
    return report.opError(
      `${kind} shardings don't match number of values: ${shardings.length} shardings vs ${types.length} values`,
    );
  }
  for (const [i, sharding] of shardings.entries()) {
    const prefix = valuePrefix(kind, i, types.length);
    if (!verifyTensorSharding(sharding, { type: types[i]!, prefix }, op, report)) return false;
  }
  return true;
}

/** `result - `, or `result 1 - ` where there are several. */
export function valuePrefix(kind: string, index: number, count: number): string {
  return count === 1 ? `${kind} - ` : `${kind} ${index} - `;
}
