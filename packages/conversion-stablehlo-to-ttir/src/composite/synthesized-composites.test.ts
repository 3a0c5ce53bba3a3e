import { filled } from '@shardform/program-tests';
import type { NdArray } from '@shardform/runtime-sim';
import { expect, it } from 'vitest';
import { executedAfter } from '../../tests/executed.ts';

const [HEADS, QUERIES, KEYS, SIZE, VALUE] = [4, 3, 5, 8, 6];
const NUMBERS = [0.5, -1, 0.25, 2, -0.75, 1.5, 0, -0.125, 1, -2, 0.375];

/** An element of a tensor of four dimensions, whose first one is of size one. */
function at({ shape, data }: NdArray, head: number, row: number, column: number): number {
  return Number(data[(head * shape[2]! + row) * shape[3]! + column]);
}

function dot(
  query: NdArray,
  key: NdArray,
  heads: readonly [number, number],
  rows: readonly [number, number],
): number {
  const columns = Array.from({ length: SIZE }, (_, d) => d);
  return columns.reduce((sum, d) => sum + at(query, heads[0], rows[0], d) * at(key, heads[1], rows[1], d), 0);
}

/** Attention by its definition: of each query, the values weighted by the softmax of its scores. */
function attention(
  query: NdArray,
  key: NdArray,
  value: NdArray,
  scale: number,
  added: (query: number, key: number) => number,
): number[] {
  const sharers = HEADS / key.shape[1]!;
  const found: number[] = [];
  for (let head = 0; head < HEADS; head++) {
    const shared = Math.floor(head / sharers);
    for (let row = 0; row < QUERIES; row++) {
      const scores = Array.from(
        { length: KEYS },
        (_, k) => dot(query, key, [head, shared], [row, k]) * scale + added(row, k),
      );
      const weights = scores.map((score) => Math.exp(score - Math.max(...scores)));
      const total = weights.reduce((sum, weight) => sum + weight);
      for (let d = 0; d < VALUE; d++)
        found.push(weights.reduce((sum, weight, k) => sum + (weight / total) * at(value, shared, k, d), 0));
    }
  }
  return found;
}

function expectNear(
  actual: { readonly elements: readonly unknown[] } | undefined,
  expected: readonly number[],
): void {
  expect(actual?.elements.length).toBe(expected.length);
  expected.forEach((number, i) => {
    if (Number.isFinite(number)) expect(Number(actual!.elements[i])).toBeCloseTo(number, 5);
    else expect(Number(actual!.elements[i])).toBe(number);
  });
}

it('latent attention takes values from keys, which heads share, and sees nothing behind a query', () => {
  const query = filled('f32', [1, HEADS, QUERIES, SIZE], NUMBERS);
  const key = filled('f32', [1, 2, KEYS, SIZE], NUMBERS.toReversed());
  const text = `func.func @main(%q: tensor<1x4x3x8xf32>, %k: tensor<1x2x5x8xf32>) -> tensor<1x4x3x6xf32> {
  %0 = stablehlo.custom_call @tt.flash_mla_prefill(%q, %k) {mhlo.frontend_attributes = {head_dim_v = "6"}} : (tensor<1x4x3x8xf32>, tensor<1x2x5x8xf32>) -> tensor<1x4x3x6xf32>
  return %0 : tensor<1x4x3x6xf32>
}`;
  const [actual] = executedAfter(text, [query, key]);
  const causal = (row: number, k: number): number => (k <= row ? 0 : -Infinity);
  expectNear(actual, attention(query, key, key, 1 / Math.sqrt(SIZE), causal));
});

it('latent attention takes values and a mask of their own, and a scale', () => {
  const query = filled('f32', [1, HEADS, QUERIES, SIZE], NUMBERS);
  const key = filled('f32', [1, 1, KEYS, SIZE], NUMBERS.toReversed());
  const value = filled('f32', [1, 1, KEYS, VALUE], NUMBERS.slice(3));
  const mask = filled('f32', [1, 1, QUERIES, KEYS], [0, -1, 2, -3]);
  const text = `func.func @main(%q: tensor<1x4x3x8xf32>, %k: tensor<1x1x5x8xf32>, %v: tensor<1x1x5x6xf32>, %m: tensor<1x1x3x5xf32>) -> tensor<1x4x3x6xf32> {
  %0 = stablehlo.custom_call @tt.flash_mla_prefill(%q, %k, %v, %m) {mhlo.frontend_attributes = {head_dim_v = "6", is_causal = "False", has_value = "True", has_attention_mask = "True", scale = "0.5"}} : (tensor<1x4x3x8xf32>, tensor<1x1x5x8xf32>, tensor<1x1x5x6xf32>, tensor<1x1x3x5xf32>) -> tensor<1x4x3x6xf32>
  return %0 : tensor<1x4x3x6xf32>
}`;
  const [actual] = executedAfter(text, [query, key, value, mask]);
  expectNear(
    actual,
    attention(query, key, value, 0.5, (row, k) => at(mask, 0, row, k)),
  );
});

it('scores of an indexer are sums over heads, and minus infinity behind a query', () => {
  const query = filled('f32', [1, HEADS, QUERIES, SIZE], NUMBERS);
  const key = filled('f32', [1, 1, KEYS, SIZE], NUMBERS.toReversed());
  const weights = filled('f32', [1, HEADS, QUERIES, 1], [1, -0.5, 2]);
  const text = `func.func @main(%q: tensor<1x4x3x8xf32>, %k: tensor<1x1x5x8xf32>, %w: tensor<1x4x3x1xf32>) -> tensor<1x1x3x5xf32> {
  %0 = stablehlo.custom_call @tt.indexer_score_dsa(%q, %k, %w) {mhlo.frontend_attributes = {chunk_start_idx = "1"}} : (tensor<1x4x3x8xf32>, tensor<1x1x5x8xf32>, tensor<1x4x3x1xf32>) -> tensor<1x1x3x5xf32>
  return %0 : tensor<1x1x3x5xf32>
}`;
  const [actual] = executedAfter(text, [query, key, weights]);
  const expected: number[] = [];
  for (let row = 0; row < QUERIES; row++) {
    for (let k = 0; k < KEYS; k++) {
      let score = k <= row + 1 ? 0 : -Infinity;
      for (let head = 0; head < HEADS; head++)
        score += Math.max(0, dot(query, key, [head, 0], [row, k])) * at(weights, head, row, 0);
      expected.push(score);
    }
  }
  expectNear(actual, expected);
});
