import {
  getSharding,
  setSharding,
  ShardingConstraintOp,
  type ShardingGroupOp,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { type Context, type Operation, RankedTensorType, type Value } from '@shardform/ir-core';
import type { PropagationGraph } from './propagation-graph.ts';

/** Values that have to have the same sharding, by group. */
type ShardingGroups = ReadonlyMap<bigint, readonly Value[]>;

/** Returns whether each value is in one group, as it is after the import; reports the first that isn't. */
export function haveOneGroupEach(ops: readonly ShardingGroupOp[], { diagnostics }: Context): boolean {
  const groupOf = new Map<Value, bigint>();
  for (const op of ops) {
    const { value: id } = op.groupId;
    const known = groupOf.get(op.input);
    if (known !== undefined && known !== id) {
      diagnostics.emitOn(
        op,
        'error',
        `Value can only map to one sharding group id after import. It is in the groups ${known} and ${id}: run 'sdy-sharding-group-import' first, which unites them`,
      );
      return false;
    }
    groupOf.set(op.input, id);
  }
  return true;
}

/** The groups that operations describe, of which a value is in one only. */
function shardingGroups(ops: readonly ShardingGroupOp[]): ShardingGroups {
  const groups = new Map<bigint, Value[]>();
  for (const { input, groupId } of ops) {
    const { value: id } = groupId;
    const members = groups.get(id);
    if (members === undefined) groups.set(id, [input]);
    else if (!members.includes(input)) members.push(input);
  }
  return groups;
}

/**
 * Gives all members of a group the sharding that some of them have. If members disagree, a warning is reported, and the
 * group restarts from open constraints.
 */
export function syncShardingGroups(ops: readonly ShardingGroupOp[], context: Context): void {
  for (const [id, members] of shardingGroups(ops)) {
    if (members.length < 2) continue;
    const shardings = members.map((member) => getSharding(member, context)).filter(isConstraining);
    const [first] = shardings;
    if (first === undefined) continue;
    if (shardings.every((sharding) => sharding === first)) {
      for (const member of members) setSharding(member, first, context);
    } else {
      warnOfConflict(id, members[0]!, context);
      for (const member of members) insertOpenConstraint(member, first);
    }
  }
}

/** Links the tensors of a graph that share a sharding. */
export function connectGroups(ops: readonly ShardingGroupOp[], graph: PropagationGraph): void {
  for (const members of shardingGroups(ops).values()) {
    const tensors = [...new Set(members.map((member) => graph.tensorOf(member)))];
    if (tensors.length > 1) for (const tensor of tensors) tensor.group = tensors;
  }
}

/** Returns whether a sharding splits a dimension or keeps one from being split; other axes don't count here. */
function isConstraining(sharding: TensorShardingAttr | null): sharding is TensorShardingAttr {
  return sharding?.dims.some(({ isClosed, axes }) => isClosed || axes.length > 0) ?? false;
}

function insertOpenConstraint(member: Value, { meshOrRef }: TensorShardingAttr): void {
  const rank = member.type instanceof RankedTensorType ? member.type.rank : 0;
  const constraint = ShardingConstraintOp.create(
    { input: member, sharding: TensorShardingAttr.fullyOpen(meshOrRef, rank) },
    [member.type],
    { location: member.location },
  );
  const { definingOp } = member;
  if (definingOp === null) member.parentBlock!.prepend(constraint);
  else constraint.moveAfter(definingOp);
  member.replaceUsesIf(constraint.result, (use) => use.owner !== constraint);
}

function warnOfConflict(id: bigint, member: Value, { diagnostics }: Context): void {
  const op: Operation | null = member.definingOp ?? member.parentBlock?.parentOp ?? null;
  diagnostics.warning(
    op?.location ?? member.location,
    `The initial operand shardings on the sharding groups of groupID: ${id} do not match. Inserting an open sharding constraint to all constrained values. This can be caused when shardings from different values are grouped (e.g. from jax.shard_alike) but have separate inconsistent sharding constraints on them.`,
  );
}
