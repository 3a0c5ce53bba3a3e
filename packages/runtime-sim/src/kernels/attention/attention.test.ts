import { describe, expect, test } from 'vitest';
import {
  attention,
  attentionGradients,
  type AttentionInputs,
  type AttentionMask,
  type AttentionShape,
} from './attention.ts';

const shape: AttentionShape = {
  ...{ batch: 2, heads: 4, kvHeads: 2, queries: 3, keys: 5, depth: 2, valueDepth: 3 },
};

/** Numbers that are neither symmetric nor sorted. */
const numbers = (count: number, seed: number): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => Math.sin(seed + 1.7 * i * i + i));

const inputs: AttentionInputs = {
  query: numbers(2 * 4 * 3 * 2, 1),
  key: numbers(2 * 2 * 5 * 2, 2),
  value: numbers(2 * 2 * 5 * 3, 3),
};
const full: AttentionMask = { scale: 0.7, isCausal: false, window: null, bias: null };
const masks: readonly AttentionMask[] = [
  full,
  { ...full, isCausal: true },
  { ...full, isCausal: true, window: 2 },
  { ...full, bias: (b, h, i, j) => (b + h - i + j) / 4 },
];

/** The rows of attention by its definition: exponentials of all scores, and then their sum. */
function byDefinition(mask: AttentionMask): number[] {
  const { heads, kvHeads, queries, keys, depth, valueDepth } = shape;
  const result: number[] = [];
  for (let b = 0; b < shape.batch; b += 1)
    for (let h = 0; h < heads; h += 1)
      for (let i = 0; i < queries; i += 1) {
        const kv = b * kvHeads + Math.floor(h / (heads / kvHeads));
        const weights = Array.from({ length: keys }, (_, j) => {
          const isSeen = !mask.isCausal || (j <= i && j > i - (mask.window ?? Infinity));
          const score = Array.from(
            { length: depth },
            (_, d) =>
              inputs.query[((b * heads + h) * queries + i) * depth + d]! *
              inputs.key[(kv * keys + j) * depth + d]!,
          ).reduce((sum, own) => sum + own, 0);
          return isSeen ? Math.exp(mask.scale * score + (mask.bias?.(b, h, i, j) ?? 0)) : 0;
        });
        const total = weights.reduce((sum, own) => sum + own, 0);
        for (let d = 0; d < valueDepth; d += 1)
          result.push(
            weights.reduce((sum, own, j) => sum + own * inputs.value[(kv * keys + j) * valueDepth + d]!, 0) /
              total,
          );
      }
  return result;
}

describe('attention', () => {
  test('is its definition, with all masks', () => {
    for (const mask of masks) {
      const expected = byDefinition(mask);
      attention(inputs, shape, mask).result.forEach((own, i) => expect(own).toBeCloseTo(expected[i]!, 12));
    }
  });

  test('has the gradients that differences have', () => {
    const weights = numbers(2 * 4 * 3 * 3, 4);
    for (const mask of masks) {
      const loss = (own: AttentionInputs): number =>
        attention(own, shape, mask).result.reduce((sum, element, i) => sum + element * weights[i]!, 0);
      const gradients = attentionGradients(inputs, weights, shape, mask);
      for (const name of ['query', 'key', 'value'] as const)
        gradients[name].forEach((gradient, i) => {
          const moved = (by: number): AttentionInputs => ({
            ...inputs,
            [name]: inputs[name].map((element, k) => (k === i ? element + by : element)),
          });
          expect(gradient).toBeCloseTo((loss(moved(1e-5)) - loss(moved(-1e-5))) / 2e-5, 8);
        });
    }
  });
});
