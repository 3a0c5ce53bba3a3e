import { FunctionBuilder, type Local } from '../wasm/function-builder.ts';
import type { SimdOpcode } from '../wasm/opcodes.ts';
import { type Vector, VectorExpressions } from '../wasm/vector-expression.ts';
import { exponential, hyperbolicTangent, logarithm, reciprocalRoot } from './vector-math.ts';

/**
 * Elementwise functions of f32 and of masks, which have all bits of a 32-bit lane set for true. By the number of operands, as
 * instructions that take the operands from the stack.
 */
const instructions = {
  1: {
    abs: ['f32x4.abs'],
    ceil: ['f32x4.ceil'],
    floor: ['f32x4.floor'],
    negate: ['f32x4.neg'],
    not: ['v128.not'],
    round_nearest_even: ['f32x4.nearest'],
    sqrt: ['f32x4.sqrt'],
  },
  2: {
    EQ: ['f32x4.eq'],
    GE: ['f32x4.ge'],
    GT: ['f32x4.gt'],
    LE: ['f32x4.le'],
    LT: ['f32x4.lt'],
    NE: ['f32x4.ne'],
    add: ['f32x4.add'],
    and: ['v128.and'],
    divide: ['f32x4.div'],
    maximum: ['f32x4.max'],
    minimum: ['f32x4.min'],
    multiply: ['f32x4.mul'],
    or: ['v128.or'],
    subtract: ['f32x4.sub'],
    xor: ['v128.xor'],
  },
  // The vectors to choose from, then the mask.
  3: { select: ['v128.bitselect'] },
} as const satisfies Record<number, Record<string, readonly SimdOpcode[]>>;

/** The first two f32 lanes of the result, from two doubles. */
type DoubleFunction = (e: VectorExpressions, x: Vector) => Vector;

const rounded =
  (compute: DoubleFunction): DoubleFunction =>
  (e, x) =>
    e.of('f32x4.demote_f64x2_zero', compute(e, x));

const doubleFunctions = {
  exponential: rounded(exponential),
  log: rounded(logarithm),
  // Each of its three steps is rounded, as in the StableHLO reference interpreter.
  logistic: (e, x) => {
    const power = e.keep(rounded(exponential)(e, e.of('f64x2.neg', x)));
    const one = e.of('f32x4.demote_f64x2_zero', e.f64(1));
    return e.of('f32x4.div', one, e.of('f32x4.add', one, power));
  },
  rsqrt: rounded(reciprocalRoot),
  tanh: rounded(hyperbolicTangent),
} as const satisfies Record<string, DoubleFunction>;

/** Names of the elementwise functions. */
export type VectorFunction =
  | keyof (typeof instructions)[1]
  | keyof (typeof instructions)[2]
  | keyof (typeof instructions)[3]
  | keyof typeof doubleFunctions;

/**
 * Returns the functions, on addresses, as several small modules: an elementwise one is called with its operands, the
 * result and the number of vectors of four lanes. `expand` makes masks of bytes that are 0 or 1, `narrow` does the
 * opposite.
 */
export function vectorFunctions(): readonly FunctionBuilder[][] {
  const simple = [expand(), narrow()];
  for (const [arity, table] of Object.entries<Record<string, readonly SimdOpcode[]>>(instructions)) {
    for (const [name, ops] of Object.entries(table)) simple.push(laneFunction(name, Number(arity), ops));
  }
  return [simple, Object.entries(doubleFunctions).map(([name, compute]) => doubleFunction(name, compute))];
}

/** A loop over vectors. Parameters are addresses, which `strides` advances, and the number of vectors. */
function overVectors(
  name: string,
  strides: readonly number[],
  body: (f: FunctionBuilder, addresses: readonly Local[]) => void,
): FunctionBuilder {
  const f = new FunctionBuilder(name, strides.length + 1);
  const left = strides.length;
  f.loop((repeat) => {
    body(
      f,
      strides.map((_, parameter) => parameter),
    );
    strides.forEach((bytes, parameter) => f.advance(parameter, bytes));
    f.advance(left, -1);
    f.get(left);
    repeat();
  });
  return f;
}

function laneFunction(name: string, arity: number, ops: readonly SimdOpcode[]): FunctionBuilder {
  return overVectors(name, new Array<number>(arity + 1).fill(16), (f, addresses) => {
    const operands = addresses.slice(0, arity);
    f.get(addresses[arity]);
    for (const operand of operands) {
      f.get(operand);
      f.memory('v128.load');
    }
    f.simd(...ops);
    f.memory('v128.store');
  });
}

/** Two lanes at a time as doubles. */
function doubleFunction(name: string, compute: DoubleFunction): FunctionBuilder {
  return overVectors(name, [16, 16], (f, [from, to]) => {
    const e = new VectorExpressions(f);
    for (const offset of [0, 8]) {
      const x = e.keep(() => {
        f.get(from);
        f.memory('v128.load64_zero', offset);
        f.simd('f64x2.promote_low_f32x4');
      });
      const result = e.keep(compute(e, x));
      f.get(to);
      result();
      f.storeFirstLane('v128.store64_lane', offset);
    }
  });
}

function expand(): FunctionBuilder {
  return overVectors('expand', [4, 16], (f, [from, to]) => {
    f.get(to, from);
    f.memory('v128.load32_zero');
    f.simd('i16x8.extend_low_i8x16_u', 'i32x4.extend_low_i16x8_u', 'i32x4.neg');
    f.memory('v128.store');
  });
}

function narrow(): FunctionBuilder {
  const f = overVectors('narrow', [16, 4], (builder, [from, to]) => {
    const bytes = builder.local('v128');
    builder.get(from);
    builder.memory('v128.load');
    builder.i32x4(1);
    builder.simd('v128.and');
    builder.set(bytes);
    builder.get(bytes, bytes);
    builder.simd('i16x8.narrow_i32x4_u');
    builder.set(bytes);
    builder.get(to, bytes, bytes);
    builder.simd('i8x16.narrow_i16x8_u');
    builder.storeFirstLane('v128.store32_lane');
  });
  return f;
}
