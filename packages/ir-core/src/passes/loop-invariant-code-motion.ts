import type { Context } from '../ir/context.ts';
import { type LoopLikeOp, loopLikeOpInterface } from '../ir/interfaces.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import { isPure } from '../ir/side-effects.ts';
import type { Value } from '../ir/value.ts';
import { definePass } from '../pass/pass.ts';

/** MLIR's `loop-invariant-code-motion`. */
export const loopInvariantCodeMotion = /* @__PURE__ */ definePass({
  name: 'loop-invariant-code-motion',
  className: 'LoopInvariantCodeMotion',
  summary: 'Hoist loop invariant instructions outside of the loop',
  description:
    'Moves operations that compute the same in every iteration, have no effects and may be executed when the loop ' +
    'runs not at all before the loop, innermost loops first.',
  run(op, { context }) {
    op.walk((loop) => {
      moveLoopInvariantCode(loop, context);
    });
  },
});

/** Moves what does not depend on the iteration before the loop. Returns the number of operations moved. */
export function moveLoopInvariantCode(loop: Operation, context: Context): number {
  const loopLike = context.query(loopLikeOpInterface, loop);
  if (loopLike === undefined) return 0;
  let moved = 0;
  for (const region of loopLike.loopRegions) {
    const work: Operation[] = [];
    for (const block of region.blocks) work.push(...block);
    // Users of what was moved are looked at again, so that the list grows.
    for (const op of work) {
      if (op.parentRegion !== region || !isInvariant(op, region, loopLike, context)) continue;
      if (loopLike.moveOutOfLoop !== undefined) loopLike.moveOutOfLoop(op);
      else op.moveBefore(loop);
      moved++;
      for (const result of op.results) {
        for (let use = result.firstUse; use !== null; use = use.nextUse) {
          if (use.owner.parentRegion === region) work.push(use.owner);
        }
      }
    }
  }
  return moved;
}

function isInvariant(op: Operation, region: Region, loop: LoopLikeOp, context: Context): boolean {
  if (op.definition.isTerminator || !isPure(op, context)) return false;
  const isDefinedOutside = (value: Value): boolean =>
    loop.isDefinedOutsideOfLoop?.(value) ?? value.parentBlock?.parent?.isInside(region) !== true;
  const result = op.walk((nested) => {
    for (const { value } of nested.operands) {
      if (value.parentBlock?.parentOp?.isInside(op) === true || isDefinedOutside(value)) continue;
      return 'interrupt';
    }
    return 'advance';
  });
  return result !== 'interrupt';
}
