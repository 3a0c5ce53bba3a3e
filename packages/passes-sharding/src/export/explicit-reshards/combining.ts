import { OpShardingRuleAttr, type ReductionOp } from '@shardform/dialect-sdy';
import { ReduceOp, ScatterOp } from '@shardform/dialect-stablehlo';
import { type Block, IntegerType, type Operation, ShapedType } from '@shardform/ir-core';
import { isZeroConstant } from '../zero-constant.ts';

const REDUCERS: ReadonlyMap<string, ReductionOp> = new Map([
  ['stablehlo.add', 'sum'],
  ['stablehlo.maximum', 'max'],
  ['stablehlo.minimum', 'min'],
]);

/** The same for truth values, of which `or` is the maximum. */
const LOGICAL_REDUCERS: ReadonlyMap<string, ReductionOp> = new Map([
  ['stablehlo.or', 'max'],
  ['stablehlo.maximum', 'max'],
  ['stablehlo.and', 'min'],
  ['stablehlo.minimum', 'min'],
]);

/**
 * Returns the reductions that combine the partial results of an operation, one per shard of the reduced dimensions.
 * `null` if no cross-device reduction does.
 */
export function combiningReductions(op: Operation): readonly ReductionOp[] | null {
  if (op instanceof ScatterOp) return scatterReductions(op);
  // Products of matrices, convolutions and gathers are sums.
  if (!(op instanceof ReduceOp)) return op.results.map(() => 'sum');
  const block = op.body.entry;
  const reductions: ReductionOp[] = [];
  for (const [i, init] of op.initValues.entries()) {
    const reduction = reducerAt(block, i, op.initValues.length);
    if (reduction === null) return null;
    // Each device starts with the initial value.
    if (reduction === 'sum' && !isZeroConstant(init)) return null;
    reductions.push(reduction);
  }
  return reductions;
}

/** All devices but the first one of each group start with the identity of the reduction. */
function scatterReductions(op: ScatterOp): readonly ReductionOp[] | null {
  const block = op.updateComputation.entry;
  const reductions = op.inputs.map((_, i) => reducerAt(block, i, op.inputs.length));
  return reductions.every((reduction) => reduction !== null) ? reductions : null;
}

/** Returns the reduction that a region applies to the `index`-th of `count` accumulators and the element for it. */
function reducerAt(block: Block, index: number, count: number): ReductionOp | null {
  const reducer = block.lastOp!.operands[index]?.value.definingOp ?? null;
  if (reducer?.operands.length !== 2) return null;
  const [a, b] = reducer.operandValues();
  const [accumulator, element] = [block.arguments[index], block.arguments[index + count]];
  const takesBoth = (a === accumulator && b === element) || (a === element && b === accumulator);
  if (!takesBoth) return null;
  const { type } = reducer.getResult();
  const isLogical =
    type instanceof ShapedType && type.elementType instanceof IntegerType && type.elementType.width === 1;
  return (isLogical ? LOGICAL_REDUCERS : REDUCERS).get(reducer.name) ?? null;
}

/** Returns the rule with its reduction factors marked as needing replication. */
export function withoutSplitReductions(rule: OpShardingRuleAttr): OpShardingRuleAttr {
  const { operands, results, permutation, blockedPropagation, isCustom } = rule;
  const needReplication = [...rule.needReplication, ...rule.reduction].sort((a, b) => a - b);
  const special = { needReplication, permutation, blockedPropagation };
  return OpShardingRuleAttr.get(rule.factorSizes, operands, results, special, isCustom);
}
