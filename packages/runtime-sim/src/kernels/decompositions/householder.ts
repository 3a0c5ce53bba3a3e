import { type Matrix, withSign } from './matrix.ts';

/** The factors `tau` of reflectors `I - tau * v * v^H`. */
export interface Factors {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Allocates the scalar factors of `count` reflectors. */
export function factors(count: number): Factors {
  return { re: new Float64Array(count), im: new Float64Array(count) };
}

/** Elements of a matrix on a line: `count` of them, from `start` on, `stride` apart. */
export interface Line {
  readonly start: number;
  readonly stride: number;
  readonly count: number;
}

/**
 * Makes the reflector `H` for which `H^H * x` is `[beta, 0, ...]` with a real `beta` whose sign is not that of `x[0]`.
 * `x[0]` becomes `beta`, the others the reflector's vector, whose first element is 1 and is not stored (LAPACK's `larfg`).
 *
 * @returns `tau`.
 */
export function makeReflector({ re, im }: Matrix, { start, stride, count }: Line): readonly [number, number] {
  if (count <= 0) return [0, 0];
  let norm = 0;
  for (let i = 1; i < count; i += 1) {
    norm = Math.hypot(norm, re[start + i * stride], im[start + i * stride]);
  }
  const [ar, ai] = [re[start], im[start]];
  if (norm === 0 && ai === 0) return [0, 0];
  const beta = -withSign(Math.hypot(ar, ai, norm), ar);
  // 1 / (alpha - beta)
  const [dr, di] = [ar - beta, ai];
  const size = dr * dr + di * di;
  const [sr, si] = [dr / size, -di / size];
  for (let i = 1; i < count; i += 1) {
    const at = start + i * stride;
    const [x, y] = [re[at], im[at]];
    re[at] = x * sr - y * si;
    im[at] = x * si + y * sr;
  }
  re[start] = beta;
  im[start] = 0;
  return [(beta - ar) / beta, -ai / beta];
}

/** Returns the vector of a reflector, with its 1. */
export function reflectorVector({ re, im }: Matrix, { start, stride, count }: Line): Factors {
  const v = factors(count);
  for (let i = 1; i < count; i += 1) {
    v.re[i] = re[start + i * stride];
    v.im[i] = im[start + i * stride];
  }
  if (count > 0) v.re[0] = 1;
  return v;
}

/** Multiplies the submatrix from `row` and `column` on by `I - tau * v * v^H` from the left. */
export function reflectRows(
  m: Matrix,
  v: Factors,
  tau: readonly [number, number],
  row: number,
  column: number,
): void {
  const [tr, ti] = tau;
  if (tr === 0 && ti === 0) return;
  const { columns, re, im } = m;
  for (let j = column; j < columns; j += 1) {
    let [sr, si] = [0, 0];
    for (let i = 0; i < v.re.length; i += 1) {
      const at = (row + i) * columns + j;
      sr += v.re[i] * re[at] + v.im[i] * im[at];
      si += v.re[i] * im[at] - v.im[i] * re[at];
    }
    [sr, si] = [tr * sr - ti * si, tr * si + ti * sr];
    for (let i = 0; i < v.re.length; i += 1) {
      const at = (row + i) * columns + j;
      re[at] -= v.re[i] * sr - v.im[i] * si;
      im[at] -= v.re[i] * si + v.im[i] * sr;
    }
  }
}

/** Multiplies the submatrix from `row` and `column` on by `I - tau * v * v^H` from the right. */
export function reflectColumns(
  m: Matrix,
  v: Factors,
  tau: readonly [number, number],
  row: number,
  column: number,
): void {
  const [tr, ti] = tau;
  if (tr === 0 && ti === 0) return;
  const { columns, rows, re, im } = m;
  for (let i = row; i < rows; i += 1) {
    let [sr, si] = [0, 0];
    const start = i * columns + column;
    for (let j = 0; j < v.re.length; j += 1) {
      sr += v.re[j] * re[start + j] - v.im[j] * im[start + j];
      si += v.re[j] * im[start + j] + v.im[j] * re[start + j];
    }
    [sr, si] = [tr * sr - ti * si, tr * si + ti * sr];
    for (let j = 0; j < v.re.length; j += 1) {
      re[start + j] -= v.re[j] * sr + v.im[j] * si;
      im[start + j] -= v.re[j] * si - v.im[j] * sr;
    }
  }
}
