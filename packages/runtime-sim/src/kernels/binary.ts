import { isFloatKind } from '@shardform/ir-core';
import { isComplexKind } from '../array/array-kind.ts';
import type { ArrayData, ArrayKind } from '../array/array-kind.ts';
import type { NdArray } from '../array/nd-array.ts';
import { bigBinary } from './big-integer.ts';
import { asInt32, zipDoubles, zipIntegers } from './chunks.ts';
import { complexBinary, zipComplex } from './complex-ops.ts';
import { maximumF32, minimumF32 } from './f32-extremes.ts';
import { f32BinaryLoops, floatBinaryLoops } from './float-binary.ts';
import { integerBinaryLoops, unsigned32Loops } from './integer-binary.ts';
import { hasKey } from './own-key.ts';
import { computeOperation } from './vector-elementwise.ts';
import { wideBinary } from './wide-integers.ts';

/** Elementwise operations of two operands of one kind, by StableHLO's names. */
export type BinaryOp =
  keyof typeof floatBinaryLoops | keyof typeof integerBinaryLoops | keyof typeof complexBinary;

/** Returns whether there is a kernel of two operands for an operation of StableHLO. */
export function isBinaryOp(name: string): name is BinaryOp {
  const tables = [floatBinaryLoops, integerBinaryLoops, complexBinary];
  return tables.some((table) => Object.hasOwn(table, name));
}

/** Integer operations that implement those on booleans, on 0 and 1. */
export const booleanOps = {
  add: 'or',
  and: 'and',
  maximum: 'or',
  minimum: 'and',
  multiply: 'and',
  or: 'or',
  xor: 'xor',
} as const;

/**
 * Applies `op` to the pairs of elements of two arrays of one kind and shape; the result has that kind too.
 *
 * Integers wrap; what StableHLO leaves undefined is in `integerBinaryLoops`. Floats are computed in double precision and
 * rounded once. `maximum` and `minimum` are IEEE 754-2019's: NaN wins, -0 is below 0.
 * @throws when kinds or sizes differ, and when StableHLO does not have `op` for the kind.
 */
export function binary(op: BinaryOp, lhs: NdArray, rhs: NdArray): NdArray {
  if (lhs.kind !== rhs.kind || lhs.data.length !== rhs.data.length) {
    throw new Error(`${op} of ${lhs.kind}[${lhs.shape.join(', ')}] and ${rhs.kind}[${rhs.shape.join(', ')}]`);
  }
  return { kind: lhs.kind, shape: lhs.shape, data: combine(op, lhs.kind, lhs.data, rhs.data) };
}

function combine(op: BinaryOp, kind: ArrayKind, lhs: ArrayData, rhs: ArrayData): ArrayData {
  const vectors = computeOperation(op, kind, [lhs, rhs]);
  if (vectors !== null) return vectors;
  if (kind === 'f32') {
    const out = combineF32(op, lhs, rhs);
    if (out !== null) return out;
  }
  if (isComplexKind(kind)) {
    if (op === 'add' || op === 'subtract') return zipDoubles(kind, lhs, rhs, floatBinaryLoops[op]);
    if (hasKey(complexBinary, op)) return zipComplex(kind, lhs, rhs, complexBinary[op]);
  } else if (isFloatKind(kind)) {
    if (hasKey(floatBinaryLoops, op)) return zipDoubles(kind, lhs, rhs, floatBinaryLoops[op]);
  } else if (kind === 'i1') {
    if (hasKey(booleanOps, op)) return zipIntegers(kind, lhs, rhs, integerBinaryLoops[booleanOps[op]]);
  } else if (hasKey(integerBinaryLoops, op)) {
    if (lhs instanceof BigInt64Array || lhs instanceof BigUint64Array) {
      // Both operands have one kind, which is of 64-bit integers.
      const other = rhs as BigInt64Array;
      return wideBinary(op, lhs, other) ?? zipBig(lhs, other, bigBinary[op]);
    }
    if (kind === 'ui32' && hasKey(unsigned32Loops, op))
      return zipDoubles(kind, lhs, rhs, unsigned32Loops[op]);
    return zipIntegers(kind, lhs, rhs, integerBinaryLoops[op]);
  }
  throw new Error(`${op} is not defined for ${kind}`);
}

/** The operations that have a loop on f32 storage itself; `null` for the others. */
function combineF32(op: BinaryOp, lhs: ArrayData, rhs: ArrayData): ArrayData | null {
  if (op === 'maximum' || op === 'minimum') {
    const out = new Float32Array(lhs.length);
    (op === 'maximum' ? maximumF32 : minimumF32)(asInt32(lhs), asInt32(rhs), asInt32(out));
    return out;
  }
  if (!hasKey(f32BinaryLoops, op)) return null;
  const out = new Float32Array(lhs.length);
  // f32 is stored in float arrays.
  f32BinaryLoops[op](lhs as Float32Array, rhs as Float32Array, out);
  return out;
}

function zipBig(
  lhs: BigInt64Array | BigUint64Array,
  rhs: BigInt64Array | BigUint64Array,
  operation: (x: bigint, y: bigint) => bigint,
): ArrayData {
  const out = lhs instanceof BigInt64Array ? new BigInt64Array(lhs.length) : new BigUint64Array(lhs.length);
  for (let i = 0; i < out.length; i += 1) out[i] = operation(lhs[i], rhs[i]);
  return out;
}
