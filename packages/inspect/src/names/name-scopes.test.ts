import { describe, expect, test } from 'vitest';
import { isInBackwardPass, nameScopes } from './name-scopes.ts';

describe('the name scopes of an operation', () => {
  test.each([
    ['block0/mlp/dot_general', ['block0', 'mlp']],
    ['jvp(block0)/mlp/dot_general', ['block0', 'mlp']],
    ['transpose(jvp(block0))/dot_general', ['block0, backward']],
    ['vmap(jvp(block0))/add', ['block0']],
    ['add', []],
  ])('%s: those that a person gave, without transformations', (name, scopes) => {
    expect(nameScopes(name)).toEqual(scopes);
  });

  test.each([
    'jvp()/reduce_sum',
    'bsd,dhk->bshk/dot_general',
    'transpose(jvp(b...,dh->b...h))/dot_general',
    'checkpoint/add',
  ])('%s: none that JAX made itself', (name) => {
    expect(nameScopes(name)).toEqual([]);
  });

  test('an operation of the backward pass is known without a name', () => {
    expect(isInBackwardPass('transpose(jvp())/mul')).toBe(true);
    expect(isInBackwardPass('jvp()/mul')).toBe(false);
  });
});
