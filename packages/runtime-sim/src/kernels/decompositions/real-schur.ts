import { Matrix } from './matrix.ts';
import { type Factors, makeReflector, reflectColumns, reflectorVector, reflectRows } from './householder.ts';
import { standardTwo } from './standard-two.ts';

/** Eigenvalues of an upper quasi-triangular matrix. */
export interface Eigenvalues {
  readonly re: Float64Array;
  readonly im: Float64Array;
  /** 0, or how many were not found, counted from the first. */
  readonly info: number;
}

const STEPS = 30;
const EXCEPTIONAL = 10;

/**
 * A real upper Hessenberg matrix in place to its Schur form, and `z` times the matrix that does it: double-shift QR
 * steps as in LAPACK's `lahqr`, on which the order of eigenvalues and the signs of vectors depend.
 *
 * @param precision the machine epsilon of the result's precision.
 */
export function realSchur(h: Matrix, z: Matrix, low: number, high: number, precision: number): Eigenvalues {
  const solver = new RealSchurSolver(h, z, low, high, precision);
  return solver.solve();
}

class RealSchurSolver {
  readonly #h: Matrix;
  readonly #z: Matrix;
  readonly #low: number;
  readonly #high: number;
  readonly #precision: number;
  readonly #re: Float64Array;
  readonly #im: Float64Array;

  constructor(h: Matrix, z: Matrix, low: number, high: number, precision: number) {
    this.#h = h;
    this.#z = z;
    this.#low = low;
    this.#high = high;
    this.#precision = precision;
    this.#re = Float64Array.from({ length: h.rows }, (_, i) => h.re[i * h.rows + i]);
    this.#im = new Float64Array(h.rows);
  }

  #at(row: number, column: number): number {
    return this.#h.re[row * this.#h.columns + column];
  }

  #set(row: number, column: number, value: number): void {
    this.#h.re[row * this.#h.columns + column] = value;
  }

  solve(): Eigenvalues {
    for (let column = 0; column < this.#h.rows; column += 1) {
      for (let row = column + 2; row < this.#h.rows; row += 1) this.#set(row, column, 0);
    }
    let last = this.#high;
    let steps = STEPS * Math.max(10, this.#high - this.#low + 1);
    while (last >= this.#low) {
      let deflations = 0;
      let first = this.#startOfBlock(last);
      while (first < last - 1) {
        if (steps === 0) return { re: this.#re, im: this.#im, info: last + 1 };
        steps -= 1;
        deflations += 1;
        this.#step(first, last, deflations);
        first = this.#startOfBlock(last);
      }
      if (first === last) {
        this.#re[last] = this.#at(last, last);
        this.#im[last] = 0;
      } else {
        this.#splitTwo(first);
      }
      last = first - 1;
    }
    return { re: this.#re, im: this.#im, info: 0 };
  }

  /** The first index of the block that ends at `last`; the element before it becomes zero. */
  #startOfBlock(last: number): number {
    let k = last;
    while (k > this.#low && !this.#isNegligible(k)) k -= 1;
    if (k > this.#low) this.#set(k, k - 1, 0);
    return k;
  }

  #isNegligible(k: number): boolean {
    const small = Number.MIN_VALUE;
    const below = Math.abs(this.#at(k, k - 1));
    if (below <= small) return true;
    let size = Math.abs(this.#at(k - 1, k - 1)) + Math.abs(this.#at(k, k));
    if (size === 0) {
      if (k - 2 >= this.#low) size += Math.abs(this.#at(k - 1, k - 2));
      if (k + 1 <= this.#high) size += Math.abs(this.#at(k + 1, k));
    }
    if (below > this.#precision * size) return false;
    const above = Math.abs(this.#at(k - 1, k));
    const diagonal = Math.abs(this.#at(k, k));
    const difference = Math.abs(this.#at(k - 1, k - 1) - this.#at(k, k));
    const [ab, ba] = [Math.max(below, above), Math.min(below, above)];
    const [aa, bb] = [Math.max(diagonal, difference), Math.min(diagonal, difference)];
    const s = aa + ab;
    return ba * (ab / s) <= Math.max(small, this.#precision * (bb * (aa / s)));
  }

  #shifts(first: number, last: number, count: number): Shifts {
    const exceptional = (corner: number, s: number): Shifts => {
      const h11 = 0.75 * s + corner;
      return shiftsOf(h11, -0.4375 * s, s, h11);
    };
    if (count % (2 * EXCEPTIONAL) === 0) {
      const s = Math.abs(this.#at(last, last - 1)) + Math.abs(this.#at(last - 1, last - 2));
      return exceptional(this.#at(last, last), s);
    }
    if (count % EXCEPTIONAL === 0) {
      const s = Math.abs(this.#at(first + 1, first)) + Math.abs(this.#at(first + 2, first + 1));
      return exceptional(this.#at(first, first), s);
    }
    const p = last - 1;
    return shiftsOf(this.#at(p, p), this.#at(p, last), this.#at(last, p), this.#at(last, last));
  }

  #step(first: number, last: number, count: number): void {
    const shifts = this.#shifts(first, last, count);
    let start = last - 2;
    let v = this.#firstColumn(start, shifts);
    while (start > first && !this.#mayStart(start, v)) {
      start -= 1;
      v = this.#firstColumn(start, shifts);
    }
    for (let k = start; k < last; k += 1) this.#chase(k, start, first, last, v);
  }

  #firstColumn(m: number, { re1, im1, re2, im2 }: Shifts): readonly number[] {
    const s = Math.abs(this.#at(m, m) - re2) + Math.abs(im2) + Math.abs(this.#at(m + 1, m));
    const below = this.#at(m + 1, m) / s;
    const v = [
      below * this.#at(m, m + 1) + (this.#at(m, m) - re1) * ((this.#at(m, m) - re2) / s) - im1 * (im2 / s),
      below * (this.#at(m, m) + this.#at(m + 1, m + 1) - re1 - re2),
      below * this.#at(m + 2, m + 1),
    ];
    const size = Math.abs(v[0]) + Math.abs(v[1]) + Math.abs(v[2]);
    return v.map((x) => x / size);
  }

  /** Returns whether a step may start at a row because two small elements follow each other before it. */
  #mayStart(m: number, v: readonly number[]): boolean {
    const around =
      Math.abs(this.#at(m - 1, m - 1)) + Math.abs(this.#at(m, m)) + Math.abs(this.#at(m + 1, m + 1));
    const before = Math.abs(this.#at(m, m - 1)) * (Math.abs(v[1]) + Math.abs(v[2]));
    return before <= this.#precision * Math.abs(v[0]) * around;
  }

  #chase(k: number, start: number, first: number, last: number, firstColumn: readonly number[]): void {
    const size = Math.min(3, last - k + 1);
    const x = new Matrix(size, 1);
    for (let i = 0; i < size; i += 1) x.re[i] = k > start ? this.#at(k + i, k - 1) : firstColumn[i];
    const line = { start: 0, stride: 1, count: size };
    const [tau] = makeReflector(x, line);
    if (k > start) {
      this.#set(k, k - 1, x.re[0]);
      for (let i = 1; i < size; i += 1) this.#set(k + i, k - 1, 0);
    } else if (start > first) {
      this.#set(k, k - 1, this.#at(k, k - 1) * (1 - tau));
    }
    const v: Factors = reflectorVector(x, line);
    reflectRows(this.#h, v, [tau, 0], k, k);
    const rows = Math.min(k + 3, last) + 1;
    reflectColumns(new Matrix(rows, this.#h.columns, this.#h.re, this.#h.im), v, [tau, 0], 0, k);
    reflectColumns(this.#z, v, [tau, 0], 0, k);
  }

  /** Brings a block of two to standard form. */
  #splitTwo(p: number): void {
    const q = p + 1;
    const two = standardTwo(this.#at(p, p), this.#at(p, q), this.#at(q, p), this.#at(q, q));
    this.#set(p, p, two.a);
    this.#set(p, q, two.b);
    this.#set(q, p, two.c);
    this.#set(q, q, two.d);
    this.#h.rotateRows(p, q, two.cosine, two.sine, q + 1);
    this.#h.rotateColumns(p, q, two.cosine, two.sine, p);
    this.#z.rotateColumns(p, q, two.cosine, two.sine);
    const im = two.c === 0 ? 0 : Math.sqrt(Math.abs(two.b)) * Math.sqrt(Math.abs(two.c));
    this.#re[p] = two.a;
    this.#re[q] = two.d;
    this.#im[p] = im;
    this.#im[q] = -im;
  }
}

interface Shifts {
  readonly re1: number;
  readonly im1: number;
  readonly re2: number;
  readonly im2: number;
}

/** The eigenvalues of a block, or twice the real one that is nearer to its last element. */
function shiftsOf(h11: number, h12: number, h21: number, h22: number): Shifts {
  const s = Math.abs(h11) + Math.abs(h12) + Math.abs(h21) + Math.abs(h22);
  if (s === 0) return { re1: 0, im1: 0, re2: 0, im2: 0 };
  const [a, b, c, d] = [h11 / s, h12 / s, h21 / s, h22 / s];
  const half = (a + d) / 2;
  const determinant = (a - half) * (d - half) - b * c;
  const root = Math.sqrt(Math.abs(determinant));
  if (determinant >= 0) return { re1: half * s, im1: root * s, re2: half * s, im2: -root * s };
  const [one, two] = [half + root, half - root];
  const re = (Math.abs(one - d) <= Math.abs(two - d) ? one : two) * s;
  return { re1: re, im1: 0, re2: re, im2: 0 };
}
