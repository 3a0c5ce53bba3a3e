import { haveSameElements, type IntegerAttr, type Tensor } from '@shardform/ir-core';
import { shapeText } from '../broadcast.ts';
import { isOn, type Problems } from './problems.ts';

/** Heads become one dimension: `[batch, heads, length, size]` to `[batch, length, heads * size]`. */
export function* concatenateHeadsProblems(op: { readonly input: Tensor; readonly result: Tensor }): Problems {
  const [from, to] = [op.input.type.shape, op.result.type.shape];
  if (from.length !== 4) yield `expected rank of input tensor is 4, got rank ${from.length}`;
  if (to.length !== 3) yield `expected rank of output tensor is 3, got rank ${to.length}`;
  if (from[0] !== to[0]) yield `expected output batch dimension to be ${from[0]!}, got ${to[0]!}`;
  if (from[2] !== to[1]) yield `expected output sequence dimension to be ${from[2]!}, got ${to[1]!}`;
  const hidden = from[1]! * from[3]!;
  if (to[2] !== hidden)
    yield `expected output hidden dimension to be num_heads * head_size = ${hidden}, got ${to[2]!}`;
}

/** A projection `[batch, length, hidden]` becomes queries, keys and values with heads. */
export function* splitHeadsProblems(op: {
  readonly inputTensor: Tensor;
  readonly kvInputTensor: Tensor | null;
  readonly numHeads: IntegerAttr;
  readonly numKvHeads: IntegerAttr | null;
  readonly transposeKey: IntegerAttr;
  readonly query: Tensor;
  readonly key: Tensor;
  readonly value: Tensor;
}): Problems {
  const { shape: input, rank } = op.inputTensor.type;
  if (rank !== 3) yield `expected rank of input tensor is 3, got rank ${rank}`;
  const [query, key, value] = [op.query.type, op.key.type, op.value.type];
  if ([query, key, value].some((type) => type.rank !== 4))
    yield `expected rank of query/key/value output tensor is 4, got query rank: ${query.rank}, key rank: ${key.rank}, value rank: ${value.rank}`;
  const other = op.kvInputTensor?.type.shape ?? null;
  const heads = op.numHeads.number;
  const otherHeads = op.numKvHeads?.number ?? heads;
  const size = Math.trunc(input[2]! / (other === null ? heads + 2 * otherHeads : heads));
  const otherSize = other === null ? size : Math.trunc(other[2]! / (2 * otherHeads));
  const [batch, length] = other ?? input;
  const values = [batch!, otherHeads, length!, otherSize];
  const keys = isOn(op.transposeKey) ? [batch!, otherHeads, otherSize, length!] : values;
  for (const [name, type, expected] of [
    ['query', query, [input[0]!, heads, input[1]!, size]],
    ['key', key, keys],
    ['value', value, values],
  ] as const) {
    if (!haveSameElements(type.shape, expected))
      yield `expected ${name} output shape ${shapeText(expected)}, got ${shapeText(type.shape)}`;
  }
}
