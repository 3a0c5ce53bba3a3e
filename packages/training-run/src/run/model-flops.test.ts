import { expect, test } from 'vitest';
import { flopsOfStep } from './model-flops.ts';

// Each product of a step of one sequence of 4 tokens: twice its sizes forward, twice that backward.
const product = (...sizes: readonly number[]): number => 3 * 2 * sizes.reduce((all, size) => all * size, 1);

const sizes = {
  ...{ layers: 2, hidden: 8, heads: 4, kvHeads: 2, ffn: 16, gated: true, vocab: 24, sequence: 4 },
  ...{ experts: 1, expertsPerToken: 1 },
};

/** Scores and sums of values of all pairs of tokens by each head of width 2; causal ones are half of them. */
const attention = (2 * product(4, 4, 4, 2)) / 2;

test('a layer has products of its weights, and attention by half', () => {
  const layer =
    product(4, 8, 8) + 2 * product(4, 8, 4) + product(4, 8, 8) + 3 * product(4, 8, 16) + attention;
  expect(flopsOfStep({ model: sizes, batch: 1 })).toBe(2 * layer + product(4, 8, 24));
});

test('a token is multiplied by the experts that it goes to, and the router', () => {
  const model = { ...sizes, gated: false, experts: 4, expertsPerToken: 2 };
  const layer =
    product(4, 8, 8) +
    2 * product(4, 8, 4) +
    product(4, 8, 8) +
    2 * 2 * product(4, 8, 16) +
    product(4, 8, 4) +
    attention;
  expect(flopsOfStep({ model, batch: 1 })).toBe(2 * layer + product(4, 8, 24));
});

test('sequences count alike', () => {
  expect(flopsOfStep({ model: sizes, batch: 6 })).toBe(6 * flopsOfStep({ model: sizes, batch: 1 }));
});
