import { expect, test } from 'vitest';
import { reduceText } from './reduce.ts';

test('keeps the lines and words that the property needs', async () => {
  const text =
    'func.func @f() {\n  %0 = arith.constant 1 : i32\n  return\n}\nfunc.func @g() {\n  return\n}\n';
  const reduced = await reduceText(text, (candidate) => Promise.resolve(/constant 1\b/.test(candidate)));
  expect(reduced.trim()).toBe('arith.constant 1');
});
