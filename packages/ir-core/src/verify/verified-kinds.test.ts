import { expect, test } from 'vitest';
import { IntegerAttr } from '../builtin/attrs/number-attrs.ts';
import { i32, i64 } from '../builtin/types/integer-type.ts';
import { anyAttr, anyRegion, anyType, optionalAttr, variadic } from '../definition/constraint.ts';
import { defineOp } from '../definition/define-op.ts';
import { terminator } from '../definition/traits.ts';
import { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import { parseModule } from '../text/parse-module.ts';
import type { OpReport } from './report.ts';
import { verifyOp } from './verifier.ts';

let checked: string[] = [];

function check(op: Operation, report: OpReport): boolean {
  const number = op.getAttr('number');
  checked.push([op.name, number, ...op.operandTypes(), '->', ...op.resultTypes()].filter(Boolean).join(' '));
  return number !== IntegerAttr.get(13n, i32) || report.opError('has an unlucky number');
}

const declaration = {
  summary: 'takes and makes values',
  operands: { inputs: variadic(anyType) },
  results: { outputs: variadic(anyType) },
  attrs: { number: optionalAttr(anyAttr) },
  effects: 'none',
  speculates: 'always',
} as const;

class ByKind extends defineOp('kind.op', declaration) {
  override verifyOp(report: OpReport): boolean {
    return check(this, report);
  }
}

class Around extends defineOp('kind.around', { summary: 'has a region', regions: { body: anyRegion } }) {
  override verifyOp(report: OpReport): boolean {
    return check(this, report);
  }
}

class End extends defineOp('kind.end', { summary: 'ends a block', traits: [terminator] }) {
  override verifyOp(report: OpReport): boolean {
    return check(this, report);
  }
}

class Always extends defineOp('always.op', declaration) {
  override verifyOp(report: OpReport): boolean {
    return check(this, report);
  }
}

const context = new Context([
  { name: 'kind', dialects: [{ name: 'kind', checksKindsOnly: true }], ops: [ByKind, Around, End] },
  { name: 'always', dialects: [{ name: 'always' }], ops: [Always] },
]);

/** Whether a program is valid, and which operations were checked for that. */
function verified(text: string): { readonly isValid: boolean; readonly checked: readonly string[] } {
  checked = [];
  const module = parseModule(text, context)!;
  return { isValid: verifyOp(module, context), checked };
}

test('of operations with the same attributes and types one is checked', () => {
  const text = `%a:2 = "kind.op"() : () -> (i32, i64)
%c = "kind.op"(%a#0) : (i32) -> i64
%d = "kind.op"(%a#0) {other.x} : (i32) -> i64
%e = "kind.op"(%a#1) : (i64) -> i64
%f = "kind.op"(%a#0) <{number = 1 : i32}> : (i32) -> i64
"kind.op"(%a#0, %c) : (i32, i64) -> ()
%h = "kind.op"(%a#0) <{number = 1 : i32}> : (i32) -> i64
`;
  expect(verified(text)).toEqual({
    isValid: true,
    checked: [
      `kind.op -> ${String(i32)} ${String(i64)}`,
      'kind.op i32 -> i64',
      'kind.op i64 -> i64',
      'kind.op 1 : i32 i32 -> i64',
      'kind.op i32 i64 ->',
    ],
  });
  expect(verified(text)).toEqual({ isValid: true, checked: [] });
});

test('what is wrong is found as often as it is there', () => {
  const text = `"kind.op"() : () -> ()
"kind.op"() <{number = 13 : i32}> : () -> ()
`;
  for (let i = 0; i < 2; i++) {
    const { isValid, checked } = verified(text);
    expect(isValid).toBe(false);
    expect(checked.at(-1)).toBe('kind.op 13 : i32 ->');
  }
});

test('what has regions, ends a block, or is of another dialect is checked each time', () => {
  const text = `"kind.around"() ({ "kind.end"() : () -> () }) : () -> ()
"always.op"() : () -> ()
`;
  const all = ['kind.around ->', 'kind.end ->', 'always.op ->'];
  expect(verified(text + text)).toEqual({ isValid: true, checked: [...all, ...all] });
});
