import type { FloatLanes } from '../wasm/float-lanes.ts';
import { FunctionBuilder, type Local } from '../wasm/function-builder.ts';
import type { SimdOpcode } from '../wasm/opcodes.ts';
import { type Vector, VectorExpressions } from '../wasm/vector-expression.ts';
import { laneRounding } from './lane-rounding.ts';
import { hasKey } from './own-key.ts';
import { loadSlot, storeSlot } from './slot-access.ts';
import { isNarrowKind, type NarrowKind, narrowKinds, slotBytes, type SlotKind } from './slot-kind.ts';
import { conversions } from './vector-conversions.ts';
import { integerFunctions, integerInstructions } from './vector-integers.ts';
import {
  exponential,
  exponentialMinusOne,
  hyperbolicTangent,
  logarithm,
  logarithmPlusOne,
  isFinite,
  logistic,
  reciprocalRoot,
  sign,
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

type IntegerInstructions = typeof integerInstructions;

/** Functions of a float that vector code alone computes so. */
const short = { is_finite: isFinite, sign } as const;

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
  | keyof Instructions[1]
  | keyof Instructions[2]
  | keyof Instructions[3]
  | keyof IntegerInstructions[1]
  | keyof IntegerInstructions[2]
  | keyof typeof integerFunctions
  | keyof typeof short
  | keyof typeof conversions
  | ComposedFunction;

/** Functions whose results have no more digits than their operands. */
const exact: ReadonlySet<VectorFunction> = new Set<VectorFunction>([
  'abs',
  'ceil',
  'copy',
  'floor',
  'maximum',
  'minimum',
  'negate',
  'round_nearest_even',
  'select',
  'sign',
  'truth_to_float',
]);

/** The format to which a result of a kind has to be rounded, if it does. */
export function roundingOf(name: VectorFunction, kind: SlotKind): { readonly format?: NarrowKind } {
  return isNarrowKind(kind) && !exact.has(name) ? { format: kind } : {};
}

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
  const [x, y] = operands;
  if (isComposed(name)) return composed[name](e, x);
  if (hasKey(short, name)) return short[name](e, x);
  if (hasKey(conversions, name)) return conversions[name](e, x);
  if (hasKey(integerFunctions, name)) return integerFunctions[name](e, x, y);
  for (const table of [...Object.values(instructions), ...Object.values(integerInstructions)]) {
    if (hasKey(table, name)) return e.of(table[name], ...operands);
  }
  throw new Error(`no vector function '${name}'`);
}

/** A vector rounded to the nearest numbers of a narrower format. */
export function rounded(f: FunctionBuilder, format: NarrowKind, value: Vector): Vector {
  const round = laneRounding(f, format);
  return () => {
    value();
    round();
  };
}

/**
 * Returns the functions, on addresses, as several small modules: one is called with its operands, the result and the number
 * of vectors of four lanes. `expand` makes lanes of elements of a kind as they lie in memory, `narrow` does the opposite, and
 * `round` rounds in place.
 */
export function vectorFunctions(): readonly FunctionBuilder[][] {
  const functionOf = (name: VectorFunction, arity: number): FunctionBuilder =>
    overVectors(name, new Array<number>(arity + 1).fill(16), (f, e, addresses) => {
      const operands = addresses.slice(0, arity).map((address) => e.keep(loadSlot(f, 'f32', address)));
      storeSlot(f, 'f32', addresses[arity], e.keep(vectorResult(name, e, operands)));
    });
  const functionsOf = (table: object, arity: number): FunctionBuilder[] =>
    // The keys of the tables are these names.
    Object.keys(table).map((name) => functionOf(name as VectorFunction, arity));
  const byArity = (tables: object): FunctionBuilder[] =>
    Object.entries(tables).flatMap(([arity, table]: [string, object]) => functionsOf(table, Number(arity)));
  return [
    byArity(instructions),
    functionsOf(composed, 1),
    [...byArity(integerInstructions), ...functionsOf(integerFunctions, 2)],
    [...functionsOf(short, 1), ...functionsOf(conversions, 1), ...formatFunctions()],
  ];
}

function formatFunctions(): FunctionBuilder[] {
  const access = (['i1', ...narrowKinds] as const).flatMap((kind) => {
    const bytes = 4 * slotBytes(kind);
    return [
      overVectors(`expand_${kind}`, [bytes, 16], (f, e, [from, to]) => {
        storeSlot(f, 'f32', to, e.keep(loadSlot(f, kind, from)));
      }),
      overVectors(`narrow_${kind}`, [16, bytes], (f, e, [from, to]) => {
        storeSlot(f, kind, to, e.keep(loadSlot(f, 'f32', from)));
      }),
    ];
  });
  const rounding = narrowKinds.map((kind) =>
    overVectors(`round_${kind}`, [16], (f, e, [at]) => {
      storeSlot(f, 'f32', at, e.keep(rounded(f, kind, loadSlot(f, 'f32', at))));
    }),
  );
  return [...access, ...rounding];
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
