import { isFloatKind } from '@shardform/ir-core';
import type { FloatKind } from '@shardform/ir-core';
import { allocate, isComplexKind, partKind } from '../array/array-kind.ts';
import type { ArrayData, ArrayKind } from '../array/array-kind.ts';
import { asDoubles, roundDoubles } from '../array/lanes.ts';
import type { NdArray } from '../array/nd-array.ts';
import { bigUnary } from './big-integer.ts';
import { mapDoubles, mapIntegers } from './chunks.ts';
import { convert } from './convert.ts';
import { complexMagnitudes, complexParts, complexUnary, mapComplex } from './complex-ops.ts';
import { floatUnaryLoops } from './float-unary.ts';
import { integerUnaryLoops } from './integer-unary.ts';
import { hasKey } from './own-key.ts';
import { isNarrowKind } from './slot-kind.ts';
import { computeComposed, computeOperation } from './vector-elementwise.ts';
import { isComposed } from './vector-functions.ts';
import { wideUnary } from './wide-integers.ts';

/** Elementwise operations of one operand, by StableHLO's names. */
export type UnaryOp =
  | keyof typeof floatUnaryLoops
  | keyof typeof integerUnaryLoops
  | keyof typeof complexUnary
  | 'imag'
  | 'is_finite'
  | 'real';

/** Returns whether there is a kernel of one operand for an operation of StableHLO. */
export function isUnaryOp(name: string): name is UnaryOp {
  const tables = [floatUnaryLoops, integerUnaryLoops, complexUnary];
  return tables.some((table) => Object.hasOwn(table, name)) || ['imag', 'is_finite', 'real'].includes(name);
}

/**
 * Applies `op` to every element of `x`. The result has the kind of `x`, but `abs`, `real` and `imag` of complex numbers
 * have the kind of their components, and `is_finite` gives `i1`.
 *
 * Exponentials, logarithms, hyperbolic tangents, logistic functions and reciprocal roots of f32 are within 1.5 units in the
 * last place, with the same bits in every engine. Otherwise floats are computed in double precision and
 * rounded once to the kind (`logistic` after each of its three steps), so results below f64 are those of the StableHLO
 * reference interpreter; f64 differs in the last bit where the engine's `Math` functions differ from libm's.
 * @throws when StableHLO does not have `op` for the kind.
 */
export function unary(op: UnaryOp, x: NdArray): NdArray {
  const { kind, shape, data } = x;
  if (op === 'real' || op === 'imag') return { kind: realKind(kind), shape, data: partsOf(x, op) };
  if (op === 'is_finite') return { kind: 'i1', shape, data: finiteness(kind, data) };
  const vectors = isComposed(op) ? null : computeOperation(op, kind, [data]);
  if (vectors !== null) return { kind, shape, data: vectors };
  if (isComplexKind(kind)) {
    if (op === 'abs') return { kind: partKind(kind), shape, data: complexMagnitudes(kind, data) };
    if (hasKey(complexUnary, op)) return { kind, shape, data: mapComplex(kind, data, complexUnary[op]) };
  } else if (isFloatKind(kind)) {
    if (data instanceof Float32Array && isComposed(op))
      return { kind, shape, data: computeComposed(op, data) };
    if (isNarrowKind(kind) && isComposed(op)) {
      const rounded = computeOperation(op, kind, [data]);
      return rounded === null ? convert(unary(op, convert(x, 'f32')), kind) : { kind, shape, data: rounded };
    }
    if (op === 'logistic') return { kind, shape, data: logistic(kind, data) };
    if (hasKey(floatUnaryLoops, op))
      return { kind, shape, data: mapDoubles(kind, data, floatUnaryLoops[op]) };
  } else if (kind === 'i1') {
    // Booleans are stored as bytes.
    if (op === 'not') return { kind, shape, data: (data as Uint8Array).map((bit) => bit ^ 1) };
    if (op === 'popcnt' || op === 'count_leading_zeros') {
      return { kind, shape, data: mapIntegers(kind, data, integerUnaryLoops[op]) };
    }
  } else if (hasKey(integerUnaryLoops, op)) {
    if (data instanceof BigInt64Array || data instanceof BigUint64Array) {
      return { kind, shape, data: wideUnary(op, data) ?? mapBig(data, bigUnary[op]) };
    }
    return { kind, shape, data: mapIntegers(kind, data, integerUnaryLoops[op]) };
  }
  throw new Error(`${op} is not defined for ${kind}`);
}

function realKind(kind: ArrayKind): ArrayKind {
  return isComplexKind(kind) ? partKind(kind) : kind;
}

function partsOf(x: NdArray, op: 'real' | 'imag'): ArrayData {
  if (isComplexKind(x.kind)) return complexParts(x.kind, x.data, op === 'real' ? 0 : 1);
  return op === 'real' ? x.data : allocate(x.kind, x.data.length);
}

function finiteness(kind: ArrayKind, data: ArrayData): Uint8Array {
  const doubles = asDoubles(kind, data);
  const out = new Uint8Array(doubles.length);
  for (let i = 0; i < out.length; i += 1) out[i] = Number.isFinite(doubles[i]) ? 1 : 0;
  return out;
}

/** `1 / (1 + exp(-x))`, each step rounded to the kind (StableHLO reference interpreter). */
function logistic(kind: FloatKind, data: ArrayData): ArrayData {
  return mapDoubles(kind, data, (x, out, count) => {
    for (let i = 0; i < count; i += 1) out[i] = Math.exp(-x[i]);
    roundDoubles(kind, out, count);
    for (let i = 0; i < count; i += 1) out[i] += 1;
    roundDoubles(kind, out, count);
    for (let i = 0; i < count; i += 1) out[i] = 1 / out[i];
  });
}

function mapBig(data: BigInt64Array | BigUint64Array, operation: (x: bigint) => bigint): ArrayData {
  const out =
    data instanceof BigInt64Array ? new BigInt64Array(data.length) : new BigUint64Array(data.length);
  for (let i = 0; i < out.length; i += 1) out[i] = operation(data[i]);
  return out;
}
