import { Matrix, rotation, withSign } from './matrix.ts';
import { multiplyByTridiagonalizer, tridiagonalizeInPlace } from './tridiagonal.ts';

const SWEEPS = 30;

/** Eigenvalues, ascending, and eigenvectors in the columns; `converged` is false where the iteration gave up. */
export interface HermitianEigen {
  readonly values: Float64Array;
  readonly vectors: Matrix;
  readonly converged: boolean;
}

/**
 * Eigenvalues and eigenvectors of a Hermitian matrix: reflectors make it tridiagonal, implicit QL or QR steps diagonal.
 * Steps, their order and what counts as zero are those of LAPACK's `steqr`, on which the signs of the eigenvectors depend.
 *
 * @param epsilon half of the distance of 1 to the next number of the precision that the result is wanted in.
 */
export function hermitianEigen(a: Matrix, lower: boolean, epsilon: number): HermitianEigen {
  // The reflectors are wanted in the lower triangle; `a` is equal to the adjoint of what its upper triangle holds.
  const work = lower ? a.copy() : a.adjoint();
  const tridiagonal = tridiagonalizeInPlace(work, true);
  const vectors = Matrix.identity(a.rows);
  const solver = new TridiagonalSolver(tridiagonal.diagonal, tridiagonal.offDiagonal, vectors, epsilon);
  const converged = solver.solve();
  multiplyByTridiagonalizer(work, tridiagonal, vectors);
  return { values: tridiagonal.diagonal, vectors, converged };
}

/** Diagonalizes a real symmetric tridiagonal matrix in place, and turns the columns of `z` accordingly. */
class TridiagonalSolver {
  readonly #d: Float64Array;
  readonly #e: Float64Array;
  readonly #z: Matrix;
  readonly #epsilon: number;
  #steps: number;

  constructor(d: Float64Array, e: Float64Array, z: Matrix, epsilon: number) {
    this.#d = d;
    this.#e = e;
    this.#z = z;
    this.#epsilon = epsilon;
    this.#steps = SWEEPS * d.length;
  }

  solve(): boolean {
    const n = this.#d.length;
    let isDone = true;
    for (let first = 0; first < n;) {
      const last = this.#endOfBlock(first);
      // Blocks are solved from their smaller end.
      const isQl = Math.abs(this.#d[last]) >= Math.abs(this.#d[first]);
      const isSolved = last === first || (isQl ? this.#ql(first, last) : this.#qr(last, first));
      if (!isSolved) {
        isDone = false;
        break;
      }
      // A block can decouple; its sub-blocks are visited again.
      if (this.#isDiagonal(first, last)) first = last + 1;
    }
    this.#sort();
    return isDone;
  }

  #isDiagonal(first: number, last: number): boolean {
    for (let i = first; i < last; i += 1) if (this.#e[i] !== 0) return false;
    return true;
  }

  #endOfBlock(first: number): number {
    const [d, e] = [this.#d, this.#e];
    for (let m = first; m < d.length - 1; m += 1) {
      const size = Math.abs(e[m]);
      if (size === 0) return m;
      if (size <= Math.sqrt(Math.abs(d[m])) * Math.sqrt(Math.abs(d[m + 1])) * this.#epsilon) {
        e[m] = 0;
        return m;
      }
    }
    return d.length - 1;
  }

  #isSmall(e: number, a: number, b: number): boolean {
    return e * e <= this.#epsilon ** 2 * Math.abs(a) * Math.abs(b) + Number.MIN_VALUE;
  }

  /** Chases from the end `last` to `first`, where eigenvalues are found. @returns false when there are too many steps. */
  #ql(first: number, last: number): boolean {
    const [d, e] = [this.#d, this.#e];
    for (let l = first; l <= last;) {
      let m = l;
      while (m < last && !this.#isSmall(e[m], d[m], d[m + 1])) m += 1;
      if (m < last) e[m] = 0;
      if (m === l) {
        l += 1;
      } else if (m === l + 1) {
        this.#solveTwo(l);
        l += 2;
      } else {
        if (this.#steps === 0) return false;
        this.#steps -= 1;
        this.#qlStep(l, m);
      }
    }
    return true;
  }

  #qlStep(l: number, m: number): void {
    const [d, e] = [this.#d, this.#e];
    let g = (d[l + 1] - d[l]) / (2 * e[l]);
    g = d[m] - d[l] + e[l] / (g + withSign(Math.hypot(g, 1), g));
    let [s, c, p] = [1, 1, 0];
    const turns: [number, number][] = [];
    for (let i = m - 1; i >= l; i -= 1) {
      const [f, b] = [s * e[i], c * e[i]];
      const turn = rotation(g, f);
      [c, s] = [turn.c, turn.s];
      if (i !== m - 1) e[i + 1] = turn.r;
      g = d[i + 1] - p;
      const r = (d[i] - g) * s + 2 * c * b;
      p = s * r;
      d[i + 1] = g + p;
      g = c * r - b;
      turns.push([c, -s]);
    }
    turns.forEach(([cosine, sine], k) => this.#z.rotateColumns(m - 1 - k, m - k, cosine, sine));
    d[l] -= p;
    e[l] = g;
  }

  /** Chases from the end `last`, which is the lower index, to `first`. */
  #qr(first: number, last: number): boolean {
    const [d, e] = [this.#d, this.#e];
    for (let l = first; l >= last;) {
      let m = l;
      while (m > last && !this.#isSmall(e[m - 1], d[m], d[m - 1])) m -= 1;
      if (m > last) e[m - 1] = 0;
      if (m === l) {
        l -= 1;
      } else if (m === l - 1) {
        this.#solveTwo(l - 1);
        l -= 2;
      } else {
        if (this.#steps === 0) return false;
        this.#steps -= 1;
        this.#qrStep(l, m);
      }
    }
    return true;
  }

  #qrStep(l: number, m: number): void {
    const [d, e] = [this.#d, this.#e];
    let g = (d[l - 1] - d[l]) / (2 * e[l - 1]);
    g = d[m] - d[l] + e[l - 1] / (g + withSign(Math.hypot(g, 1), g));
    let [s, c, p] = [1, 1, 0];
    for (let i = m; i < l; i += 1) {
      const [f, b] = [s * e[i], c * e[i]];
      const turn = rotation(g, f);
      [c, s] = [turn.c, turn.s];
      if (i !== m) e[i - 1] = turn.r;
      g = d[i] - p;
      const r = (d[i + 1] - g) * s + 2 * c * b;
      p = s * r;
      d[i] = g + p;
      g = c * r - b;
      this.#z.rotateColumns(i, i + 1, c, s);
    }
    d[l] -= p;
    e[l - 1] = g;
  }

  /** The two eigenvalues of a block of two. */
  #solveTwo(at: number): void {
    const [d, e] = [this.#d, this.#e];
    const { larger, smaller, c, s } = symmetricTwo(d[at], e[at], d[at + 1]);
    this.#z.rotateColumns(at, at + 1, c, s);
    d[at] = larger;
    d[at + 1] = smaller;
    e[at] = 0;
  }

  #sort(): void {
    const d = this.#d;
    for (let i = 0; i < d.length - 1; i += 1) {
      let least = i;
      for (let j = i + 1; j < d.length; j += 1) if (d[j] < d[least]) least = j;
      [d[i], d[least]] = [d[least], d[i]];
      this.#z.swapColumns(i, least);
    }
  }
}

/** Eigenvalues of `[[a, b], [b, c]]`, by magnitude, and the unit eigenvector `[c, s]` of the larger (LAPACK's `laev2`). */
function symmetricTwo(
  a: number,
  b: number,
  c: number,
): { readonly larger: number; readonly smaller: number; readonly c: number; readonly s: number } {
  const [sum, difference, twice] = [a + c, a - c, b + b];
  const root = Math.hypot(difference, twice);
  const sign = sum < 0 ? -1 : 1;
  const larger = 0.5 * (sum + sign * root);
  const [most, least] = Math.abs(a) > Math.abs(c) ? [a, c] : [c, a];
  const smaller = sum === 0 ? -0.5 * root : (most / larger) * least - (b / larger) * b;
  const signOfDifference = difference >= 0 ? 1 : -1;
  const cosine = difference + signOfDifference * root;
  let [cs, sn] = [1, 0];
  if (Math.abs(cosine) > Math.abs(twice)) {
    const ratio = -twice / cosine;
    sn = 1 / Math.sqrt(1 + ratio * ratio);
    cs = ratio * sn;
  } else if (b !== 0) {
    const ratio = -cosine / twice;
    cs = 1 / Math.sqrt(1 + ratio * ratio);
    sn = ratio * cs;
  }
  return sign === signOfDifference ? { larger, smaller, c: -sn, s: cs } : { larger, smaller, c: cs, s: sn };
}
