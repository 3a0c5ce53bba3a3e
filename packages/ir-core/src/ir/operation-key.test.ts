import { expect, test } from 'vitest';
import { smallContext } from '../../tests/small-dialects.ts';
import { parseModule } from '../text/parse-module.ts';
import type { Operation } from './operation.ts';
import { hashOperation, isSameOperation, OperationKeys } from './operation-key.ts';

/** Whether the first two operations are the same, by all three measures. */
function compare(text: string): boolean {
  const module = parseModule(`func.func @f(%x: i32, %y: i32) {\n${text}\n  return\n}`, smallContext())!;
  const [a, b] = [...module.body.firstOp!.regions[0]!.entry] as [Operation, Operation];
  const keys = new OperationKeys();
  const same = isSameOperation(a, b);
  expect(keys.key(a) === keys.key(b)).toBe(same);
  if (same) expect(hashOperation(a)).toBe(hashOperation(b));
  return same;
}

test.each([
  ['%0 = arith.subi %x, %y : i32\n%1 = arith.subi %x, %y : i32', true],
  ['%0 = arith.subi %x, %y : i32\n%1 = arith.subi %y, %x : i32', false],
  ['%0 = arith.addi %x, %y : i32\n%1 = arith.addi %y, %x : i32', true],
  ['%0 = arith.addi %x, %x : i32\n%1 = arith.addi %x, %y : i32', false],
  ['%0 = arith.addi %x, %y : i32\n%1 = arith.muli %x, %y : i32', false],
  ['%0 = arith.constant 1 : i32\n%1 = arith.constant 1 : i32', true],
  ['%0 = arith.constant 1 : i32\n%1 = arith.constant 1 : i64', false],
  ['test.print {a = 1, b}\ntest.print {b, a = 1}', true],
  ['test.print {a = 1}\ntest.print {a = 2}', false],
  ['test.print %x : i32\ntest.print %x, %x : i32, i32', false],
  [
    'test.scope -> () { %0 = arith.addi %x, %y : i32 }\ntest.scope -> () { %1 = arith.addi %y, %x : i32 }',
    true,
  ],
  [
    'test.scope -> () { %0 = arith.addi %x, %y : i32 }\ntest.scope -> () { %1 = arith.subi %x, %y : i32 }',
    false,
  ],
  [
    'test.scope -> () { %0 = arith.subi %x, %y : i32 test.print %0 : i32 }\ntest.scope -> () { %0 = arith.subi %x, %y : i32 test.print %x : i32 }',
    false,
  ],
])('%s: %s', (text, same) => {
  expect(compare(text)).toBe(same);
});
