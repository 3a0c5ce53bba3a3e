import type { FloatLanes } from '../wasm/float-lanes.ts';
import { FunctionBuilder, type Local } from '../wasm/function-builder.ts';
import type { SimdOpcode } from '../wasm/opcodes.ts';
import { type Vector, VectorExpressions } from '../wasm/vector-expression.ts';
import { hasKey } from './own-key.ts';
import {
  exponential,
  exponentialMinusOne,
  hyperbolicTangent,
  logarithm,
  logarithmPlusOne,
  logistic,
  reciprocalRoot,
} from './vector-math.ts';

/**
 * Elementwise functions of f32 and of masks, which have all bits of a 32-bit lane set for true, that are one instruction. By
 * the number of operands.
 */
const instructions = {
  1: {
    abs: 'f32x4.abs',
    ceil: 'f32x4.ceil',
    floor: 'f32x4.floor',
    negate: 'f32x4.neg',
    not: 'v128.not',
    round_nearest_even: 'f32x4.nearest',
    sqrt: 'f32x4.sqrt',
  },
  2: {
    EQ: 'f32x4.eq',
    GE: 'f32x4.ge',
    GT: 'f32x4.gt',
    LE: 'f32x4.le',
    LT: 'f32x4.lt',
    NE: 'f32x4.ne',
    add: 'f32x4.add',
    and: 'v128.and',
    divide: 'f32x4.div',
    maximum: 'f32x4.max',
    minimum: 'f32x4.min',
    multiply: 'f32x4.mul',
    or: 'v128.or',
    subtract: 'f32x4.sub',
    xor: 'v128.xor',
  },
  // The vectors to choose from, then the mask.
  3: { select: 'v128.bitselect' },
} as const satisfies Record<number, Record<string, SimdOpcode>>;

type Instructions = typeof instructions;

/** Functions that take many instructions. */
const composed = {
  exponential,
  exponential_minus_one: exponentialMinusOne,
  log: logarithm,
  log_plus_one: logarithmPlusOne,
  logistic,
  rsqrt: reciprocalRoot,
  tanh: hyperbolicTangent,
} as const satisfies Record<string, <V>(lanes: FloatLanes<V>, x: V) => V>;

/** Names of functions that take many instructions; they give the same bits without vectors, too. */
export type ComposedFunction = keyof typeof composed;

/** Names of the elementwise functions. */
export type VectorFunction =
  keyof Instructions[1] | keyof Instructions[2] | keyof Instructions[3] | ComposedFunction;

/** Returns whether a function takes many instructions. */
export function isComposed(name: string): name is ComposedFunction {
  return Object.hasOwn(composed, name);
}

/** Computes a function that takes many instructions. */
export function applyComposed<V>(name: ComposedFunction, lanes: FloatLanes<V>, x: V): V {
  return composed[name](lanes, x);
}

/** The result of a function; operands are read several times. */
export function vectorResult(
  name: VectorFunction,
  e: VectorExpressions,
  operands: readonly Vector[],
): Vector {
  if (isComposed(name)) return composed[name](e, operands[0]);
  for (const table of Object.values(instructions)) {
    if (hasKey(table, name)) return e.of(table[name], ...operands);
  }
  throw new Error(`no vector function '${name}'`);
}

/**
 * Returns the functions, on addresses, as several small modules: one is called with its operands, the result and the number
 * of vectors of four lanes. `expand` makes masks of bytes that are 0 or 1, `narrow` does the opposite.
 */
export function vectorFunctions(): readonly FunctionBuilder[][] {
  const simple = [
    overVectors('expand', [4, 16], (f, e, [from, to]) => {
      f.get(to);
      loadMask(f, from)();
      f.memory('v128.store');
    }),
    overVectors('narrow', [16, 4], (f, e, [from, to]) => {
      storeMask(f, to, e.keep(loadFloats(f, from)));
    }),
  ];
  const functionOf = (name: VectorFunction, arity: number): FunctionBuilder =>
    overVectors(name, new Array<number>(arity + 1).fill(16), (f, e, addresses) => {
      const operands = addresses.slice(0, arity).map((address) => e.keep(loadFloats(f, address)));
      storeFloats(f, addresses[arity], e.keep(vectorResult(name, e, operands)));
    });
  for (const [arity, table] of Object.entries(instructions)) {
    // The keys of the tables are these names.
    for (const name of Object.keys(table)) simple.push(functionOf(name as VectorFunction, Number(arity)));
  }
  // As above.
  return [simple, Object.keys(composed).map((name) => functionOf(name as VectorFunction, 1))];
}

/** A loop over vectors. Parameters are addresses, which `strides` advances, and the number of vectors. */
export function overVectors(
  name: string,
  strides: readonly number[],
  body: (f: FunctionBuilder, e: VectorExpressions, addresses: readonly Local[]) => void,
): FunctionBuilder {
  const f = new FunctionBuilder(name, strides.length + 1);
  const left = strides.length;
  f.loop((repeat) => {
    body(
      f,
      new VectorExpressions(f),
      strides.map((_, parameter) => parameter),
    );
    strides.forEach((bytes, parameter) => f.advance(parameter, bytes));
    f.advance(left, -1);
    f.get(left);
    repeat();
  });
  return f;
}

/** Four numbers at an address. */
export function loadFloats(f: FunctionBuilder, address: Local): Vector {
  return () => {
    f.get(address);
    f.memory('v128.load');
  };
}

/** Stores four numbers at an address. */
export function storeFloats(f: FunctionBuilder, address: Local, value: Vector): void {
  f.get(address);
  value();
  f.memory('v128.store');
}

/** Four masks of the bytes at an address. */
export function loadMask(f: FunctionBuilder, address: Local): Vector {
  return () => {
    f.get(address);
    f.memory('v128.load32_zero');
    f.simd('i16x8.extend_low_i8x16_u', 'i32x4.extend_low_i16x8_u', 'i32x4.neg');
  };
}

/** Stores four masks as bytes at an address. */
export function storeMask(f: FunctionBuilder, address: Local, mask: Vector): void {
  const e = new VectorExpressions(f);
  const bits = e.keep(e.of('v128.and', mask, e.word(1)));
  const halves = e.keep(e.of('i16x8.narrow_i32x4_u', bits, bits));
  f.get(address);
  e.of('i8x16.narrow_i16x8_u', halves, halves)();
  f.storeFirstLane('v128.store32_lane');
}
