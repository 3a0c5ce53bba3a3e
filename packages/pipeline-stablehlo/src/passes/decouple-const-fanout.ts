import { cloneOp, definePass } from '@shardform/ir-core';
import type { FuncOp } from '@shardform/dialect-func';
import { functionArgumentSharding } from '@shardform/dialect-sdy';
import { BroadcastInDimOp, ConstantOp } from '@shardform/dialect-stablehlo';
import { definedFunctions } from '../functions.ts';

/** Each use of a broadcast constant gets a copy of its own, so that each can be split in its own way. */
export const decoupleConstFanout = definePass({
  name: 'decouple-const-fanout',
  className: 'DecoupleConstFanoutPass',
  summary: 'give each use of a broadcast constant its own copy',
  run(module) {
    for (const func of definedFunctions(module)) {
      if (hasSplitArguments(func)) copyBroadcasts(func);
    }
  },
});

function hasSplitArguments(func: FuncOp): boolean {
  return func.functionType.inputs.some(
    (_, i) => functionArgumentSharding(func, i)?.dims.some((dim) => dim.axes.length > 0) === true,
  );
}

function copyBroadcasts(func: FuncOp): void {
  const shared: BroadcastInDimOp[] = [];
  func.walkOf(BroadcastInDimOp, (op) => {
    if (op.operand.definingOp instanceof ConstantOp && !op.result.hasOneUse && op.result.hasUses)
      shared.push(op);
  });
  for (const op of shared) {
    for (const use of [...op.result.uses()].slice(1)) {
      const copy = cloneOp(op);
      copy.moveBefore(use.owner);
      use.set(copy.getResult());
    }
  }
}
