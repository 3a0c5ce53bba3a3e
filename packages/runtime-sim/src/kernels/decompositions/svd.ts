import { type Bidiagonal, bidiagonalize } from './bidiagonal.ts';
import { Matrix, rotation, withSign } from './matrix.ts';
import { qrInPlace, reflectorProduct } from './qr.ts';
import { singularTwo, singularValuesOfTwo } from './singular-two.ts';

/** `a = u * diag(values) * vh`; values descend. */
export interface Svd {
  readonly values: Float64Array;
  readonly u: Matrix;
  readonly vh: Matrix;
  readonly converged: boolean;
}

/**
 * Returns the singular value decomposition. A tall matrix is replaced by the `R` of its QR decomposition first, a wide
 * one by the adjoint's; steps are those of LAPACK's `gesdd` for matrices that it does not divide, on which the vectors'
 * signs depend.
 *
 * @param isFull whether `u` and `vh` are square.
 * @param epsilon half of the distance of 1 to the next number of the precision that the result is wanted in.
 */
export function svd(a: Matrix, isFull: boolean, epsilon: number, isComplex: boolean): Svd {
  const { rows, columns } = a;
  const count = Math.min(rows, columns);
  const tall = Math.floor((count * (isComplex ? 17 : 11)) / (isComplex ? 9 : 6));
  if (rows >= columns && rows >= tall && rows > columns) return tallSvd(a, isFull, epsilon);
  if (columns > rows && columns >= tall) {
    const { values, u, vh, converged } = wideSvd(a, isFull, epsilon);
    return { values, u, vh, converged };
  }
  const bidiagonal = bidiagonalize(a, isFull ? rows : count, isFull ? columns : count);
  return svdOfBidiagonal(bidiagonal, epsilon);
}

function tallSvd(a: Matrix, isFull: boolean, epsilon: number): Svd {
  const { rows, columns } = a;
  const factored = isFull ? a.corner(rows, rows) : a.copy();
  const work = a.copy();
  const tau = qrInPlace(work);
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j < columns; j += 1) {
      factored.re[i * factored.columns + j] = work.re[i * columns + j];
      factored.im[i * factored.columns + j] = work.im[i * columns + j];
    }
  }
  const q = reflectorProduct(factored, tau);
  const { values, u, vh, converged } = svdOfBidiagonal(
    bidiagonalize(upperTriangle(work, columns), columns, columns),
    epsilon,
  );
  return { values, u: q.times(padded(u, q.columns)), vh, converged };
}

/** The decomposition of `a = l * q` with a square `l`, made of the adjoint's QR decomposition. */
function wideSvd(a: Matrix, isFull: boolean, epsilon: number): Svd {
  const { rows, columns } = a;
  const work = a.adjoint();
  const tau = qrInPlace(work);
  const factored = isFull ? work.corner(columns, columns) : work;
  const q = reflectorProduct(factored, tau);
  const l = upperTriangle(work, rows).adjoint();
  const { values, u, vh, converged } = svdOfBidiagonal(bidiagonalize(l, rows, rows), epsilon);
  return { values, u, vh: padded(vh, q.columns).times(q.adjoint()), converged };
}

function upperTriangle(a: Matrix, size: number): Matrix {
  const r = a.corner(size, size);
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < i; j += 1) {
      r.re[i * size + j] = 0;
      r.im[i * size + j] = 0;
    }
  }
  return r;
}

/** A square matrix in the upper left corner of a larger identity. */
function padded(m: Matrix, size: number): Matrix {
  if (m.rows === size) return m;
  const larger = m.corner(size, size);
  for (let i = m.rows; i < size; i += 1) larger.re[i * size + i] = 1;
  return larger;
}

function svdOfBidiagonal(bidiagonal: Bidiagonal, epsilon: number): Svd {
  const { diagonal, offDiagonal, isUpper, left, right } = bidiagonal;
  const solver = new BidiagonalSolver(diagonal, offDiagonal, left, right, epsilon);
  const converged = solver.solve(isUpper);
  return { values: diagonal, u: left, vh: right, converged };
}

const SWEEPS = 6;

/** Diagonalizes a real bidiagonal matrix in place, turning columns of `u` and rows of `vh` accordingly. */
class BidiagonalSolver {
  readonly #d: Float64Array;
  readonly #e: Float64Array;
  readonly #u: Matrix;
  readonly #vh: Matrix;
  readonly #epsilon: number;
  readonly #tolerance: number;

  constructor(d: Float64Array, e: Float64Array, u: Matrix, vh: Matrix, epsilon: number) {
    this.#d = d;
    this.#e = e;
    this.#u = u;
    this.#vh = vh;
    this.#epsilon = epsilon;
    this.#tolerance = Math.max(10, Math.min(100, epsilon ** -0.125)) * epsilon;
  }

  solve(isUpper: boolean): boolean {
    if (!isUpper) this.#makeUpper();
    const isDone = this.#diagonalize();
    for (let i = 0; i < this.#d.length; i += 1) {
      if (this.#d[i] >= 0 && !Object.is(this.#d[i], -0)) continue;
      this.#d[i] = -this.#d[i];
      this.#vh.scaleRow(i, -1);
    }
    this.#sort();
    return isDone;
  }

  #makeUpper(): void {
    const [d, e] = [this.#d, this.#e];
    for (let i = 0; i < e.length; i += 1) {
      const { c, s, r } = rotation(d[i], e[i]);
      d[i] = r;
      e[i] = s * d[i + 1];
      d[i + 1] = c * d[i + 1];
      this.#u.rotateColumns(i, i + 1, c, s);
    }
  }

  #diagonalize(): boolean {
    const [d, e] = [this.#d, this.#e];
    const n = d.length;
    const threshold = this.#threshold();
    let budget = SWEEPS * n * n;
    let [last, oldFirst, oldLast, isDown] = [n - 1, -1, -1, true];
    while (last > 0) {
      if (budget < 0) return false;
      let first = last;
      let largest = Math.abs(d[last]);
      while (first > 0 && Math.abs(e[first - 1]) > threshold) {
        first -= 1;
        largest = Math.max(largest, Math.abs(d[first]), Math.abs(e[first]));
      }
      if (first > 0) e[first - 1] = 0;
      if (first === last) {
        last -= 1;
        continue;
      }
      if (first === last - 1) {
        this.#solveTwo(first);
        last -= 2;
        continue;
      }
      if (first > oldLast || last < oldFirst) isDown = Math.abs(d[first]) >= Math.abs(d[last]);
      const least = this.#deflate(first, last, isDown);
      if (least === null) continue;
      [oldFirst, oldLast] = [first, last];
      budget -= last - first;
      const shift = this.#shift(first, last, isDown, least / largest);
      if (shift === 0) this.#sweepWithoutShift(first, last, isDown);
      else this.#sweep(first, last, isDown, shift);
      const end = isDown ? last - 1 : first;
      if (Math.abs(e[end]) <= threshold) e[end] = 0;
    }
    return true;
  }

  #threshold(): number {
    const [d, e] = [this.#d, this.#e];
    let least = d.length === 0 ? 0 : Math.abs(d[0]);
    let mu = least;
    for (let i = 1; i < d.length && least !== 0; i += 1) {
      mu = Math.abs(d[i]) * (mu / (mu + Math.abs(e[i - 1])));
      least = Math.min(least, mu);
    }
    return Math.max((this.#tolerance * least) / Math.sqrt(d.length), Number.MIN_VALUE);
  }

  /** Sets the first element off the diagonal that is small to zero. @returns a bound of the least value, if there is none. */
  #deflate(first: number, last: number, isDown: boolean): number | null {
    const [d, e, tolerance] = [this.#d, this.#e, this.#tolerance];
    const end = isDown ? last - 1 : first;
    if (Math.abs(e[end]) <= tolerance * Math.abs(d[isDown ? last : first])) {
      e[end] = 0;
      return null;
    }
    let mu = Math.abs(d[isDown ? first : last]);
    let least = mu;
    for (let step = 0; step < last - first; step += 1) {
      const i = isDown ? first + step : last - 1 - step;
      if (Math.abs(e[i]) <= tolerance * mu) {
        e[i] = 0;
        return null;
      }
      mu = Math.abs(d[isDown ? i + 1 : i]) * (mu / (mu + Math.abs(e[i])));
      least = Math.min(least, mu);
    }
    return least;
  }

  #shift(first: number, last: number, isDown: boolean, ratio: number): number {
    const [d, e, epsilon] = [this.#d, this.#e, this.#epsilon];
    if (d.length * this.#tolerance * ratio <= Math.max(epsilon, 0.01 * this.#tolerance)) return 0;
    const start = Math.abs(d[isDown ? first : last]);
    const at = isDown ? last - 1 : first;
    const shift = singularValuesOfTwo(d[at], e[at], d[at + 1]);
    return start > 0 && (shift / start) ** 2 < epsilon ? 0 : shift;
  }

  #sweepWithoutShift(first: number, last: number, isDown: boolean): void {
    const [d, e] = [this.#d, this.#e];
    let [c, oldC, oldS] = [1, 1, 0];
    const count = last - first;
    for (let step = 0; step < count; step += 1) {
      const i = isDown ? first + step : last - step;
      const [off, next, before] = isDown ? [i, i + 1, i - 1] : [i - 1, i - 1, i];
      const outer = rotation(d[i] * c, e[off]);
      if (step > 0) e[before] = oldS * outer.r;
      const inner = rotation(oldC * outer.r, d[next] * outer.s);
      d[i] = inner.r;
      [c, oldC, oldS] = [outer.c, inner.c, inner.s];
      this.#turn(Math.min(i, next), isDown, outer, inner);
    }
    const end = isDown ? last : first;
    const h = d[end] * c;
    d[end] = h * oldC;
    e[isDown ? last - 1 : first] = h * oldS;
  }

  #sweep(first: number, last: number, isDown: boolean, shift: number): void {
    const [d, e] = [this.#d, this.#e];
    const start = isDown ? first : last;
    let f = (Math.abs(d[start]) - shift) * (withSign(1, d[start]) + shift / d[start]);
    let g = e[isDown ? first : last - 1];
    const count = last - first;
    for (let step = 0; step < count; step += 1) {
      const i = isDown ? first + step : last - step;
      const [off, next, before, after] = isDown ? [i, i + 1, i - 1, i + 1] : [i - 1, i - 1, i, i - 2];
      const right = rotation(f, g);
      if (step > 0) e[before] = right.r;
      f = right.c * d[i] + right.s * e[off];
      e[off] = right.c * e[off] - right.s * d[i];
      g = right.s * d[next];
      d[next] = right.c * d[next];
      const left = rotation(f, g);
      d[i] = left.r;
      f = left.c * e[off] + left.s * d[next];
      d[next] = left.c * d[next] - left.s * e[off];
      if (step < count - 1) {
        g = left.s * e[after];
        e[after] = left.c * e[after];
      }
      this.#turn(Math.min(i, next), isDown, right, left);
    }
    e[isDown ? last - 1 : first] = f;
  }

  /** A sweep down turns `vh` by its first rotation and `u` by its second, a sweep up the other way around. */
  #turn(
    at: number,
    isDown: boolean,
    first: { readonly c: number; readonly s: number },
    second: { readonly c: number; readonly s: number },
  ): void {
    if (isDown) {
      this.#vh.rotateRows(at, at + 1, first.c, first.s);
      this.#u.rotateColumns(at, at + 1, second.c, second.s);
    } else {
      this.#vh.rotateRows(at, at + 1, second.c, -second.s);
      this.#u.rotateColumns(at, at + 1, first.c, -first.s);
    }
  }

  #solveTwo(at: number): void {
    const { largest, least, left, right } = singularTwo(this.#d[at], this.#e[at], this.#d[at + 1]);
    this.#d[at] = largest;
    this.#e[at] = 0;
    this.#d[at + 1] = least;
    this.#vh.rotateRows(at, at + 1, right.c, right.s);
    this.#u.rotateColumns(at, at + 1, left.c, left.s);
  }

  #sort(): void {
    const d = this.#d;
    for (let end = d.length - 1; end > 0; end -= 1) {
      let least = 0;
      for (let j = 1; j <= end; j += 1) if (d[j] <= d[least]) least = j;
      if (least === end) continue;
      [d[least], d[end]] = [d[end], d[least]];
      this.#vh.swapRows(least, end);
      this.#u.swapColumns(least, end);
    }
  }
}
