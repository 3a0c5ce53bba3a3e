import { expect, test } from 'vitest';
import { AddIOp, MulIOp, smallContext, SubIOp } from '../../tests/small-dialects.ts';
import { parseModule } from '../text/parse-module.ts';
import { applyPatternsToOps, type GreedyStrictness } from './greedy.ts';
import { pattern } from './pattern.ts';

const context = smallContext();

const subToAdd = pattern(SubIOp, 'sub-to-add', (op, rewriter) => {
  rewriter.replaceOpWith(op, AddIOp, { lhs: op.lhs, rhs: op.rhs });
  return true;
});
const addToMul = pattern(AddIOp, 'add-to-mul', (op, rewriter) => {
  rewriter.replaceOpWith(op, MulIOp, { lhs: op.lhs, rhs: op.rhs });
  return true;
});

/** The operations that are left when patterns are applied to the first of a subtraction and an addition that uses it. */
function namesAfter(strictness: GreedyStrictness): string[] {
  const module = parseModule(
    `func.func @f(%x: i32, %y: i32) -> i32 {
  %0 = arith.subi %x, %y : i32
  %1 = arith.addi %0, %y : i32
  return %1 : i32
}`,
    context,
  )!;
  const { entry } = module.body.firstOp!.regions[0]!;
  const result = applyPatternsToOps([entry.firstOp!], [subToAdd, addToMul], context, { strictness });
  expect(result).toEqual({ changed: true, converged: true, allErased: true });
  return [...entry].slice(0, 2).map(({ name }) => name);
}

test('patterns are applied to the given operations, to those made from them, or to all that are reached', () => {
  expect(namesAfter('existing-ops')).toEqual(['arith.addi', 'arith.addi']);
  expect(namesAfter('existing-and-new-ops')).toEqual(['arith.muli', 'arith.addi']);
  expect(namesAfter('any-op')).toEqual(['arith.muli', 'arith.muli']);
});

test('nothing happens without operations', () => {
  expect(applyPatternsToOps([], [subToAdd], context)).toEqual({
    changed: false,
    converged: true,
    allErased: false,
  });
});
