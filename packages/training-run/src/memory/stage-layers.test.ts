import { expect, test } from 'vitest';
import { smallRun } from '../../tests/small-run.ts';
import { layersByProducts } from './stage-layers.ts';

/** Sizes whose layers have as many weights of products as the head, by a factor. */
const sizes = (layers: number, head: number) => {
  const { model } = smallRun({ model: { layers, hidden: 8, heads: 4, kvHeads: 4, ffn: 16, gated: true } });
  const ofLayer = 4 * 8 * 8 + 3 * 8 * 16;
  return { ...model, vocab: (head * ofLayer) / 8 };
};

// Layers, products of the head as those of so many layers, and layers of stages.
test.each<[number, number, readonly number[]]>([
  // Of nothing but layers, the first stages end with the layer that exceeds their part.
  [8, 0.1, [5, 3]],
  [8, 2, [6, 2]],
  [24, 2.4, [4, 3, 3, 4, 3, 3, 4, 0]],
  [4, 4, [3, 1, 0]],
])('%i layers and a head of %d are divided by their products', (layers, head, expected) => {
  expect(layersByProducts(sizes(layers, head), expected.length)).toEqual(expected);
});

test('a model of 24 layers has 4, 7 and 14 layers on the first of 8, 4 and 2 stages, as measured states of nanotron have', () => {
  const model = {
    ...{ layers: 24, hidden: 2048, heads: 32, kvHeads: 32, ffn: 4096, gated: true, vocab: 49152 },
    ...{ sequence: 4096, experts: 1, expertsPerToken: 1 },
  };
  expect([8, 4, 2].map((stages) => layersByProducts(model, stages)[0])).toEqual([4, 7, 14]);
});
