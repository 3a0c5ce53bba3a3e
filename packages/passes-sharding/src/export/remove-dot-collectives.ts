import { AllGatherOp, getSharding, ReduceScatterOp, setSharding } from '@shardform/dialect-sdy';
import { type Context, definePass, type Operation } from '@shardform/ir-core';
import { isDot } from './explicit-reshards/minimal-dot.ts';

/**
 * Takes all-gathers of operands and the reduce-scatter of the result away from dots, whose back end then gathers and
 * scatters while it multiplies (collective matmul, version 1).
 */
export const removeDotCollectives = /* @__PURE__ */ definePass({
  name: 'sdy-remove-all-gather-reduce-scatter-for-cmv1',
  className: 'RemoveAllGatherReduceScatterForCMV1Pass',
  summary: 'Removes all-gathers and reduce-scatters around dots, for collective matmul',
  anchor: 'func.func',
  run(func, { context }) {
    func.walk((op) => {
      if (!isDot(op)) return;
      if (!removeGathers(op)) removeScatter(op, context);
    });
  },
});

function removeGathers(dot: Operation): boolean {
  let found = false;
  for (const operand of dot.operands) {
    const gather = operand.value.definingOp;
    if (!(gather instanceof AllGatherOp) || !gather.result.hasOneUse) continue;
    operand.set(gather.tensor);
    gather.erase();
    found = true;
  }
  return found;
}

function removeScatter(dot: Operation, context: Context): void {
  const product = dot.getResult();
  const scatter = product.firstUse?.owner;
  if (!product.hasOneUse || !(scatter instanceof ReduceScatterOp)) return;
  const sharding = getSharding(product, context);
  if (sharding !== null && sharding.unreducedAxes.length > 0) return;
  setSharding(product, scatter.outSharding, context);
  scatter.result.replaceAllUsesWith(product);
  scatter.erase();
}
