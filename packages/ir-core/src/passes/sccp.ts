import { checkInterruptAfter, STEPS_PER_OPERATION } from '../budget/budget.ts';
import { propagateConstants } from '../analysis/constant-propagation.ts';
import type { Block } from '../ir/block.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import { wouldBeTriviallyDead } from '../ir/side-effects.ts';
import type { Value } from '../ir/value.ts';
import { definePass } from '../pass/pass.ts';
import { ConstantUniquer } from '../rewrite/constant-uniquer.ts';
import { Rewriter } from '../rewrite/rewriter.ts';

/** MLIR's `sccp`. */
export const sccp = /* @__PURE__ */ definePass({
  name: 'sccp',
  className: 'SCCP',
  summary: 'Sparse Conditional Constant Propagation',
  description:
    'Replaces values that are the same constant in every execution: what can be folded when branches on constants ' +
    'are taken one way only, followed through loops, regions and calls of private functions.',
  run(op, { context }) {
    const constants = propagateConstants(op, context);
    const rewriter = new Rewriter(context);
    const uniquer = new ConstantUniquer(rewriter);

    const replaceByConstant = (value: Value, block: Block): boolean => {
      const known = constants.get(value) ?? null;
      if (known === null) return false;
      const constant = uniquer.getOrCreate(block, known.dialect, known.attribute, value.type);
      if (constant === null) return false;
      value.replaceAllUsesWith(constant.getResult());
      return true;
    };

    const work: Block[] = [];
    const addBlocks = (regions: readonly Region[]): void => {
      for (const { blocks } of regions) for (const block of blocks.toReversed()) work.push(block);
    };
    const visitOp = (nested: Operation, block: Block): void => {
      checkInterruptAfter(STEPS_PER_OPERATION);
      let isReplaced = nested.resultCount > 0;
      for (const result of nested.results) isReplaced = replaceByConstant(result, block) && isReplaced;
      if (isReplaced && wouldBeTriviallyDead(nested, context)) rewriter.eraseOp(nested);
      else addBlocks(nested.regions);
    };
    addBlocks(op.regions);
    for (let block = work.pop(); block !== undefined; block = work.pop()) {
      for (const nested of block) visitOp(nested, block);
      for (const argument of block.arguments) replaceByConstant(argument, block);
    }
  },
});
