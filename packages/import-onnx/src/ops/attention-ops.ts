import { AndOp, DivOp, IotaOp, SubtractOp, TanhOp, tensorOf } from '@shardform/dialect-stablehlo';
import { i1, i64, i64Attr, RankedTensorType, type Tensor } from '@shardform/ir-core';
import type { BroadcastingBuilder } from '../broadcasting-builder.ts';
import { elementTypeOf } from '../element-types.ts';
import { type ImportedNode, type NodeImporter, OnnxImportError } from '../import-node.ts';
import { batchedProduct } from './batched-product.ts';
import { gathered } from './gathered.ts';

/** A range of the last dimension. */
function lastRange(x: Tensor, from: number, to: number, stride: number, build: BroadcastingBuilder): Tensor {
  const { shape, rank } = x.type;
  return build.slice(
    x,
    shape.map((_, dim) => (dim === rank - 1 ? from : 0)),
    shape.map((size, dim) => (dim === rank - 1 ? to : size)),
    shape.map((_, dim) => (dim === rank - 1 ? stride : 1)),
  );
}

/** `[batch, tokens, heads * size]` as `[batch, heads, tokens, size]`. */
function apart(x: Tensor, heads: number, build: BroadcastingBuilder): Tensor {
  if (x.type.rank === 4) return x;
  const [batch, tokens, width] = [0, 1, 2].map((dim) => x.type.dimSize(dim));
  if (heads === 0 || width! % heads !== 0)
    throw new OnnxImportError(`has ${heads} heads for a width of ${width}`);
  return build.transpose(build.reshape(x, [batch!, tokens!, heads, width! / heads]), [0, 2, 1, 3]);
}

/** `[batch, heads, tokens, size]` as `[batch, tokens, heads * size]`. */
function together(x: Tensor, build: BroadcastingBuilder): Tensor {
  const [batch, heads, tokens, size] = [0, 1, 2, 3].map((dim) => x.type.dimSize(dim));
  return build.reshape(build.transpose(x, [0, 2, 1, 3]), [batch!, tokens!, heads! * size!]);
}

/** Turns pairs of elements by the angles of their positions. */
function rotaryEmbedding(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const given = node.tensor(0);
  const isWide = given.type.rank === 3;
  const x = apart(given, node.int('num_heads', 0), build);
  const size = x.type.dimSize(-1);
  const dim = node.int('rotary_embedding_dim', 0) || size;
  const half = dim / 2;
  const positions = node.optional(3);
  const [cos, sin] = [1, 2].map((i) => {
    const cache = node.tensor(i);
    const angles = positions === null ? cache : gathered(cache, positions.tensor(), 0, build);
    const own = lastRange(angles, 0, half, 1, build);
    // The same for all heads.
    const [batch, tokens] = own.type.shape;
    return build.reshape(own, [batch!, 1, tokens!, half]);
  });
  const isInterleaved = node.int('interleaved', 0) === 1;
  const [first, second] = isInterleaved
    ? [lastRange(x, 0, dim - 1, 2, build), lastRange(x, 1, dim, 2, build)]
    : [lastRange(x, 0, half, 1, build), lastRange(x, half, dim, 1, build)];
  const real = build.subtract(build.multiply(first, cos!), build.multiply(second, sin!));
  const imaginary = build.add(build.multiply(first, sin!), build.multiply(second, cos!));
  const outer = x.type.shape.slice(0, -1);
  const turned = isInterleaved
    ? build.reshape(
        build.concatenate(
          [real, imaginary].map((part) => build.reshape(part, [...outer, half, 1])),
          4,
        ),
        [...outer, dim],
      )
    : build.concatenate([real, imaginary], 3);
  const whole = dim === size ? turned : build.concatenate([turned, lastRange(x, dim, size, 1, build)], 3);
  return [isWide ? together(whole, build) : whole];
}

/** Queries of several heads share a head of keys and values. */
function repeatedHeads(x: Tensor, heads: number, build: BroadcastingBuilder): Tensor {
  const [batch, own, tokens, size] = [0, 1, 2, 3].map((dim) => x.type.dimSize(dim));
  if (own === heads) return x;
  if (heads % own! !== 0) throw new OnnxImportError(`has ${heads} heads of queries for ${own} of keys`);
  const wide = build.repeated(build.reshape(x, [batch!, own!, 1, tokens!, size!]), [
    batch!,
    own!,
    heads / own!,
    tokens!,
    size!,
  ]);
  return build.reshape(wide, [batch!, heads, tokens!, size!]);
}

/** What each query may attend to; `null` for everything. */
function allowed(node: ImportedNode, queries: number, keys: number, past: number): Tensor | null {
  const { build } = node;
  const conditions: Tensor[] = [];
  const shape = [queries, keys];
  const places = (dim: number): Tensor => {
    const type = RankedTensorType.get(shape, i64);
    return tensorOf(build.builder.create(IotaOp, { iotaDimension: i64Attr(dim) }, [type]).output);
  };
  const lengths = node.optional(6)?.tensor() ?? null;
  const length = (): Tensor =>
    build.reshape(build.convert(lengths!, i64), [lengths!.type.dimSize(0), 1, 1, 1]);
  // How many keys come before the first query, which may differ between batches.
  const offset = (): Tensor =>
    lengths === null
      ? build.splat([], i64, past)
      : build.binary(SubtractOp, length(), build.splat([], i64, queries));
  const distance = (): Tensor => build.binary(SubtractOp, build.add(places(0), offset()), places(1));
  const left = node.int('left_window_size', -1);
  const right = node.int('is_causal', 0) === 1 ? 0 : node.int('right_window_size', -1);
  if (right >= 0) conditions.push(build.compare(distance(), 'GE', build.splat([], i64, -right)));
  if (left >= 0) conditions.push(build.compare(distance(), 'LE', build.splat([], i64, left)));
  if (lengths !== null) conditions.push(build.compare(places(1), 'LT', length()));
  const mask = maskOf(node, keys);
  if (mask !== null && mask.type.elementType === i1) conditions.push(mask);
  return conditions.length === 0 ? null : conditions.reduce((all, own) => build.binary(AndOp, all, own));
}

/** The mask, with as many keys as there are: those that it does not have are not attended to. */
function maskOf(node: ImportedNode, keys: number): Tensor | null {
  const { build } = node;
  const mask = node.optional(3)?.tensor() ?? null;
  if (mask === null) return null;
  const missing = keys - mask.type.dimSize(-1);
  if (missing <= 0 || mask.type.dimSize(-1) === 1) return mask;
  const nothing = build.scalar(mask, mask.type.elementType === i1 ? 0 : -Infinity);
  const last = mask.type.shape.map((_, dim) => (dim === mask.type.rank - 1 ? missing : 0));
  return build.pad(
    mask,
    nothing,
    last.map(() => 0),
    last,
  );
}

/** Softmax of products of queries and keys, by which values are summed. */
function attention(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const isWide = node.value(0).shape.length === 3;
  const query = apart(node.tensor(0), node.int('q_num_heads', 0), build);
  const heads = query.type.dimSize(1);
  const [key, value] = [1, 2].map((i) => {
    const own = apart(node.tensor(i), node.int('kv_num_heads', 0), build);
    const past = node.optional(i + 3);
    return past === null ? own : build.concatenate([past.tensor(), own], 2);
  });
  const [queries, keys] = [query.type.dimSize(2), key!.type.dimSize(2)];
  // Half of the scale for both, as the standard has it.
  const scale = Math.sqrt(node.float('scale', 1 / Math.sqrt(query.type.dimSize(3))));
  const scaled = (x: Tensor): Tensor => build.multiply(x, build.scalar(x, scale));
  const products = batchedProduct(
    scaled(query),
    build.transpose(scaled(repeatedHeads(key!, heads, build)), [0, 1, 3, 2]),
    build,
  );
  const cap = node.float('softcap', 0);
  const capped =
    cap === 0
      ? products
      : build.multiply(
          build.unary(TanhOp, build.divide(products, build.scalar(products, cap))),
          build.scalar(products, cap),
        );
  const past = node.optional(4)?.shape[2] ?? 0;
  const isAllowed = allowed(node, queries, keys, past);
  const mask = maskOf(node, keys);
  const biased = mask === null || mask.type.elementType === i1 ? capped : build.add(capped, mask);
  const logits =
    isAllowed === null ? biased : build.select(isAllowed, biased, build.scalar(biased, -Infinity));
  const weights = attentionWeights(node, logits);
  const result = batchedProduct(weights, repeatedHeads(value!, heads, build), build);
  const modes = [products, capped, logits, weights];
  const shown = modes[node.int('qk_matmul_output_mode', 0)];
  if (shown === undefined) throw new OnnxImportError('has a mode of its products that is not known');
  return [isWide ? together(result, build) : result, key!, value!, shown].slice(0, node.node.outputs.length);
}

/** Softmax; nothing is attended to by queries that may attend to nothing. */
function attentionWeights(node: ImportedNode, logits: Tensor): Tensor {
  const { build } = node;
  const precision = node.attribute('softmax_precision');
  const wide = precision === null ? logits : build.convert(logits, elementTypeOf(precision.int));
  const last = [wide.type.rank - 1];
  const most = build.reduce(wide, last, 'max', true);
  const isNone = build.compare(most, 'EQ', build.scalar(most, -Infinity));
  const finite = build.select(isNone, build.scalar(most, 0), most);
  const [powers, sum] = build.powers(build.subtract(wide, finite), last);
  const safe = build.select(isNone, build.scalar(sum, 1), sum);
  return build.convert(build.binary(DivOp, powers, safe), logits.type.elementType);
}

/** Importers of the operations of transformers. */
export const attentionOps: Readonly<Record<string, NodeImporter>> = {
  Attention: attention,
  RotaryEmbedding: rotaryEmbedding,
};
