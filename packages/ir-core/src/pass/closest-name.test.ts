import { expect, test } from 'vitest';
import { closestName } from './closest-name.ts';

test.each([
  ['canonicalise', ['canonicalize', 'cse'], 'canonicalize'],
  ['hepl', ['help', 'demo'], 'help'],
  ['symbol-dec', ['symbol-dce', 'inline'], 'symbol-dce'],
  ['xyz', ['canonicalize', 'cse'], null],
  ['', ['cse'], null],
])('for %j the closest of %j is %j', (name, candidates, closest) => {
  expect(closestName(name, candidates)).toBe(closest);
});
