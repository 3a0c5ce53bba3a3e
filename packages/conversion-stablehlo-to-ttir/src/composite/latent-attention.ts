import type { CustomCallOp } from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import {
  boolAttr,
  type Builder,
  type FloatAttr,
  i32,
  IntegerAttr,
  type Tensor,
  type Type,
} from '@shardform/ir-core';
import { frontendFlag, frontendFloat, frontendInteger, frontendText } from '../convert/call-conversion.ts';
import { foldedProduct, foldedScores } from './folded-heads.ts';
import { full, positionMask } from './position-mask.ts';
import type { Synthesis } from './synthesized-composites.ts';

/** Integers up to this one are numbers of every float format of 16 bits and more. */
const EXACT_IN_BF16 = 256;

interface Attention {
  readonly hasValue: boolean;
  readonly hasMask: boolean;
  readonly isCausal: boolean;
  /** The size of a value. */
  readonly headDimV: number;
  readonly scale: FloatAttr | null;
}

/** A flag that the front end may leave out; `null` when it is neither true nor false. */
function flag(op: CustomCallOp, name: string, otherwise: boolean): boolean | null {
  const text = frontendText(op, name)?.toLowerCase();
  if (text !== undefined && text !== 'true' && text !== 'false') return null;
  return frontendFlag(op, name, otherwise);
}

function attentionOf(op: CustomCallOp): Attention | null {
  const [hasValue, hasMask] = ['has_value', 'has_attention_mask'].map((name) => flag(op, name, false));
  const isCausal = flag(op, 'is_causal', true);
  const headDimV = frontendInteger(op, 'head_dim_v') ?? 0;
  const scale = frontendFloat(op, 'scale');
  if (frontendText(op, 'scale') !== null && scale === null) return null;
  if (hasValue == null || hasMask == null || isCausal === null || headDimV <= 0) return null;
  return { hasValue, hasMask, isCausal, headDimV, scale };
}

/** Returns true if the sizes of the operands fit each other and the result. */
function fits(
  { hasValue, hasMask, isCausal, headDimV }: Attention,
  operands: readonly Tensor[],
  result: Type,
): boolean {
  const [query, key, ...others] = operands.map(({ type }) => type.shape);
  const mask = hasMask ? others.pop() : undefined;
  const value = hasValue ? others.pop() : undefined;
  // A mask says by itself what queries see.
  if (query?.length !== 4 || key?.length !== 4 || others.length > 0 || (isCausal && hasMask)) return false;
  if (hasMask !== (mask !== undefined) || hasValue !== (value !== undefined)) return false;
  const [batch, heads, length, size] = query;
  const [, keyHeads, keys] = key;
  const areKeys = key[0] === batch && key[3] === size && (heads ?? 0) % (keyHeads ?? 1) === 0;
  const areValues =
    value === undefined ? headDimV <= size! : value.join() === [batch, keyHeads, keys, headDimV].join();
  const wanted = [batch, heads, length, keys];
  const isMask =
    mask === undefined || (mask.length === 4 && mask.every((n, d) => n === 1 || n === wanted[d]));
  const isResult = ttir.tensorType(result).shape.join() === [batch, heads, length, headDimV].join();
  return areKeys && areValues && isMask && isResult;
}

/** Attention of all queries, the values of which may be the first features of the keys. */
function attention(
  { hasValue, hasMask, isCausal, headDimV, scale }: Attention,
  builder: Builder,
  [query, key, ...others]: readonly Tensor[],
): Tensor {
  const tensors = new ttir.TensorBuilder(builder);
  const mask = hasMask ? others.at(-1)! : null;
  const value = hasValue ? others[0]! : tensors.slice(key!, 3, 0, headDimV);
  const products = foldedScores(query!, key!, builder);
  const { type } = products;
  const add = (lhs: Tensor, rhs: Tensor): Tensor => builder.create(ttir.AddOp, { lhs, rhs }, [type]).result;
  const factor = scale?.value ?? 1 / Math.sqrt(query!.type.dimSize(-1));
  const rhs = full(type, factor, builder);
  let scores: Tensor = builder.create(ttir.MultiplyOp, { lhs: products, rhs }, [type]).result;
  if (isCausal) {
    const longest = Math.max(type.dimSize(2), type.dimSize(3));
    const counts = longest <= EXACT_IN_BF16 ? type.elementType : i32;
    const [, , length, keys] = type.shape;
    scores = add(scores, positionMask(type.withShape([1, 1, length!, keys!]), counts, null, builder));
  }
  if (mask !== null) scores = add(scores, mask);
  const softmax = { input: scores, dimension: IntegerAttr.get(3, ttir.si32), numericStable: boolAttr(true) };
  const weights = builder.create(ttir.SoftmaxOp, softmax, [type]).result;
  return foldedProduct(weights, value.type.dimSize(1), () => value, builder);
}

/** Reads a call of multi-head latent attention over a whole sequence. */
export const latentAttention: Synthesis = (op, operands) => {
  const given = attentionOf(op);
  if (given === null || !fits(given, operands, op.getResult().type)) return null;
  return {
    name: 'flash_mla_prefill',
    attributes: [
      ['has_attention_mask', boolAttr(given.hasMask)],
      ['has_value', boolAttr(given.hasValue)],
      ['head_dim_v', IntegerAttr.get(given.headDimV, ttir.ui32)],
      ['is_causal', boolAttr(given.isCausal)],
      ...(given.scale === null ? [] : [['scale', given.scale] as const]),
    ],
    body: (builder, inputs) => attention(given, builder, inputs),
  };
};
