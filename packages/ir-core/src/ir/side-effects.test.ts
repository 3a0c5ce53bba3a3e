import { expect, test } from 'vitest';
import { smallContext } from '../../tests/small-dialects.ts';
import { parseModule } from '../text/parse-module.ts';
import type { Operation } from './operation.ts';
import { isMemoryEffectFree, isPure, isTriviallyDead, wouldBeTriviallyDead } from './side-effects.ts';

const context = smallContext();

function operations(text: string): Operation[] {
  const module = parseModule(`func.func @f(%x: i32) {\n${text}\n  return\n}`, context)!;
  return [...module.body.firstOp!.regions[0]!.entry];
}

test('an unused pure operation is dead, a used one is not', () => {
  const [first, second] = operations('%0 = arith.addi %x, %x : i32\n%1 = arith.addi %0, %0 : i32');
  expect(isTriviallyDead(first!, context)).toBe(false);
  expect(wouldBeTriviallyDead(first!, context)).toBe(true);
  expect(isTriviallyDead(second!, context)).toBe(true);
});

test('terminators, symbols and operations with unknown effects stay', () => {
  const [print, end] = operations('test.print');
  expect(isTriviallyDead(print!, context)).toBe(false);
  expect(isMemoryEffectFree(print!, context)).toBe(false);
  expect(isTriviallyDead(end!, context)).toBe(false);
  expect(isTriviallyDead(end!.parentOp!, context)).toBe(false);
});

test('an unused read is dead, though not free of effects', () => {
  const [load] = operations('%0 = test.load : i32');
  expect(isTriviallyDead(load!, context)).toBe(true);
  expect(isMemoryEffectFree(load!, context)).toBe(false);
  expect(isPure(load!, context)).toBe(false);
});

test('a region has the effects of what is in it', () => {
  const [pure, effect] = operations(
    'test.scope -> () { %1 = arith.addi %x, %x : i32 test.yield }\ntest.scope -> () { test.print test.yield }',
  );
  expect(isPure(pure!, context)).toBe(true);
  expect(isTriviallyDead(pure!, context)).toBe(true);
  expect(isTriviallyDead(effect!, context)).toBe(false);
});
