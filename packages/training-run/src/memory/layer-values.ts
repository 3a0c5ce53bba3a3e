import type { TransformerShape } from '../program/transformer-shape.ts';
import type { MemoryStyle } from './memory-style.ts';

/** Elements of values of a layer on a device, for a microbatch. */
interface ValueSizes {
  /** Of activations between products, and of those that products take. */
  readonly between: number;
  readonly whole: number;
  readonly query: number;
  /** Keys, or values. */
  readonly key: number;
  /** Logarithms of sums of attention. */
  readonly sums: number;
  /** Of one matrix's part of the feed-forward network, for all experts of a token. */
  readonly inner: number;
  /** Copies of tokens for experts, and probabilities of these; 0 without. */
  readonly routed: number;
  readonly probabilities: number;
}

/** Returns the elements of activations between products on a device, for a microbatch. */
export function elementsBetween({ run, tokens }: TransformerShape, { dividesTokens }: MemoryStyle): number {
  return (run.microbatch * tokens * run.model.hidden) / (dividesTokens ? run.tensor : 1);
}

function sizesOf(shape: TransformerShape, style: MemoryStyle): ValueSizes {
  const { run, headWidth, groups, tokens: ofRow } = shape;
  const { model, microbatch, tensor } = run;
  const { hidden, heads, ffn, experts, expertsPerToken } = model;
  const tokens = microbatch * ofRow;
  return {
    between: elementsBetween(shape, style),
    whole: tokens * hidden,
    query: (tokens * heads * headWidth) / tensor,
    key: (tokens * groups * headWidth) / tensor,
    sums: (tokens * heads) / tensor,
    inner: (tokens * expertsPerToken * ffn) / tensor,
    routed: experts > 1 ? tokens * expertsPerToken * hidden : 0,
    probabilities: experts > 1 ? tokens * experts : 0,
  };
}

/** Bytes of an element of activations. */
export function activationBytes({ run: { precision } }: TransformerShape): number {
  return precision === 'fp32' ? 4 : 2;
}

/** Returns the bytes that a layer keeps of a microbatch for its backward pass. */
export function keptBytes(shape: TransformerShape, style: MemoryStyle): number {
  const sizes = sizesOf(shape, style);
  const { recompute } = shape.run;
  if (recompute === 'full') return activationBytes(shape) * sizes.between;
  return recompute === 'none' ? allBytes(shape, style, sizes) : dearBytes(shape, style, sizes);
}

/**
 * All values that backward passes use. Programs in PyTorch have keys and values a second time, since those of before the rotation are
 * views of the same memory as the queries, the output of the gate's function, and attention's result again where
 * tokens of several sequences change their order.
 */
function allBytes(shape: TransformerShape, style: MemoryStyle, sizes: ValueSizes): number {
  const { between, whole, query, key, inner } = sizes;
  const { fusesKernels } = style;
  const { gated, experts } = shape.run.model;
  const { microbatch, precision } = shape.run;
  const normal = fusesKernels ? between : whole;
  const others = fusesKernels ? 0 : 2 * key + (gated ? inner : 0) + (microbatch > 1 ? query : 0);
  const values = 2 * between + query + 2 * key + query + (gated ? 2 : 1) * inner + others;
  // Fused kernels of products in 8 bits keep operands in these.
  const ofOperand = fusesKernels && precision === 'fp8' ? 1 : activationBytes(shape);
  const operands = 2 * normal + inner + (experts > 1 ? sizes.routed : 0);
  return activationBytes(shape) * values + ofOperand * operands + 4 * (sizes.sums + sizes.probabilities);
}

/**
 * Values that are kept where a part of a layer is computed again: those behind products but for norms and activation functions, or
 * in PyTorch the results of attention and of every second product (`_save_list` of torchtitan's selective checkpointing).
 */
function dearBytes(shape: TransformerShape, { dividesWeights }: MemoryStyle, sizes: ValueSizes): number {
  const { between, whole, query, key, inner, routed } = sizes;
  const { tensor, model } = shape.run;
  const values = dividesWeights
    ? between + query + key + query + inner + (model.gated ? whole : 0) + (tensor > 1 ? 2 * between : 0)
    : 2 * between + 2 * query + 2 * key + (model.gated ? 2 : 1) * inner;
  return activationBytes(shape) * (values + routed) + 4 * (sizes.sums + sizes.probabilities);
}

/** Returns the bytes of values that a layer has besides in its backward pass: those computed again, and gradients. */
export function workingBytes(shape: TransformerShape, style: MemoryStyle): number {
  const sizes = sizesOf(shape, style);
  const { between, whole, key, inner, routed } = sizes;
  const { context, model, tensor } = shape.run;
  const again = Math.max(0, allBytes(shape, style, sizes) - keptBytes(shape, style));
  // The gradient of the result as products take it, that of a product's operand, and those between.
  const gathered = style.dividesTokens && tensor > 1 ? whole : 0;
  const gradients = gathered + whole + 2 * between + (model.gated ? 3 : 2) * inner + routed;
  const keys = context > 1 ? 2 * key * context : 0;
  return again + activationBytes(shape) * (gradients + keys);
}
