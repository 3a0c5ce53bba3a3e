import { expect, expectTypeOf, test } from 'vitest';
import { AddIOp, ConstantOp, MulIOp, smallContext, SubIOp } from '../../tests/small-dialects.ts';
import { IntegerAttr } from '../builtin/attrs/number-attrs.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import { parseModule } from '../text/parse-module.ts';
import { m, match } from './match.ts';

function operations(text: string): Operation[] {
  const module = parseModule(`func.func @f(%x: i32, %y: i32) {\n${text}\n  return\n}`, smallContext())!;
  return [...module.body.firstOp!.regions[0]!.entry];
}

test('captures values, operations and constants by name, with their types', () => {
  const [constant, sum, product] = operations(
    '%c = arith.constant 3 : i32\n%0 = arith.addi %x, %c : i32\n%1 = arith.muli %0, %y : i32',
  );
  const pattern = m.op(
    MulIOp,
    m.captureOp('sum', AddIOp, m.capture('x'), m.captureConstant('c', IntegerAttr)),
    m.any,
  );
  const found = match(product!, pattern);
  expectTypeOf(found!.sum).toEqualTypeOf<AddIOp>();
  expectTypeOf(found!.x).toEqualTypeOf<Value>();
  expectTypeOf(found!.c).toEqualTypeOf<IntegerAttr>();
  expect(found).toEqual({ x: sum!.getOperand(0), c: (constant as ConstantOp).value, sum });
  expect(match(product!.getResult(), pattern)).toEqual(found);
  expect(match(sum!, pattern)).toBeNull();
});

test('a name that occurs twice stands for one value', () => {
  const [same, different] = operations('%0 = arith.subi %x, %x : i32\n%1 = arith.subi %x, %y : i32');
  const pattern = m.op(SubIOp, m.capture('x'), m.capture('x'));
  expect(match(same!, pattern)).toEqual({ x: same!.getOperand(0) });
  expect(match(different!, pattern)).toBeNull();
});

test('constants are any, of a number, or such that a condition holds', () => {
  const [, sum] = operations('%c = arith.constant 4 : i32\n%0 = arith.addi %x, %c : i32');
  const isEven = m.constant((value) => value instanceof IntegerAttr && value.value % 2n === 0n);
  for (const [constant, matches] of [
    [m.constant(), true],
    [m.constant(4), true],
    [m.constant(0n), false],
    [isEven, true],
  ] as const) {
    expect(match(sum!, m.op(AddIOp, m.any, constant)) !== null).toBe(matches);
  }
  expect(match(sum!, m.op(AddIOp, m.constant(), m.any))).toBeNull();
});

test('a value may be required to have one use', () => {
  const ops = operations(
    '%0 = arith.addi %x, %y : i32\n%1 = arith.muli %0, %y : i32\ntest.print %1, %1 : i32, i32',
  );
  expect(match(ops[1]!, m.op(MulIOp, m.oneUse(m.op(AddIOp)), m.any))).not.toBeNull();
  expect(match(ops[2]!.getOperand(0), m.oneUse(m.any))).toBeNull();
});
