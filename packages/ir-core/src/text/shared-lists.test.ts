import { expect, test } from 'vitest';
import { parsed } from '../../tests/parse-text.ts';
import { i32Attr } from '../builtin/attrs/number-attrs.ts';

test('parsed operations with the same attributes share their list until one gets another', () => {
  const [a, b, c] = [...parsed('"d.x"() <{k = 1 : i32}> : () -> ()\n'.repeat(3)).body];
  expect(a!.properties).toBe(b!.properties);
  b!.setProperty(0, i32Attr(2));
  expect([a!, b!, c!].map((op) => String(op.properties[0]))).toEqual([
    '{k = 1 : i32}',
    '2 : i32',
    '{k = 1 : i32}',
  ]);
});
