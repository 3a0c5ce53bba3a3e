import { makeReflector, reflectColumns, reflectorVector, reflectRows } from './householder.ts';
import { Matrix } from './matrix.ts';
import type { Eigenvalues } from './real-schur.ts';

type Complex = readonly [number, number];

const size1 = ([re, im]: Complex): number => Math.abs(re) + Math.abs(im);
const minus = (a: Complex, b: Complex): Complex => [a[0] - b[0], a[1] - b[1]];
const plus = (a: Complex, b: Complex): Complex => [a[0] + b[0], a[1] + b[1]];
const times = (a: Complex, b: Complex): Complex => [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]];
const scaled = (a: Complex, by: number): Complex => [a[0] * by, a[1] * by];
function over(a: Complex, b: Complex): Complex {
  const size = b[0] * b[0] + b[1] * b[1];
  return [(a[0] * b[0] + a[1] * b[1]) / size, (a[1] * b[0] - a[0] * b[1]) / size];
}
function root([re, im]: Complex): Complex {
  const length = Math.hypot(re, im);
  const half = Math.sqrt((length + Math.abs(re)) / 2);
  if (half === 0) return [0, 0];
  const other = im / (2 * half);
  if (re >= 0) return [half, other];
  return im < 0 || Object.is(im, -0) ? [Math.abs(other), -half] : [Math.abs(other), half];
}

const STEPS = 30;
const EXCEPTIONAL = 10;

/**
 * A complex upper Hessenberg matrix in place to its Schur form, and `z` times the matrix that does it: single-shift QR
 * steps as in LAPACK's `lahqr`.
 *
 * @param precision the machine epsilon of the result's precision.
 */
export function complexSchur(
  h: Matrix,
  z: Matrix,
  low: number,
  high: number,
  precision: number,
): Eigenvalues {
  return new ComplexSchurSolver(h, z, low, high, precision).solve();
}

class ComplexSchurSolver {
  readonly #h: Matrix;
  readonly #z: Matrix;
  readonly #low: number;
  readonly #high: number;
  readonly #precision: number;

  constructor(h: Matrix, z: Matrix, low: number, high: number, precision: number) {
    this.#h = h;
    this.#z = z;
    this.#low = low;
    this.#high = high;
    this.#precision = precision;
  }

  #at(row: number, column: number): Complex {
    const at = row * this.#h.columns + column;
    return [this.#h.re[at], this.#h.im[at]];
  }

  #set(row: number, column: number, [re, im]: Complex): void {
    this.#h.re[row * this.#h.columns + column] = re;
    this.#h.im[row * this.#h.columns + column] = im;
  }

  solve(): Eigenvalues {
    const n = this.#h.rows;
    for (let column = 0; column < n; column += 1) {
      for (let row = column + 2; row < n; row += 1) this.#set(row, column, [0, 0]);
    }
    for (let i = this.#low + 1; i <= this.#high; i += 1) this.#makeReal(i, Math.min(this.#high, i + 1) + 1);
    let steps = STEPS * Math.max(10, this.#high - this.#low + 1);
    let info = 0;
    for (let last = this.#high; last >= this.#low && info === 0;) {
      let count = 0;
      let first = this.#startOfBlock(last);
      while (first < last) {
        if (steps === 0) {
          info = last + 1;
          break;
        }
        steps -= 1;
        count += 1;
        this.#step(first, last, count);
        first = this.#startOfBlock(last);
      }
      last = first - 1;
    }
    const diagonal = Array.from({ length: n }, (_, i) => this.#at(i, i));
    return {
      re: Float64Array.from(diagonal, ([re]) => re),
      im: Float64Array.from(diagonal, ([, im]) => im),
      info,
    };
  }

  /** Makes the element before the diagonal of a row real and not negative, by a unit factor of row and column. */
  #makeReal(i: number, endRow: number): void {
    const element = this.#at(i, i - 1);
    if (element[1] === 0) return;
    const length = Math.hypot(...element);
    const unit: Complex = [element[0] / length, element[1] / length];
    this.#set(i, i - 1, [length, 0]);
    this.#h.scaleRow(i, unit[0], -unit[1], i);
    this.#h.scaleColumn(i, unit[0], unit[1], 0, endRow);
    this.#z.scaleColumn(i, unit[0], unit[1]);
  }

  #startOfBlock(last: number): number {
    let k = last;
    while (k > this.#low && !this.#isNegligible(k)) k -= 1;
    if (k > this.#low) this.#set(k, k - 1, [0, 0]);
    return k;
  }

  #isNegligible(k: number): boolean {
    const below = size1(this.#at(k, k - 1));
    if (below <= Number.MIN_VALUE) return true;
    let sum = size1(this.#at(k - 1, k - 1)) + size1(this.#at(k, k));
    if (sum === 0) {
      if (k - 2 >= this.#low) sum += Math.abs(this.#at(k - 1, k - 2)[0]);
      if (k + 1 <= this.#high) sum += Math.abs(this.#at(k + 1, k)[0]);
    }
    if (Math.abs(this.#at(k, k - 1)[0]) > this.#precision * sum) return false;
    const above = size1(this.#at(k - 1, k));
    const diagonal = size1(this.#at(k, k));
    const difference = size1(minus(this.#at(k - 1, k - 1), this.#at(k, k)));
    const [ab, ba] = [Math.max(below, above), Math.min(below, above)];
    const [aa, bb] = [Math.max(diagonal, difference), Math.min(diagonal, difference)];
    const s = aa + ab;
    return ba * (ab / s) <= Math.max(Number.MIN_VALUE, this.#precision * (bb * (aa / s)));
  }

  #shift(first: number, last: number, count: number): Complex {
    if (count % (2 * EXCEPTIONAL) === 0)
      return plus(this.#at(last, last), [0.75 * Math.abs(this.#at(last, last - 1)[0]), 0]);
    if (count % EXCEPTIONAL === 0)
      return plus(this.#at(first, first), [0.75 * Math.abs(this.#at(first + 1, first)[0]), 0]);
    const corner = this.#at(last, last);
    const u = times(root(this.#at(last - 1, last)), root(this.#at(last, last - 1)));
    let s = size1(u);
    if (s === 0) return corner;
    const x = scaled(minus(this.#at(last - 1, last - 1), corner), 0.5);
    const sx = size1(x);
    s = Math.max(s, sx);
    const [xs, us] = [scaled(x, 1 / s), scaled(u, 1 / s)];
    let y = scaled(root(plus(times(xs, xs), times(us, us))), s);
    if (sx > 0 && (x[0] / sx) * y[0] + (x[1] / sx) * y[1] < 0) y = [-y[0], -y[1]];
    return minus(corner, times(u, over(u, plus(x, y))));
  }

  #step(first: number, last: number, count: number): void {
    const shift = this.#shift(first, last, count);
    let start = last - 1;
    let v: readonly [Complex, number] = [[0, 0], 0];
    for (; ; start -= 1) {
      const shifted = minus(this.#at(start, start), shift);
      const below = this.#at(start + 1, start)[0];
      const s = size1(shifted) + Math.abs(below);
      v = [scaled(shifted, 1 / s), below / s];
      if (start === first) break;
      const before = Math.abs(this.#at(start, start - 1)[0]) * Math.abs(v[1]);
      const around = size1(this.#at(start, start)) + size1(this.#at(start + 1, start + 1));
      if (before <= this.#precision * (size1(v[0]) * around)) break;
    }
    for (let k = start; k < last; k += 1) this.#chase(k, start, first, last, v);
    const element = this.#at(last, last - 1);
    if (element[1] !== 0) {
      const length = Math.hypot(...element);
      const unit: Complex = [element[0] / length, element[1] / length];
      this.#set(last, last - 1, [length, 0]);
      this.#h.scaleRow(last, unit[0], -unit[1], last + 1);
      this.#h.scaleColumn(last, unit[0], unit[1], 0, last);
      this.#z.scaleColumn(last, unit[0], unit[1]);
    }
  }

  #chase(k: number, start: number, first: number, last: number, [v0, v1]: readonly [Complex, number]): void {
    const x = new Matrix(2, 1);
    const [a, b] = k > start ? [this.#at(k, k - 1), this.#at(k + 1, k - 1)] : [v0, [v1, 0] as const];
    x.re.set([a[0], b[0]]);
    x.im.set([a[1], b[1]]);
    const line = { start: 0, stride: 1, count: 2 };
    const tau = makeReflector(x, line);
    if (k > start) {
      this.#set(k, k - 1, [x.re[0], 0]);
      this.#set(k + 1, k - 1, [0, 0]);
    }
    const v = reflectorVector(x, line);
    reflectRows(this.#h, v, [tau[0], -tau[1]], k, k);
    const rows = Math.min(k + 2, last) + 1;
    reflectColumns(new Matrix(rows, this.#h.columns, this.#h.re, this.#h.im), v, tau, 0, k);
    reflectColumns(this.#z, v, tau, 0, k);
    if (k === start && start > first) this.#keepReal(start, last, minus([1, 0], tau));
  }

  /** A step that starts inside of the block turns the elements below the diagonal; they stay real. */
  #keepReal(start: number, last: number, turned: Complex): void {
    const length = Math.hypot(...turned);
    const unit: Complex = [turned[0] / length, turned[1] / length];
    const conjugate: Complex = [unit[0], -unit[1]];
    this.#set(start + 1, start, times(this.#at(start + 1, start), conjugate));
    if (start + 2 <= last) this.#set(start + 2, start + 1, times(this.#at(start + 2, start + 1), unit));
    for (let j = start; j <= last; j += 1) {
      if (j === start + 1) continue;
      this.#h.scaleRow(j, unit[0], unit[1], j + 1);
      this.#h.scaleColumn(j, conjugate[0], conjugate[1], 0, j);
      this.#z.scaleColumn(j, conjugate[0], conjugate[1]);
    }
  }
}
