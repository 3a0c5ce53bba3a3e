import type { Operation } from '@shardform/ir-core';

/** Cycles of the matrix engine for 32x32x32 numbers with operands of few bits: 8x16 by 16x16 a cycle. */
const PRODUCT = 16;
/** Its cycles to add, subtract or multiply a tile, 8x16 numbers a cycle. */
const ELEMENTWISE = 8;
/** Its cycles to reduce a tile, 16x16 numbers a cycle. */
const REDUCTION = 4;
/** Cycles of the vector engine for an instruction on a tile: 32 lanes. */
const VECTOR = 32;

/** Passes over the bits of operands, by fidelity: tt-metal, tech_reports/matrix_engine, as are the cycles. */
const PASSES: Readonly<Record<string, number>> = { lofi: 1, hifi2: 2, hifi3: 3, hifi4: 4 };

const words = (text: string): ReadonlySet<string> => new Set(text.split(' ').map((name) => `ttnn.${name}`));

const ADDITIONS = words('add subtract');
const PRODUCTS = words('multiply');
const REDUCTIONS = words('sum mean max min prod argmax cumsum cumprod cumulative');
const SIMPLE = words(
  'abs neg relu relu6 sign floor ceil where eq ne gt ge lt le minimum maximum clamp_scalar clamp_tensor leaky_relu logical_and logical_or logical_xor logical_not bitwise_and bitwise_or bitwise_xor bitwise_not logical_left_shift logical_right_shift isfinite typecast',
);
const DIVISIONS = words('divide reciprocal sqrt rsqrt remainder hardsigmoid');
const NORMALIZATIONS = words('softmax layer_norm rms_norm batch_norm_inference group_norm');
const TRANSCENDENTAL = words(
  'exp expm1 log log1p sin cos tan tanh asin acos atan atan2 asinh sigmoid silu gelu gelu_bw mish erf erfc cbrt pow pow_tensor pow_scalar',
);

/** Instructions of the vector engine an element: load, compute, store, and what series take. Estimates. */
const INSTRUCTIONS = { simple: 4, division: 12, transcendental: 24, normalization: 40 } as const;

/** Returns the cycles of a core to multiply tiles: `count` products of 32x32 by 32x32 numbers. */
export function productCycles(count: number, fidelity: string | null): number {
  return count * PRODUCT * passes(fidelity);
}

/** Returns the cycles of a core to compute a tile of an operation's result or, for reductions, operand; 0 for moves. */
export function tileCycles({ name }: Operation, fidelity: string | null): number {
  if (ADDITIONS.has(name)) return ELEMENTWISE;
  if (PRODUCTS.has(name)) return ELEMENTWISE * passes(fidelity);
  if (REDUCTIONS.has(name)) return REDUCTION * passes(fidelity);
  if (SIMPLE.has(name)) return VECTOR * INSTRUCTIONS.simple;
  if (DIVISIONS.has(name)) return VECTOR * INSTRUCTIONS.division;
  if (TRANSCENDENTAL.has(name)) return VECTOR * INSTRUCTIONS.transcendental;
  return NORMALIZATIONS.has(name) ? VECTOR * INSTRUCTIONS.normalization : 0;
}

/** Returns true if an operation computes on tiles of its operand rather than of its result. */
export function isReduction({ name }: Operation): boolean {
  return REDUCTIONS.has(name);
}

function passes(fidelity: string | null): number {
  return PASSES[fidelity ?? 'hifi4'] ?? 4;
}
