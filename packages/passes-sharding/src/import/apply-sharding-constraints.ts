import {
  DataFlowEdgeOp,
  getSharding,
  ManualComputationOp,
  setSharding,
  shardableValue,
  ShardingConstraintOp,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { ReturnOp } from '@shardform/dialect-func';
import { booleanOption, type Context, definePass, type ModuleOp, type Operation, type Value } from '@shardform/ir-core';
import { getOrCreateShardingRule } from '../rules/sharding-rule.ts';

/**
 * Applies the shardings that constraints and manual computations ask for to their operands, where no other user
 * asks for another one.
 */
export function applyShardingConstraints(module: ModuleOp, context: Context): void {
  module.walk((op) => {
    if (op instanceof ShardingConstraintOp) {
      useEndOfChain(op, context);
      applyConstraint(op, context);
    } else if (op instanceof ManualComputationOp) applyInShardings(op, context);
  });
}

function applyConstraint(op: ShardingConstraintOp, context: Context): void {
  const { input, sharding } = op;
  if (!canApply(input, sharding, context)) return;
  if (input.definingOp instanceof DataFlowEdgeOp) {
    op.moveAfter(input.definingOp);
    redirect(input, op, sharding, context);
    return;
  }
  setSharding(input, sharding, context);
  getOrCreateShardingRule(op, context);
}

function applyInShardings(op: ManualComputationOp, context: Context): void {
  op.inShardings.shardings.forEach((sharding, i) => {
    const { value: input } = op.operands[i]!;
    if (!canApply(input, sharding, context)) return;
    const { definingOp } = input;
    if (!(definingOp instanceof DataFlowEdgeOp)) {
      setSharding(input, sharding, context);
      return;
    }
    const constraint = ShardingConstraintOp.create({ input, sharding }, [input.type], { location: input.location });
    definingOp.parent!.insertBefore(constraint, definingOp.next);
    redirect(input, constraint, sharding, context);
  });
}

/** An edge keeps its own sharding, as it stands for several values; users of the edge see the constraint instead. */
function redirect(
  input: Value,
  constraint: ShardingConstraintOp,
  sharding: TensorShardingAttr,
  context: Context,
): void {
  input.replaceUsesIf(constraint.result, (use) => use.owner !== constraint);
  if (sharding.unreducedAxes.length === 0) return;
  const { meshOrRef, unreducedAxes, reductionOp } = sharding;
  const open = sharding.opened().with({
    meshOrRef,
    dims: sharding.dims.map((dim) => dim.withAxes([]).withoutPriority().withClosed(false)),
    replicatedAxes: [],
    unreducedAxes,
    reductionOp,
  });
  setSharding(input, open, context);
}

function canApply(input: Value, sharding: TensorShardingAttr, context: Context): boolean {
  return (
    sharding.isFullyClosed &&
    shardableValue(input, context) !== null &&
    getSharding(input, context) === null &&
    askedShardings(input).every((asked) => asked === sharding)
  );
}

/** The shardings that users ask for, `except` left out. */
function askedShardings(input: Value, except: Operation | null = null): TensorShardingAttr[] {
  const asked: TensorShardingAttr[] = [];
  for (const { owner, index } of input.uses()) {
    if (owner === except) continue;
    if (owner instanceof ShardingConstraintOp) asked.push(owner.sharding);
    else if (owner instanceof ManualComputationOp) {
      const sharding = owner.inShardings.shardings[index];
      if (sharding !== undefined) asked.push(sharding);
    }
  }
  return asked;
}

/**
 * A chain of constraints on an otherwise unconstrained tensor describes how its sharding changes; other users that
 * come later see the end of the chain.
 */
function useEndOfChain(head: ShardingConstraintOp, context: Context): void {
  const { input } = head;
  if (input.definingOp instanceof ShardingConstraintOp) return;
  if (getSharding(input, context) !== null || askedShardings(input, head).length > 0) return;
  let tail = head;
  for (let next = onlyConstraint(tail.result); next !== null; next = onlyConstraint(tail.result)) tail = next;
  if (tail === head || askedShardings(tail.result).length > 0) return;
  input.replaceUsesIf(
    tail.result,
    ({ owner }) =>
      owner !== head && !(owner instanceof ReturnOp) && owner.parent === tail.parent && tail.isBefore(owner),
  );
}

/** The constraint that is the only user of a value. */
function onlyConstraint(value: Value): ShardingConstraintOp | null {
  const use = value.firstUse;
  if (use === null || use.nextUse !== null) return null;
  return use.owner instanceof ShardingConstraintOp ? use.owner : null;
}

/** `sdy-apply-sharding-constraints`. */
export const applyShardingConstraintsPass = definePass({
  name: 'sdy-apply-sharding-constraints',
  className: 'ApplyShardingConstraintsPass',
  summary: "Applies constraints that dictate the sharding of their input.",
  options: {
    'debug-sharding-origins': booleanOption('whether to save information about the origin of a sharding on the MLIR module'),
    'debug-propagation-edge-sharding': booleanOption(
      'whether to save information about the edge source of a sharding on the MLIR module',
    ),
  },
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run: (module, { context }) => applyShardingConstraints(module as ModuleOp, context),
});
