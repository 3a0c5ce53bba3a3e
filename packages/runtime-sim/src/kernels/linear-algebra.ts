import { checkInterruptAfter, lastOf } from '@shardform/ir-core';
import { elementCount } from '../array/nd-array.ts';
import type { NdArray } from '../array/nd-array.ts';
import { fromParts, partsOf } from './complex-parts.ts';
import type { Parts } from './complex-parts.ts';

/**
 * Returns the lower triangular `l` with `l * l^H = a`, or with `lower` false the upper triangular `u` with
 * `u^H * u = a`, of each Hermitian matrix in the last two dimensions (StableHLO spec, "cholesky"). Only that triangle
 * of `a` is read; the other one of the result is zero. A matrix that is not positive definite gives NaN. Computed in
 * double precision.
 */
export function cholesky(a: NdArray, lower: boolean): NdArray {
  const n = lastOf(a.shape);
  const { re, im } = partsOf(a);
  const out: Parts = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  // Element [row, column] of the lower factor, whichever triangle holds it.
  const at = (row: number, column: number): number => (lower ? row * n + column : column * n + row);
  const sign = lower ? 1 : -1;
  for (let start = 0; start < re.length; start += n * n) {
    for (let j = 0; j < n; j += 1) {
      for (let i = j; i < n; i += 1) {
        checkInterruptAfter(10 * j);
        const place = start + at(i, j);
        let sumRe = re[place];
        let sumIm = sign * im[place];
        for (let k = 0; k < j; k += 1) {
          const [p, q] = [start + at(i, k), start + at(j, k)];
          // l[i, k] times the conjugate of l[j, k]; an upper factor holds conjugates.
          sumRe -= out.re[p] * out.re[q] + out.im[p] * out.im[q];
          sumIm -= sign * (out.im[p] * out.re[q] - out.re[p] * out.im[q]);
        }
        if (i === j) {
          out.re[place] = Math.sqrt(sumRe);
        } else {
          const diagonal = out.re[start + at(j, j)];
          out.re[place] = sumRe / diagonal;
          out.im[place] = (sign * sumIm) / diagonal;
        }
      }
    }
  }
  return fromParts(a.kind, a.shape, out);
}

/** Options of `triangularSolve`. */
export interface TriangularSolveOptions {
  /** True if `op(a) * x = b` is solved rather than `x * op(a) = b`. */
  readonly leftSide: boolean;
  readonly lower: boolean;
  readonly unitDiagonal: boolean;
  /** The form of `op`. */
  readonly transpose: 'NO_TRANSPOSE' | 'TRANSPOSE' | 'ADJOINT';
}

/**
 * Solutions of systems with the triangular matrices in the last two dimensions of `a` (StableHLO spec, "triangular_solve").
 * The other triangle of `a` is not read. Computed in double precision.
 */
export function triangularSolve(a: NdArray, b: NdArray, options: TriangularSolveOptions): NdArray {
  const n = lastOf(a.shape);
  const [rows, columns] = [b.shape[b.shape.length - 2], lastOf(b.shape)];
  const matrix = partsOf(a);
  const x = partsOf(b);
  const isTransposed = options.transpose !== 'NO_TRANSPOSE';
  const conjugates = options.transpose === 'ADJOINT' ? -1 : 1;
  // x * m = b is m^T * x^T = b^T, so that both sides are solved by columns.
  const swapsIndices = isTransposed === options.leftSide;
  const isForward = options.lower !== swapsIndices;
  const [count, along, across] = options.leftSide ? [columns, columns, 1] : [rows, 1, columns];
  const matrices = elementCount(a.shape.slice(0, -2));
  for (let batch = 0; batch < matrices; batch += 1) {
    const system: TriangularSystem = {
      a: matrix,
      start: batch * n * n,
      n,
      rowStride: swapsIndices ? 1 : n,
      columnStride: swapsIndices ? n : 1,
      conjugates,
      isForward,
      unitDiagonal: options.unitDiagonal,
    };
    for (let i = 0; i < count; i += 1) substitute(system, x, batch * rows * columns + i * across, along);
  }
  return fromParts(b.kind, b.shape, x);
}

/** One matrix, element `[i, j]` at `start + i * rowStride + j * columnStride`. */
interface TriangularSystem {
  readonly a: Parts;
  readonly start: number;
  readonly n: number;
  readonly rowStride: number;
  readonly columnStride: number;
  /** -1 where the elements are conjugated. */
  readonly conjugates: 1 | -1;
  readonly isForward: boolean;
  readonly unitDiagonal: boolean;
}

/** Solves for the vector in `x` at `start`, its elements `stride` apart, in place. */
function substitute(system: TriangularSystem, x: Parts, start: number, stride: number): void {
  const { a, n, rowStride, columnStride, conjugates, isForward } = system;
  for (let step = 0; step < n; step += 1) {
    const i = isForward ? step : n - 1 - step;
    const place = start + i * stride;
    let re = x.re[place];
    let im = x.im[place];
    checkInterruptAfter(10 * step);
    for (let done = 0; done < step; done += 1) {
      const j = isForward ? done : n - 1 - done;
      const at = system.start + i * rowStride + j * columnStride;
      const [ar, ai] = [a.re[at], conjugates * a.im[at]];
      const [xr, xi] = [x.re[start + j * stride], x.im[start + j * stride]];
      re -= ar * xr - ai * xi;
      im -= ar * xi + ai * xr;
    }
    if (!system.unitDiagonal) {
      const at = system.start + i * (rowStride + columnStride);
      const [dr, di] = [a.re[at], conjugates * a.im[at]];
      if (di === 0) {
        re /= dr;
        im /= dr;
      } else {
        const size = dr * dr + di * di;
        [re, im] = [(re * dr + im * di) / size, (im * dr - re * di) / size];
      }
    }
    x.re[place] = re;
    x.im[place] = im;
  }
}
