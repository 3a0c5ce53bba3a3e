import { checkInterruptAfter, isFloatKind } from '@shardform/ir-core';
import type { FloatKind } from '@shardform/ir-core';
import { isComplexKind } from '../array/array-kind.ts';
import type { ArrayData, ArrayKind } from '../array/array-kind.ts';
import { asDoubles, roundDoubles, storeDoubles } from '../array/lanes.ts';
import { loadIntegers, storeIntegers } from './chunks.ts';
import { bf16RowTimesPanel } from './matmul-bf16.ts';
import { f64RowTimesPanel, matmulByPanels } from './matmul-panels.ts';

/** Sizes of a batch of matrix products `[m, k] x [k, n]`. */
export interface MatmulSizes {
  readonly batch: number;
  readonly m: number;
  readonly n: number;
  readonly k: number;
}

/**
 * Matrix products `[batch, m, k] x [batch, k, n]` into zeroed storage of any kind but f32, in order of increasing `k`:
 * every product and every sum is rounded or wrapped to `kind`, as in the StableHLO reference interpreter.
 */
export function matmulGeneric(
  kind: ArrayKind,
  lhs: ArrayData,
  rhs: ArrayData,
  out: ArrayData,
  sizes: MatmulSizes,
): void {
  if (isComplexKind(kind)) {
    const round = kind === 'complex<f32>' ? Math.fround : identity;
    // Complex sums are doubles.
    matmulComplex(asDoubles(kind, lhs), asDoubles(kind, rhs), out as Float64Array, sizes, round);
  } else if (isFloatKind(kind)) {
    const sums = new Float64Array(out.length);
    const left = asDoubles(kind, lhs);
    const right = asDoubles(kind, rhs);
    if (kind === 'f64' || kind === 'bf16') {
      const { batch, m, n, k } = sizes;
      const row = kind === 'f64' ? f64RowTimesPanel : bf16RowTimesPanel;
      for (let b = 0; b < batch; b += 1) {
        matmulByPanels(left, b * m * k, right, b * k * n, sums, b * m * n, m, n, k, row);
      }
    } else {
      matmulRounded(kind, left, right, sums, sizes);
    }
    storeDoubles(kind, out, 0, out.length, sums);
  } else if (lhs instanceof BigInt64Array || lhs instanceof BigUint64Array) {
    // All three have the same kind.
    matmulBig(lhs as BigInt64Array, rhs as BigInt64Array, out as BigInt64Array, sizes);
  } else {
    const left = new Int32Array(lhs.length);
    const right = new Int32Array(rhs.length);
    const sums = new Int32Array(out.length);
    loadIntegers(lhs, 0, left.length, left);
    loadIntegers(rhs, 0, right.length, right);
    if (kind === 'i1') matmulBooleans(left, right, sums, sizes);
    else matmulIntegers(left, right, sums, sizes);
    storeIntegers(kind, out, 0, out.length, sums);
  }
}

function identity(x: number): number {
  return x;
}

type RowStep = (lhsAt: number, rhsAt: number, outAt: number) => void;

/** Calls `step` for each row of each output and each `p < k`: the row grows by an element of lhs times a row of rhs. */
function forEachRowStep({ batch, m, n, k }: MatmulSizes, step: RowStep): void {
  for (let at = 0; at < batch * m; at += 1) {
    const rhsStart = Math.floor(at / m) * k * n;
    for (let p = 0; p < k; p += 1) {
      // Rows of some kinds take long for each element.
      checkInterruptAfter(4 * n);
      step(at * k + p, rhsStart + p * n, at * n);
    }
  }
}

/** A row of products and a row of sums at a time, so that rounding works on runs of numbers. */
function matmulRounded(
  kind: FloatKind,
  lhs: Float64Array,
  rhs: Float64Array,
  out: Float64Array,
  sizes: MatmulSizes,
): void {
  const { n } = sizes;
  const products = new Float64Array(n);
  forEachRowStep(sizes, (lhsAt, rhsAt, outAt) => {
    const x = lhs[lhsAt];
    for (let j = 0; j < n; j += 1) products[j] = x * rhs[rhsAt + j];
    roundDoubles(kind, products, n);
    const sums = out.subarray(outAt, outAt + n);
    for (let j = 0; j < n; j += 1) sums[j] += products[j];
    roundDoubles(kind, sums, n);
  });
}

/** Modulo 2^32, which the narrower kinds inherit. */
function matmulIntegers(lhs: Int32Array, rhs: Int32Array, out: Int32Array, sizes: MatmulSizes): void {
  forEachRowStep(sizes, (lhsAt, rhsAt, outAt) =>
    addScaledIntegers(lhs[lhsAt], rhs, rhsAt, out, outAt, sizes.n),
  );
}

/** A function of its own: as a closure over the operands the loop is compiled slower. */
function addScaledIntegers(
  x: number,
  rhs: Int32Array,
  rhsAt: number,
  out: Int32Array,
  outAt: number,
  n: number,
): void {
  for (let j = 0; j < n; j += 1) out[outAt + j] = (out[outAt + j] + Math.imul(x, rhs[rhsAt + j])) | 0;
}

function matmulBooleans(lhs: Int32Array, rhs: Int32Array, out: Int32Array, sizes: MatmulSizes): void {
  const { n } = sizes;
  forEachRowStep(sizes, (lhsAt, rhsAt, outAt) => {
    if (lhs[lhsAt] === 0) return;
    for (let j = 0; j < n; j += 1) out[outAt + j] |= rhs[rhsAt + j];
  });
}

function matmulBig(lhs: BigInt64Array, rhs: BigInt64Array, out: BigInt64Array, sizes: MatmulSizes): void {
  const { n } = sizes;
  forEachRowStep(sizes, (lhsAt, rhsAt, outAt) => {
    const x = lhs[lhsAt];
    for (let j = 0; j < n; j += 1) out[outAt + j] += x * rhs[rhsAt + j];
  });
}

function matmulComplex(
  lhs: Float64Array,
  rhs: Float64Array,
  out: Float32Array | Float64Array,
  sizes: MatmulSizes,
  round: (x: number) => number,
): void {
  const { n } = sizes;
  forEachRowStep(sizes, (lhsAt, rhsAt, outAt) => {
    const re = lhs[2 * lhsAt];
    const im = lhs[2 * lhsAt + 1];
    for (let j = 0; j < n; j += 1) {
      const otherRe = rhs[2 * (rhsAt + j)];
      const otherIm = rhs[2 * (rhsAt + j) + 1];
      const at = 2 * (outAt + j);
      out[at] += round(round(re * otherRe) - round(im * otherIm));
      out[at + 1] += round(round(re * otherIm) + round(im * otherRe));
    }
  });
}
