import { type FloatAttr, haveSameElements, type IntegerAttr, product, type Tensor } from '@shardform/ir-core';
import type { AttentionMaskTypeAttr } from '@shardform/dialect-ttcore';
import { isFloat, isInteger, isOn, type Problems } from './problems.ts';

/** Query, key and value with the result of attention. */
export interface Attention {
  readonly query: Tensor;
  readonly key: Tensor;
  readonly result: Tensor;
  readonly attentionMask: Tensor | null;
  readonly isCausal: IntegerAttr | null;
}

/** Query, key and result have four dimensions. */
export function* fourDimensionalProblems({
  query,
  key,
  result,
}: Pick<Attention, 'query' | 'key' | 'result'>): Problems {
  if (query.type.rank !== 4) yield 'Query must be a 4D tensor';
  if (key.type.rank !== 4) yield 'Key/Value must be a 4D tensor';
  if (result.type.rank !== 4) yield 'Output must be a 4D tensor';
}

/** Sizes of keys fit to those of queries: batch, size and number of heads. */
export function* headProblems(
  key: readonly number[],
  { batch, heads, headSize }: { readonly batch: number; readonly heads: number; readonly headSize: number },
): Problems {
  if (key[0] !== batch) yield 'Key/Value batch size must match query batch size';
  if (key[3] !== headSize) yield 'Key/Value head size must match query head size';
  if (heads % key[1]! !== 0) yield 'Query num heads must be divisible by key/value num heads';
}

/** A mask is there only where nothing else says what is left out, and has four dimensions. */
export function* maskKindProblems({
  attentionMask,
  isCausal,
}: Pick<Attention, 'attentionMask' | 'isCausal'>): Problems {
  if (attentionMask === null) return;
  if (isOn(isCausal)) yield 'Attention mask is not allowed when is_causal is true';
  if (attentionMask.type.rank !== 4) yield 'Attention mask must be a 4D tensor';
}

/** Attention of a whole sequence. Whether a mask may be stretched along the query is said by `stretches`. */
export function* attentionSizeProblems(op: Attention, stretches: boolean): Problems {
  const [query, key] = [op.query.type.shape, op.key.type.shape];
  const [batch, heads, length, headSize] = [query[0]!, query[1]!, query[2]!, query[3]!];
  const keys = key[2]!;
  yield* headProblems(key, { batch, heads, headSize });
  yield* maskKindProblems(op);
  const mask = op.attentionMask?.type.shape;
  if (mask !== undefined) {
    if (mask[0] !== 1 && mask[0] !== batch)
      yield 'Attention mask batch size must be 1 (broadcast) or match query batch size';
    if (mask[1] !== 1 && mask[1] !== heads)
      yield 'Attention mask dim 1 must be 1 (broadcast) or match query num heads';
    if (mask[2] !== length && !(stretches && mask[2] === 1))
      yield stretches
        ? 'Attention mask dim 2 must be 1 (broadcast) or match query sequence length'
        : 'Attention mask at dim 2 must match query sequence length';
    if (mask[3] !== keys)
      yield 'Attention mask at dim 3 must match key/value sequence length (max sequence length)';
  }
  if (isOn(op.isCausal) && length !== keys)
    yield 'Sequence length must match key/value sequence length when is_causal is true';
}

/** Attention of a whole sequence. */
export function* attentionProblems(op: Attention & { readonly value: Tensor }): Problems {
  if (op.query.type !== op.result.type) yield 'Query and result must have the same type';
  if (op.key.type !== op.value.type) yield 'Key and value must have the same type';
  yield* fourDimensionalProblems(op);
  yield* attentionSizeProblems(op, true);
}

/** Attention of one step of each user to a cache. */
export interface DecodeAttention extends Attention {
  readonly curPosTensor: Tensor | null;
}

/** The position of each user is an integer. */
export function* positionProblems({ query, curPosTensor }: DecodeAttention, isSized: boolean): Problems {
  if (curPosTensor === null) return;
  const { type } = curPosTensor;
  if (!isInteger(type.elementType)) yield 'Cur pos tensor must be a tensor of integers';
  if (type.rank !== 1) yield 'Cur pos tensor must be a 1D tensor';
  if (isSized && type.shape[0] !== query.type.shape[1])
    yield 'Cur pos tensor batch size must match query batch size';
}

/** Sizes of keys and of a mask for one step. */
export function* decodeSizeProblems(op: DecodeAttention): Problems {
  const [query, key] = [op.query.type.shape, op.key.type.shape];
  const [batch, heads, headSize] = [query[1]!, query[2]!, query[3]!];
  yield* headProblems(key, { batch, heads, headSize });
  yield* maskKindProblems(op);
  const mask = op.attentionMask?.type.shape;
  if (mask === undefined) return;
  if (mask[0] !== 1 && mask[0] !== batch)
    yield 'Attention mask batch size must be 1 (broadcast) or match query batch size';
  if (mask[1] !== 1) yield 'Attention mask dim 1 must be 1';
  if (mask[2] !== 1 && mask[2] !== heads)
    yield 'Attention mask num heads must be 1 (broadcast) or match query num heads';
  if (mask[3] !== key[2]) yield 'Attention mask sequence length must match key/value sequence length';
}

/** Attention of one step of each user. */
export function* decodeAttentionProblems(op: DecodeAttention & { readonly value: Tensor }): Problems {
  if (op.query.type !== op.result.type) yield 'Query and result must have the same type';
  yield* positionProblems(op, false);
  if (op.key.type !== op.value.type) yield 'Key and value must have the same type';
  yield* fourDimensionalProblems(op);
  if (op.query.type.shape[0] !== 1) yield 'Query dim 0 must be 1';
  yield* positionProblems(op, true);
  yield* decodeSizeProblems(op);
}

/** Attention to a cache whose pages a table lists for each user. */
interface PagedAttention {
  readonly query: Tensor;
  readonly key: Tensor;
  readonly value: Tensor;
  readonly pageTable: Tensor;
}

/** A page holds whole tiles of rows. */
const TILE_ROWS = 32;

/** Attention of one step of each user to a cache of pages. */
export function* pagedAttentionProblems(
  op: PagedAttention & Pick<DecodeAttention, 'attentionMask' | 'isCausal' | 'curPosTensor'>,
): Problems {
  const [query, key, value, pages] = [op.query.type, op.key.type, op.value.type, op.pageTable.type];
  if (![query, key, value].every(({ elementType }) => isFloat(elementType)))
    yield 'Query, key, and value must be float tensors.';
  if (!isInteger(pages.elementType)) yield 'Page table must be an integer tensor.';
  if (key !== value) yield 'Key and value must have the same shape and data type.';
  if (query.rank !== 4) yield 'Query must be a 4D tensor.';
  if (key.rank !== 4) yield 'Key/Value tensor must be a 4D tensor.';
  if (pages.rank !== 2) yield 'Page table tensor must be a 2D tensor.';
  const [, users, heads, headSize] = query.shape;
  if (headSize !== key.shape[3]) yield 'Query head size must match key/value head size.';
  if (heads! % key.dimSize(1) !== 0) yield 'Query num heads must be divisible by key/value num heads.';
  if (key.dimSize(2) % TILE_ROWS !== 0) yield 'Block size must be divisible by 32.';
  if (pages.shape[0] !== users) yield 'Page table number of users must match query number of users.';
  const causal = isOn(op.isCausal);
  if (causal && op.attentionMask !== null) yield 'Attention mask is not allowed when is_causal is true.';
  if (!causal && op.attentionMask === null) yield 'Attention mask is required when is_causal is false.';
  if (op.curPosTensor === null) return;
  const position = op.curPosTensor.type;
  if (!isInteger(position.elementType)) yield 'Cur pos tensor must be an integer tensor.';
  if (position.rank !== 1) yield 'Cur pos tensor must be a 1D tensor.';
  if (position.shape[0] !== users) yield 'Cur pos tensor number of users must match query number of users.';
}

/** Attention of a part of a sequence; `sameElements`: whether the element types are compared first. */
export function* chunkedAttentionProblems(
  op: PagedAttention & { readonly chunkStartIdx: Tensor; readonly result: Tensor },
  sameElements: boolean,
): Problems {
  const [query, key, value, pages] = [op.query.type, op.key.type, op.value.type, op.pageTable.type];
  const start = op.chunkStartIdx.type;
  if (query.rank !== 4) yield 'Query must be a 4D tensor.';
  if (key.rank !== 4 || value.rank !== 4) yield 'Key and value must be 4D tensors.';
  if (pages.rank !== 2) yield 'Page table must be a 2D tensor.';
  if (start.rank !== 1) yield 'Chunk start index must be a 1D tensor.';
  if (start.shape[0] !== 1)
    yield 'Chunk start index must have shape [1] (a single prefix offset shared by all users).';
  const elements = [query, key, value].map(({ elementType }) => elementType);
  if (sameElements && elements.some((element) => element !== query.elementType))
    yield 'Query, key, and value must have the same element type.';
  if (!elements.every(isFloat)) yield 'Query, key, and value must be float tensors.';
  if (!isInteger(pages.elementType)) yield 'Page table must be an integer tensor.';
  if (!isInteger(start.elementType)) yield 'Chunk start index must be an integer tensor.';
  if (key !== value) yield 'Key and value must have the same shape and data type.';
  const [users, heads, , headSize] = query.shape;
  if (headSize !== key.shape[3]) yield 'Query head size must match key/value head size.';
  if (key.shape[1] === 0 || heads! % key.dimSize(1) !== 0)
    yield 'Query num heads must be divisible by key/value num heads.';
  if (key.dimSize(2) % TILE_ROWS !== 0) yield 'Key/value block size must be divisible by 32.';
  if (pages.shape[0] !== users) yield 'Page table number of users must match query number of users.';
  if (!haveSameElements(op.result.type.shape, query.shape)) yield 'Result shape must match query shape.';
}

/** Latent attention of one step: keys and values have one head. */
export function* latentAttentionProblems(
  op: Omit<PagedAttention, 'value'> & { readonly value: Tensor | null; readonly headDimV: IntegerAttr },
): Problems {
  const [query, key, pages] = [op.query.type, op.key.type, op.pageTable.type];
  if (query.rank !== 4) yield 'Query must be a 4D tensor.';
  if (key.rank !== 4) yield 'Key tensor must be a 4D tensor.';
  if (pages.rank !== 2) yield 'Page table tensor must be a 2D tensor.';
  if (!isFloat(query.elementType)) yield 'Query must be a float tensor.';
  if (query.elementType !== key.elementType) yield 'Query and key must have the same element type.';
  if (!isInteger(pages.elementType)) yield 'Page table must be an integer tensor.';
  if (key.shape[1] !== 1) yield `Key num KV heads (nkv) must be 1, got ${key.dimSize(1)}.`;
  if (op.value !== null) {
    const value = op.value.type;
    if (value.rank !== 4) yield 'Value tensor must be a 4D tensor.';
    if (query.elementType !== value.elementType) yield 'Query and value must have the same element type.';
    if (value.shape[1] !== 1) yield `Value num KV heads (nkv) must be 1, got ${value.dimSize(1)}.`;
  }
  if (op.headDimV.number === 0) yield 'head_dim_v must be greater than 0.';
}

/** The operands and attributes that attention and its gradient have in common. */
export interface TrainableAttention {
  readonly query: Tensor;
  readonly key: Tensor;
  readonly value: Tensor;
  readonly attentionMask: Tensor | null;
  readonly maskType: AttentionMaskTypeAttr | null;
  readonly dropoutProbability: FloatAttr | null;
}

/** Leading dimensions as one, so that four are left. */
function asFour(value: Tensor): readonly number[] {
  const { shape } = value.type;
  if (shape.length === 4) return shape;
  const leading = product(shape.slice(0, -2));
  return [1, leading, shape.at(-2) ?? 1, shape.at(-1) ?? 1];
}

function* trainableSizeProblems(op: TrainableAttention): Problems {
  if ([op.query, op.key, op.value].some(({ type }) => type.rank < 2))
    yield 'query, key and value must have rank >= 2 (..., S, D)';
  const [q, k, v] = [asFour(op.query), asFour(op.key), asFour(op.value)];
  if (q[0] !== k[0] || q[0] !== v[0]) yield 'query, key and value must share the same batch size';
  if (q[2] !== k[2] || q[2] !== v[2]) yield 'query, key and value must share the same sequence length';
  if (q[3] !== k[3]) yield 'query and key must have the same head dimension';
  if (k[1] !== v[1]) yield 'key and value must have the same number of heads';
  if (k[1] === 0 || q[1]! % k[1]! !== 0)
    yield 'number of query heads must be a positive multiple of the number of key/value heads';
}

/** A mask is there exactly when it is asked for. */
export function* maskPresenceProblems(
  { attentionMask, maskType }: Pick<TrainableAttention, 'attentionMask' | 'maskType'>,
  fallback: 'causal' | 'arbitrary',
): Problems {
  const isArbitrary = (maskType?.value ?? fallback) === 'arbitrary';
  if (isArbitrary && attentionMask === null) yield "attention_mask is required when mask_type is 'arbitrary'";
  if (!isArbitrary && attentionMask !== null)
    yield "attention_mask is only allowed when mask_type is 'arbitrary'";
}

function* maskShapeProblems({ attentionMask, query }: TrainableAttention): Problems {
  if (attentionMask === null) return;
  const length = asFour(query)[2]!;
  if (!haveSameElements(asFour(attentionMask), [1, 1, length, length]))
    yield 'attention_mask must have shape (1, 1, S, S)';
}

/** Columns of what attention keeps for its gradient. */
const INTERMEDIATE_COLUMNS = 32;

/** Attention that keeps what its gradient needs. */
export function* attentionForwardProblems(
  op: TrainableAttention & {
    readonly returnIntermediates: IntegerAttr | null;
    readonly output: Tensor;
    readonly intermediates: Tensor | null;
  },
): Problems {
  yield* trainableSizeProblems(op);
  yield* maskPresenceProblems(op, 'causal');
  yield* maskShapeProblems(op);
  const [q, v] = [asFour(op.query), asFour(op.value)];
  if (!haveSameElements(asFour(op.output), [...q.slice(0, 3), v[3]!]))
    yield 'output must have shape (B, Hq, S, Dv)';
  if (isOn(op.returnIntermediates) !== (op.intermediates !== null))
    yield 'intermediates result must be present iff return_intermediates is true';
  if (
    op.intermediates !== null &&
    !haveSameElements(asFour(op.intermediates), [...q.slice(0, 3), INTERMEDIATE_COLUMNS])
  )
    yield 'intermediates must have shape (B, Hq, S, 32)';
}

/** The gradient of attention. */
export function* attentionBackwardProblems(
  op: TrainableAttention & {
    readonly gradOutput: Tensor;
    readonly attnOutput: Tensor;
    readonly gradQuery: Tensor;
    readonly gradKey: Tensor;
    readonly gradValue: Tensor;
  },
): Problems {
  yield* trainableSizeProblems(op);
  const [q, k, v] = [asFour(op.query), asFour(op.key), asFour(op.value)];
  const output = [...q.slice(0, 3), v[3]!];
  if (!haveSameElements(asFour(op.gradOutput), output)) yield 'grad_output must have shape (B, Hq, S, Dv)';
  if (!haveSameElements(asFour(op.attnOutput), output)) yield 'attn_output must have shape (B, Hq, S, Dv)';
  yield* maskPresenceProblems(op, 'arbitrary');
  yield* maskShapeProblems(op);
  for (const [name, gradient, shape] of [
    ['query', op.gradQuery, q],
    ['key', op.gradKey, k],
    ['value', op.gradValue, v],
  ] as const) {
    if (!haveSameElements(asFour(gradient), shape)) yield `grad_${name} must have the same shape as ${name}`;
  }
}
