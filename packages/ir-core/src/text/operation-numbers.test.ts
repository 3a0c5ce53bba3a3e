import { expect, test } from 'vitest';
import { parsed } from '../../tests/parse-text.ts';
import { ValueNames } from './value-names.ts';

test('names stay with operations that were moved after they were named', () => {
  const module = parsed('%0 = "d.a"() : () -> i32\n%1 = "d.b"() : () -> i32\n%2 = "d.c"() : () -> i32');
  const ops = [...module.body];
  const names = new ValueNames(module, false);
  ops[2]!.moveBefore(ops[0]!);
  expect(ops.map((op) => names.operand(op.getResult()))).toEqual(['%0', '%1', '%2']);
});

test('an operation that came later has no name', () => {
  const module = parsed('%0 = "d.a"() : () -> i32\n%1 = "d.b"() : () -> i32');
  const names = new ValueNames(module, false);
  const later = parsed('%0 = "d.c"() : () -> i32').body.firstOp!;
  later.moveBefore(module.body.lastOp!);
  expect(names.operand(later.getResult())).toBe('<<UNKNOWN SSA VALUE>>');
});
