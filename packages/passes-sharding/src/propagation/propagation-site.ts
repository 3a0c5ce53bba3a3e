import { CallOp, FuncOp } from '@shardform/dialect-func';
import {
  DataFlowEdgeOp,
  type DataFlowOp,
  dataFlowOf,
  FuncDataFlowEdgeOp,
  PropagationBarrierOp,
  type PropagationDirection,
} from '@shardform/dialect-sdy';
import { BlockArgument, OpResult, type Value } from '@shardform/ir-core';
import type { Operation } from '@shardform/ir-core';
import { identityRule } from '../rules/identity-rule.ts';
import { getOrCreateShardingRule } from '../rules/sharding-rule.ts';
import { BACKWARD, BOTH, type Direction, FORWARD, NONE } from './direction.ts';
import { isElementwise } from '../module/elementwise.ts';
import { sizesOf } from '../module/sizes-of.ts';
import type { EdgeTransform, PropagationSite } from './op-node.ts';
import { opPriorityOf } from './op-priority.ts';
import type { PropagationGraph } from './propagation-graph.ts';
import { allFactors } from './step-directions.ts';

const DIRECTIONS: Readonly<Record<PropagationDirection, Direction>> = {
  NONE,
  FORWARD,
  BACKWARD,
  BOTH,
};

/**
 * Between which tensors shardings move at an operation; `null` for operations at which nothing moves.
 *
 * Nothing that only passes values on is restricted by `conservative`.
 */
export function siteOf(
  op: Operation,
  graph: PropagationGraph,
  conservative: boolean,
): PropagationSite | null {
  if (op instanceof PropagationBarrierOp) {
    return {
      ...passOn(op, [op.input], op.result, graph),
      isElementwise: true,
      fixedDirections: allFactors(DIRECTIONS[op.direction]),
    };
  }
  if (op instanceof DataFlowEdgeOp) return edgeSite(op, graph);
  if (op instanceof FuncDataFlowEdgeOp) return funcEdgeSite(op, graph);
  const rule = getOrCreateShardingRule(op, graph.context, { conservative });
  if (rule === null || op.results.length === 0) return null;
  return {
    rule,
    tensors: [
      ...op.operands.map(({ value }) => graph.tensorOf(value)),
      ...op.results.map((result) => graph.tensorOf(result)),
    ],
    isElementwise: isElementwise(op),
    conservative,
    fixedDirections: null,
    priority: opPriorityOf(op),
    edge: null,
  };
}

/** Values that have one sharding. */
function passOn(
  op: Operation,
  sources: readonly Value[],
  target: Value,
  graph: PropagationGraph,
): PropagationSite {
  return {
    rule: identityRule(sizesOf(target.type), sources.length),
    tensors: [...sources.map((source) => graph.tensorOf(source)), graph.tensorOf(target)],
    isElementwise: false,
    conservative: false,
    fixedDirections: null,
    priority: opPriorityOf(op),
    edge: null,
  };
}

function edgeSite(op: DataFlowEdgeOp, graph: PropagationGraph): PropagationSite | null {
  const owner = op.input;
  const holder = holderOf(owner);
  const dataFlow = holder === null ? null : dataFlowOf(holder, graph.context);
  if (dataFlow === null) return null;
  const sources = dataFlow.sources(owner).map(({ value }) => value);
  return { ...passOn(op, sources, op.result, graph), edge: transformOf(dataFlow, owner) };
}

function transformOf(dataFlow: DataFlowOp, owner: Value): EdgeTransform {
  return {
    before: (sharding) => dataFlow.transformTarget(owner, sharding, 'before'),
    after: (sharding) => dataFlow.transformTarget(owner, sharding, 'after'),
  };
}

/** An argument has its sharding from all calls; the result of a call has it from what the function returns. */
function funcEdgeSite(op: FuncDataFlowEdgeOp, graph: PropagationGraph): PropagationSite | null {
  const { input } = op;
  let sources: readonly Value[] = [];
  if (input instanceof BlockArgument) {
    const func = input.owner.parentOp;
    if (func instanceof FuncOp) sources = graph.callsOf(func).map((call) => call.getOperand(input.index));
  } else if (input instanceof OpResult && input.owner instanceof CallOp) {
    const returned = graph.calledFunction(input.owner)?.body.blocks[0]?.lastOp;
    if (returned !== undefined && returned !== null) sources = [returned.getOperand(input.index)];
  }
  return sources.length === 0 ? null : passOn(op, sources, op.result, graph);
}

function holderOf(owner: Value): Operation | null {
  return owner.definingOp ?? owner.parentBlock?.parentOp ?? null;
}
