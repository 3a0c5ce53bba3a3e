import { expect, test } from 'vitest';
import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
import { parsed } from '../../tests/parse-text.ts';
import { cloneOp } from './clone.ts';
import type { Operation } from './operation.ts';
import { perState } from './per-state.ts';

const text = `
"d.r"() ({
  %0 = "d.a"() : () -> i32
}) : () -> ()
"d.b"() : () -> ()
`;

/** Counts operations, and how often it had to. */
function counter(): { readonly count: (op: Operation) => number; readonly computed: () => number } {
  let computed = 0;
  const count = perState((op: Operation) => {
    computed++;
    let found = 0;
    op.walk(() => {
      found++;
    });
    return found;
  });
  return { count, computed: () => computed };
}

test('what is computed of an operation is kept while nothing in it changes', () => {
  const { count, computed } = counter();
  const module = parsed(text);
  const [holder, beside] = [...module.body];
  expect([count(holder!), count(holder!)]).toEqual([2, 2]);
  beside!.setAttr('x', StringAttr.get('other'));
  expect(count(holder!)).toBe(2);
  expect(computed()).toBe(1);
});

test('after a change inside it is computed again', () => {
  const { count, computed } = counter();
  const module = parsed(text);
  expect(count(module)).toBe(4);
  module.body.firstOp!.regions[0]!.entry.firstOp!.erase();
  expect(count(module)).toBe(3);
  expect(computed()).toBe(2);
});

test('copies are asked for themselves', () => {
  const { count, computed } = counter();
  const module = parsed(text);
  const copy = cloneOp(module);
  expect([count(module), count(copy)]).toEqual([4, 4]);
  expect(computed()).toBe(2);
});
