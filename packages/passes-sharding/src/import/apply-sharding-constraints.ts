import {
  DataFlowEdgeOp,
  dataFlowEdgeOf,
  getSharding,
  lookUpMesh,
  ManualComputationOp,
  setSharding,
  shardableValue,
  ShardingConstraintOp,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { ReturnOp } from '@shardform/dialect-func';
import {
  booleanOption,
  type Context,
  definePass,
  type ModuleOp,
  type Operation,
  type Value,
  zip,
} from '@shardform/ir-core';
import { PropagationRecorder, type RecordOptions } from '../record/propagation-recorder.ts';
import { project } from '../projection/project.ts';
import { getOrCreateShardingRule } from '../rules/sharding-rule.ts';
import { insertBehind } from './add-data-flow-edges.ts';

/**
 * Applies the shardings of constraints and manual computations to their operands, unless another user requires a
 * different one.
 */
export function applyShardingConstraints(module: ModuleOp, context: Context, record: RecordOptions): void {
  const recorder = PropagationRecorder.create(module, context, record);
  module.walk((op) => {
    if (op instanceof ShardingConstraintOp) {
      useEndOfChain(op, context);
      applyConstraint(op, context, recorder);
    } else if (op instanceof ManualComputationOp) applyInShardings(op, context);
  });
  recorder?.save();
}

function applyConstraint(
  op: ShardingConstraintOp,
  context: Context,
  recorder: PropagationRecorder | null,
): void {
  const { input, sharding } = op;
  if (!canApply(input, sharding, context)) return;
  if (isOnEdge(input, context)) {
    moveBehind(op, input);
    redirect(input, op, sharding, context);
    return;
  }
  setSharding(input, sharding, context);
  const rule = getOrCreateShardingRule(op, context);
  const mesh = lookUpMesh(op, sharding.meshOrRef);
  if (recorder === null || rule === null || mesh === null) return;
  // A scalar's sharding can only list replicated axes.
  if (sharding.rank === 0 && sharding.axes().next().done === true) return;
  const before = project(rule, [null, sharding], mesh);
  const after = project(rule, [sharding, sharding], mesh);
  recorder.record(op, { operands: [input], results: [op.result] }, { mesh, before, after });
}

function applyInShardings(op: ManualComputationOp, context: Context): void {
  zip(op.inShardings.shardings, op.operands).forEach(([sharding, operand]) => {
    const { value: input } = operand;
    if (!canApply(input, sharding, context)) return;
    if (!isOnEdge(input, context)) {
      setSharding(input, sharding, context);
      return;
    }
    const constraint = ShardingConstraintOp.create({ input, sharding }, [input.type], {
      location: input.location,
    });
    insertBehind(constraint, input, null);
    redirect(input, constraint, sharding, context);
  });
}

/** Returns whether a value has its sharding from an edge that may have other targets. */
function isOnEdge(input: Value, context: Context): boolean {
  return input.definingOp instanceof DataFlowEdgeOp || dataFlowEdgeOf(input, context) !== null;
}

function moveBehind(op: Operation, value: Value): void {
  const { definingOp } = value;
  if (definingOp !== null) {
    op.moveAfter(definingOp);
    return;
  }
  const first = value.parentBlock!.firstOp!;
  if (first !== op) op.moveBefore(first);
}

/**
 * Redirects users of a value to the constraint. An edge keeps its own sharding, as it represents several values; users
 * of the edge use the constraint instead.
 */
function redirect(
  input: Value,
  constraint: ShardingConstraintOp,
  sharding: TensorShardingAttr,
  context: Context,
): void {
  input.replaceUsesIf(constraint.result, (use) => use.owner !== constraint);
  if (sharding.unreducedAxes.length === 0) return;
  const { meshOrRef, rank, unreducedAxes, reductionOp } = sharding;
  const open = TensorShardingAttr.fullyOpen(meshOrRef, rank).with({ unreducedAxes, reductionOp });
  setSharding(input, open, context);
}

function canApply(input: Value, sharding: TensorShardingAttr, context: Context): boolean {
  return (
    sharding.isFullyClosed &&
    shardableValue(input, context) !== null &&
    getSharding(input, context) === null &&
    requiredShardings(input).every((asked) => asked === sharding)
  );
}

/** The shardings that users require, except those of `except`. */
function requiredShardings(input: Value, except: Operation | null = null): TensorShardingAttr[] {
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
 * A chain of constraints on an otherwise unconstrained tensor describes how its sharding changes; other, later users
 * use the end of the chain.
 */
function useEndOfChain(head: ShardingConstraintOp, context: Context): void {
  const { input } = head;
  if (input.definingOp instanceof ShardingConstraintOp) return;
  if (getSharding(input, context) !== null || requiredShardings(input, head).length > 0) return;
  let tail = head;
  for (let next = onlyConstraint(tail.result); next !== null; next = onlyConstraint(tail.result)) tail = next;
  if (tail === head || requiredShardings(tail.result).length > 0) return;
  input.replaceUsesIf(
    tail.result,
    ({ owner }) =>
      owner !== head && !(owner instanceof ReturnOp) && owner.parent === tail.parent && tail.isBefore(owner),
  );
}

/** The constraint that is the only user of a value. */
function onlyConstraint(value: Value): ShardingConstraintOp | null {
  const user = value.hasOneUse ? value.firstUse?.owner : null;
  return user instanceof ShardingConstraintOp ? user : null;
}

/** `sdy-apply-sharding-constraints`. */
export const applyShardingConstraintsPass = /* @__PURE__ */ definePass({
  name: 'sdy-apply-sharding-constraints',
  className: 'ApplyShardingConstraintsPass',
  summary: 'Applies constraints that dictate the sharding of their input.',
  options: {
    'debug-sharding-origins': booleanOption(
      'whether to save information about the origin of a sharding on the MLIR module',
    ),
    'debug-propagation-edge-sharding': booleanOption(
      'whether to save information about the edge source of a sharding on the MLIR module',
    ),
  },
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run: (module, { context, options }) =>
    applyShardingConstraints(module, context, {
      origins: options['debug-sharding-origins'],
      edges: options['debug-propagation-edge-sharding'],
    }),
});
