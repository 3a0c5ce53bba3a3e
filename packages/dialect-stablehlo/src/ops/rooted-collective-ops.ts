import {
  defineOp,
  i32,
  type OpReport,
  optionalAttr,
  RankedTensorType,
  singleBlockImplicitTerminator,
  sizedRegion,
  type SymbolTables,
  type Type,
  unitAttr,
  variadic,
  type Operation,
  lastOf,
} from '@shardform/ir-core';
import { ReplicaGroupMeshAxesAttr } from '../attrs/replica-group-mesh-axes-attr.ts';
import { tensor } from '../constraints.ts';
import { ifKnownSizesStay } from '../speculatability.ts';
import {
  optionalChannelHandle,
  replicaGroupsAttr,
  type ReplicaGroups,
  verifyChannel,
  verifyReplicaGroupMesh,
  verifyReplicaGroups,
} from './collective-checks.ts';
import { returnedTypes, verifyReducer } from './reducer.ts';

/**
 * Why the operands of a collective with a root are wrong, or `null`. With a dynamic root the last operand tells the
 * root of each other operand.
 */
function operandsProblem(name: string, types: readonly Type[], hasDynamicRoot: boolean): string | null {
  if (!hasDynamicRoot) return types.length > 0 ? null : `${name} requires at least one data operand`;
  const what = `${name} with has_dynamic_root=true`;
  if (types.length < 2) return `${what} requires at least two operands (data + root)`;
  const root = lastOf(types);
  if (!(root instanceof RankedTensorType) || root.rank !== 1 || root.elementType !== i32) {
    return `last operand of ${what} must be a rank-1 i32 tensor, but got '${String(root)}'`;
  }
  const [size] = root.shape;
  return size! < 0 || size === types.length - 1
    ? null
    : `last operand of ${what} must have the same number of elements as data operands (${types.length - 1}), but got ${size}`;
}

/** Gives all members of a group the operands of one of them (StableHLO spec, "collective_broadcast"). */
export class CollectiveBroadcastOp extends defineOp('stablehlo.collective_broadcast', {
  summary: 'collective broadcast: sends a tensor to its process group',
  operands: { operands: variadic(tensor) },
  attrs: {
    replica_groups: replicaGroupsAttr,
    channel_handle: optionalChannelHandle,
    has_dynamic_root: optionalAttr(unitAttr),
  },
  results: { results: variadic(tensor) },
  effects: 'unknown',
  speculates: ifKnownSizesStay,
  infer: (op) => {
    const types = op.operandTypes();
    return op.hasDynamicRoot === null ? types : types.slice(0, -1);
  },
}) {
  verifySymbolUses(report: OpReport, symbols: SymbolTables): boolean {
    return verifyReplicaGroupMesh(this, this.replicaGroups, report, symbols);
  }

  override verifyOp(report: OpReport): boolean {
    const problem =
      operandsProblem('collective_broadcast', this.operandTypes(), this.hasDynamicRoot !== null) ??
      broadcastGroupsProblem(this.replicaGroups);
    return problem === null || report.error(problem);
  }
}

function broadcastGroupsProblem(groups: ReplicaGroups): string | null {
  if (groups instanceof ReplicaGroupMeshAxesAttr) return null;
  const rank = groups.type.shape?.length ?? 0;
  // There is no space after the comma in upstream's message either.
  if (rank !== 2) return `replica groups should be a rank 2 tensor,but instead it is of rank ${rank}`;
  const ids = groups.integers();
  const negative = ids.find((id) => id < 0n);
  if (negative !== undefined) return `replica_groups values must be positive, but was given ${negative}`;
  const seen = new Set<bigint>();
  const twice = ids.find((id) => seen.size === seen.add(id).size);
  return twice === undefined ? null : `replica id #${twice} seen more than once`;
}

/** Combines the operands of all members of a group for one of them (StableHLO spec, "collective_reduce"). */
export class CollectiveReduceOp extends defineOp('stablehlo.collective_reduce', {
  summary: 'collective reduce: reduces the tensors of a process group on one process',
  operands: { operands: variadic(tensor) },
  attrs: {
    replica_groups: replicaGroupsAttr,
    channel_handle: optionalChannelHandle,
    use_global_device_ids: optionalAttr(unitAttr),
    has_dynamic_root: optionalAttr(unitAttr),
  },
  results: { results: variadic(tensor) },
  regions: { computation: sizedRegion(1) },
  traits: [singleBlockImplicitTerminator('stablehlo.return')],
  effects: 'unknown',
  speculates: ifKnownSizesStay,
  infer: (op) => {
    const block = op.computation.blocks[0];
    const element = block === undefined ? undefined : returnedTypes(block)[0];
    return dataTypes(op, op.hasDynamicRoot !== null).map((type) =>
      element instanceof RankedTensorType ? type.withElementType(element.elementType) : type,
    );
  },
}) {
  verifySymbolUses(report: OpReport, symbols: SymbolTables): boolean {
    return verifyReplicaGroupMesh(this, this.replicaGroups, report, symbols);
  }

  override verifyOp(report: OpReport): boolean {
    const global = this.useGlobalDeviceIds !== null;
    const problem = operandsProblem('collective_reduce', this.operandTypes(), this.hasDynamicRoot !== null);
    if (problem !== null) return report.error(problem);
    return (
      verifyReplicaGroups(this.replicaGroups, report, { sameSize: false, usesGlobalDeviceIds: global }) &&
      verifyChannel(this.channelHandle, global, report) &&
      dataTypes(this, this.hasDynamicRoot !== null).every((type) =>
        verifyReducer(this.computation, [type], [RankedTensorType.get([], type.elementType)], report),
      )
    );
  }
}

/** The types of the operands that are combined: all but a dynamic root. */
function dataTypes(op: Operation, hasDynamicRoot: boolean): RankedTensorType[] {
  const types = op.operandTypes().filter((type) => type instanceof RankedTensorType);
  return hasDynamicRoot ? types.slice(0, -1) : types;
}
