import { haveSameElements, type IntegerAttr, type Tensor } from '@shardform/ir-core';
import { checks } from '@shardform/dialect-ttir';

type Problems = checks.Problems;
/** Both tensors have one shape and element type; layouts may differ. */
function* sameKindProblems(a: Tensor, b: Tensor, names: string): Problems {
  if (!haveSameElements(a.type.shape, b.type.shape)) yield `${names} must have the same shape`;
  if (a.type.elementType !== b.type.elementType) yield `${names} must have the same element type`;
}

/** Attention of a whole sequence. */
export function* attentionProblems(op: checks.Attention & { readonly value: Tensor }): Problems {
  yield* sameKindProblems(op.query, op.result, 'Query and result');
  yield* sameKindProblems(op.key, op.value, 'Key and value');
  yield* checks.fourDimensionalProblems(op);
  yield* checks.attentionSizeProblems(op, false);
}

/** Attention of one step of each user. */
export function* decodeAttentionProblems(op: checks.DecodeAttention): Problems {
  yield* checks.fourDimensionalProblems(op);
  yield* sameKindProblems(op.query, op.result, 'Query and result');
  if (op.query.type.shape[0] !== 1) yield 'Query dim 0 must be 1';
  yield* checks.positionProblems(op, true);
  yield* checks.decodeSizeProblems(op);
}

/** Latent attention of a whole sequence: values may be the first features of the keys. */
export function* latentPrefillProblems(
  op: checks.Attention & { readonly value: Tensor | null; readonly headDimV: IntegerAttr },
): Problems {
  const [query, key, result] = [op.query.type, op.key.type, op.result.type];
  if (query.rank !== 4) yield 'Query must be a 4D tensor';
  if (key.rank !== 4) yield 'Key must be a 4D tensor';
  if (result.rank !== 4) yield 'Output must be a 4D tensor';
  if (query.elementType !== result.elementType) yield 'Query and result must have the same element type';
  if (query.elementType !== key.elementType) yield 'Query and key must have the same element type';
  const [batch, heads, length, size] = query.shape;
  const [keyBatch, keyHeads, keyLength, keySize] = key.shape;
  if (keyBatch !== batch) yield 'Key batch size must match query batch size';
  if (keySize !== size) yield 'Key head size must match query head size';
  if (length !== keyLength) yield 'Query and key must have the same sequence length';
  if (heads! % keyHeads! !== 0) yield 'Query num heads must be divisible by key num heads (GQA/MQA/MLA)';
  const valueSize = op.headDimV.number;
  if (op.value !== null) {
    const value = op.value.type;
    if (value.rank !== 4) yield 'Value must be a 4D tensor';
    if (query.elementType !== value.elementType) yield 'Query and value must have the same element type';
    if (value.shape[0] !== batch) yield 'Value batch size must match query batch size';
    if (value.shape[1] !== keyHeads) yield 'Value num heads must match key num heads';
    if (value.shape[2] !== length) yield 'Value sequence length must match query/key sequence length';
    if (value.shape[3] !== valueSize) yield 'Value head size must equal head_dim_v';
  } else if (valueSize > size!) yield "head_dim_v cannot exceed key's head dim when value is not provided";
  if (valueSize <= 0) yield 'head_dim_v must be greater than 0';
  yield* checks.maskKindProblems(op);
  const mask = op.attentionMask?.type.shape;
  if (mask !== undefined) {
    if (mask[0] !== 1 && mask[0] !== batch)
      yield 'Attention mask batch size must be 1 (broadcast) or match query batch size';
    if (mask[1] !== 1 && mask[1] !== heads)
      yield 'Attention mask dim 1 must be 1 (broadcast) or match query num heads';
    if (mask[2] !== length) yield 'Attention mask at dim 2 must match query sequence length';
    if (mask[3] !== length) yield 'Attention mask at dim 3 must match key sequence length';
  }
  if (!haveSameElements(result.shape, [batch!, heads!, length!, valueSize]))
    yield 'Result shape must be [batch, num_query_heads, seq_len, head_dim_v]';
}

function* fourDimensionalProblems({ query, key, value }: checks.TrainableAttention): Problems {
  if ([query, key, value].some(({ type }) => type.rank !== 4))
    yield 'query, key and value must be rank 4 (B, H, S, D)';
}

/** Attention that keeps what its gradient needs. */
export function* attentionForwardProblems(
  op: checks.TrainableAttention & {
    readonly returnIntermediates: IntegerAttr | null;
    readonly intermediates: Tensor | null;
  },
): Problems {
  yield* fourDimensionalProblems(op);
  yield* checks.maskPresenceProblems(op, 'causal');
  if (checks.isOn(op.returnIntermediates) !== (op.intermediates !== null))
    yield 'intermediates result must be present iff return_intermediates is true';
}

/** The gradient of attention. */
export function* attentionBackwardProblems(op: checks.TrainableAttention): Problems {
  yield* fourDimensionalProblems(op);
  yield* checks.maskPresenceProblems(op, 'arbitrary');
}

/** Checks a step of each user against the cache it is written into, which may be paged. */
export function* pagedUpdateCacheProblems(op: checks.PagedUpdate): Problems {
  yield* checks.pagedUpdateShapeProblems(op);
  if (!checks.isFloat(op.input.type.elementType)) yield 'Input tensor must be a floating point type';
  if (!checks.isInteger(op.updateIndex.type.elementType)) yield 'Update index tensor must be an integer type';
  if (op.pageTable !== null && !checks.isInteger(op.pageTable.type.elementType))
    yield 'Page table tensor must be an integer type';
  yield* checks.pageTableProblems(op);
}
