import { expect, test } from 'vitest';
import { operationNames } from './operation-names.ts';

test.each([
  ['jit(f)/jvp()/dot_general', ['jit(f)/jvp()/dot_general']],
  ['jit(f)/(a/dot_general:b/reduce_sum)', ['jit(f)/a/dot_general', 'jit(f)/b/reduce_sum']],
  [
    'jit(f)/(transpose(jvp(bsd,dhk->bshk))/dot_general:jvp()/gather)',
    ['jit(f)/transpose(jvp(bsd,dhk->bshk))/dot_general', 'jit(f)/jvp()/gather'],
  ],
  ['jit(f)/(a/(b:c):d)', ['jit(f)/a/b', 'jit(f)/a/c', 'jit(f)/d']],
  ['a;b', ['a', 'b']],
  ['jit(f)/transpose(jvp())', ['jit(f)/transpose(jvp())']],
  [')', [')']],
  ['', ['']],
])('%s', (name, expected) => {
  expect(operationNames(name)).toEqual(expected);
});
