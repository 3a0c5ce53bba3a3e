import { expect, test } from 'vitest';
import { smallRun } from '../../tests/small-run.ts';
import { TransformerShape } from '../program/transformer-shape.ts';
import { keptBytes, workingBytes } from './layer-values.ts';
import { memoryStyleOf } from './memory-style.ts';

const [tokens, hidden, heads, ffn] = [3 * 16, 32, 8, 80];

function shapeOf(fields: Readonly<Record<string, unknown>>): TransformerShape {
  const model = { hidden, heads, kvHeads: heads, ffn, sequence: 16, ...(fields.model as object) };
  return new TransformerShape(smallRun({ batch: 12, microbatch: 3, precision: 'bf16', ...fields, model }));
}

function kept(fields: Readonly<Record<string, unknown>>): number {
  const shape = shapeOf(fields);
  return keptBytes(shape, memoryStyleOf(shape.run));
}

/** Logarithms of sums, in f32. */
const sums = 4 * tokens * heads;

// Elements of each kept tensor for a token.
const values = {
  input: hidden,
  normal1: hidden,
  projected: 3 * hidden,
  rotated: 2 * hidden,
  attended: hidden,
  ordered: hidden,
  middle: hidden,
  normal2: hidden,
  wide: 2 * ffn,
  gate: ffn,
  inner: ffn,
};

function bytesOf(elements: Readonly<Record<string, number>>): number {
  return 2 * tokens * Object.values(elements).reduce((all, own) => all + own, 0) + sums;
}

test('automatic differentiation keeps the operands of each operation', () => {
  expect(kept({ zero1: true })).toBe(bytesOf(values));
});

test('attention of one sequence does not change the order of tokens', () => {
  const { ordered: _, ...others } = values;
  expect(kept({ zero1: true, microbatch: 1 })).toBe(bytesOf(others) / 3);
});

test('fused kernels keep neither rotated copies nor the output of the gate', () => {
  const { rotated: _, ordered: __, gate: ___, ...others } = values;
  expect(kept({})).toBe(bytesOf(others));
});

test('operands of fused products in 8 bits have one byte', () => {
  const { rotated: _, ordered: __, gate: ___, ...others } = values;
  const narrow = tokens * (2 * hidden + ffn);
  expect(kept({ precision: 'fp8' })).toBe(bytesOf(others) - narrow);
});

test('tensor parallelism with divided states divides all values but gathered operands of products', () => {
  const gathered = 2 * tokens * 2 * hidden;
  expect(kept({ zero1: true, devices: 4, tensor: 4 })).toBe((bytesOf(values) - gathered) / 4 + gathered);
});

test('Megatron divides tokens between products with sequence parallelism only', () => {
  const between = 2 * tokens * 4 * hidden;
  const fields = { devices: 4, tensor: 4 };
  expect(kept({ ...fields, sequenceParallel: true })).toBe(kept({}) / 4);
  expect(kept(fields)).toBe((kept({}) - between) / 4 + between);
});

test('selective recomputation with FSDP keeps every second product and the result of attention', () => {
  const products = { query: hidden, value: hidden / 4, first: ffn, last: hidden };
  const fields = { devices: 2, fsdp: 2, recompute: 'selective', model: { kvHeads: heads / 4 } };
  expect(kept(fields)).toBe(bytesOf({ input: hidden, attended: hidden, ...products }));
});

test.each([
  ['whole without sequence parallelism', { devices: 4, tensor: 4 }, 1],
  ['divided by tokens with FSDP', { devices: 8, fsdp: 2, tensor: 4 }, 4],
])('full recomputation keeps the input, %s', (_, fields, parts) => {
  expect(kept({ ...fields, recompute: 'full' })).toBe((2 * tokens * hidden) / parts);
});

test('experts keep values of each of their tokens, and probabilities', () => {
  const experts = { experts: 4, expertsPerToken: 2 };
  const { wide, gate, inner, ...others } = values;
  const ofExperts = { wide: 2 * wide, gate: 2 * gate, inner: 2 * inner, routed: 2 * hidden };
  expect(kept({ zero1: true, model: experts })).toBe(bytesOf({ ...others, ...ofExperts }) + 4 * tokens * 4);
});

test('a backward pass has again all values that were not kept', () => {
  const working = (recompute: string): number => {
    const shape = shapeOf({ zero1: true, recompute });
    return workingBytes(shape, memoryStyleOf(shape.run));
  };
  for (const recompute of ['selective', 'full'])
    expect(working(recompute) + kept({ zero1: true, recompute })).toBe(working('none') + bytesOf(values));
});
