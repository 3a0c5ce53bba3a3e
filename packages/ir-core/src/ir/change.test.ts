import { expect, test } from 'vitest';
import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
import { i32, i64 } from '../builtin/types/integer-type.ts';
import { parsed } from '../../tests/parse-text.ts';
import { changedSince, endEpoch } from './change.ts';
import type { Operation } from './operation.ts';

const text = `
%0 = "d.a"() {x = 1} : () -> i32
%1 = "d.b"(%0) : (i32) -> i32
"d.r"() ({
^bb0(%2: i32):
  "d.c"(%2) : (i32) -> ()
}) : () -> ()
`;

type Name = 'module' | 'a' | 'b' | 'r' | 'c';

/** The operations of the text by the letter of their names. */
function operations(): Record<Name, Operation> {
  const module = parsed(text);
  const [a, b, r] = [...module.body];
  return { module, a: a!, b: b!, r: r!, c: r!.regions[0]!.blocks[0]!.firstOp! };
}

/** The operations that were changed since an epoch, themselves or inside. */
function changedNames(ops: Record<Name, Operation>, since: number): string {
  return (['module', 'a', 'b', 'r', 'c'] as const).filter((name) => changedSince(ops[name], since)).join(' ');
}

test.each<[string, (ops: Record<Name, Operation>) => void, string]>([
  ['reading', ({ a }) => void a.getAttr('x'), ''],
  ['the same attribute', ({ a }) => a.setAttr('x', a.getAttr('x')), ''],
  ['the place where it is', ({ b, r }) => r.moveAfter(b), 'module r'],
  ['an attribute', ({ a }) => a.setAttr('x', StringAttr.get('other')), 'module a'],
  ['another attribute', ({ c }) => c.setAttr('y', StringAttr.get('new')), 'module r c'],
  ['a missing attribute', ({ a }) => a.setAttr('x', null), 'module a'],
  ['the type of a result', ({ b }) => b.getResult().setType(i64), 'module b'],
  ['the type of an argument', ({ r }) => r.regions[0]!.entry.arguments[0]!.setType(i64), 'module r'],
  // What defined the operand has a use less.
  ['an operand', ({ b, r }) => b.setOperand(0, r.regions[0]!.entry.arguments[0]!), 'module a b'],
  ['fewer operands', ({ c }) => c.setOperands([]), 'module r c'],
  ['an erased operation', ({ b }) => b.erase(), 'module a'],
  ['the order', ({ b, r }) => b.moveAfter(r), 'module b'],
  ['another block', ({ r }) => void r.regions[0]!.addBlock(), 'module r'],
  ['another argument', ({ r }) => void r.regions[0]!.entry.addArgument(i32, r.location), 'module r'],
])('%s is a change of', (_, change, names) => {
  const ops = operations();
  const epoch = endEpoch();
  change(ops);
  expect(changedNames(ops, epoch)).toBe(names);
  expect(changedNames(ops, endEpoch())).toBe('');
});
