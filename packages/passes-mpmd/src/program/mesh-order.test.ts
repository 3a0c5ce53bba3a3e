import { expect, test } from 'vitest';
import { isMeshBefore } from './mesh-order.ts';

test.each([
  ['m1', 'm2', true],
  ['mesh2', 'mesh10', true],
  ['mesh10', 'mesh2', false],
  ['a', 'm1', true],
  ['m1', 'n1', false],
  ['n1', 'm1', false],
])('%s before %s: %s', (a, b, expected) => {
  expect(isMeshBefore(a, b)).toBe(expected);
});
