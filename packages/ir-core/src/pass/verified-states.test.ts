import { expect, test } from 'vitest';
import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
import type { Operation } from '../ir/operation.ts';
import { i32, i64 } from '../builtin/types/integer-type.ts';
import { parsed } from '../../tests/parse-text.ts';
import { VerifiedStates } from './verified-states.ts';

const text = `
%0 = "d.a"() {x = 1} : () -> i32
%1 = "d.b"(%0) : (i32) -> i32
"d.r"() ({
^bb0(%2: i32):
  "d.c"(%2) : (i32) -> ()
}) : () -> ()
`;

/** The operations of the text by the letter of their names. */
function operations(): Record<'module' | 'a' | 'b' | 'r' | 'c', Operation> {
  const module = parsed(text);
  const [a, b, r] = [...module.body];
  return { module, a: a!, b: b!, r: r!, c: r!.regions[0]!.blocks[0]!.firstOp! };
}

test('an operation that nobody touched is unchanged', () => {
  const { module, b } = operations();
  const states = new VerifiedStates();
  expect(states.isUnchanged(module)).toBe(false);
  states.remember(module);
  expect(states.isUnchanged(module)).toBe(true);
  expect(states.isUnchanged(b)).toBe(false);
  b.moveBefore(module.regions[0]!.blocks[0]!.lastOp!);
  expect(states.isUnchanged(module)).toBe(true);
});

test.each<[string, (ops: ReturnType<typeof operations>) => void]>([
  ['an attribute', ({ a }) => a.setAttr('x', StringAttr.get('other'))],
  ['another attribute', ({ c }) => c.setAttr('y', StringAttr.get('new'))],
  ['a missing attribute', ({ a }) => a.setAttr('x', null)],
  ['the type of a result', ({ b }) => void (b.getResult().type = i64)],
  ['the type of an argument', ({ r }) => void (r.regions[0]!.blocks[0]!.arguments[0]!.type = i64)],
  ['an operand', ({ b, r }) => b.setOperand(0, r.regions[0]!.blocks[0]!.arguments[0]!)],
  ['fewer operands', ({ c }) => c.setOperands([])],
  ['an erased operation', ({ b }) => b.erase()],
  ['the order', ({ b, r }) => b.moveAfter(r)],
  ['another block', ({ r }) => void r.regions[0]!.addBlock()],
  ['another argument', ({ r }) => void r.regions[0]!.blocks[0]!.addArgument(i32, r.location)],
])('%s is a change', (_, change) => {
  const ops = operations();
  const states = new VerifiedStates();
  states.remember(ops.module);
  change(ops);
  expect(states.isUnchanged(ops.module)).toBe(false);
});
