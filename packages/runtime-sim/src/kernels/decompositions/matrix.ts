/**
 * A complex matrix, row-major, in doubles; real ones have imaginary components of zero. Decompositions work in place.
 */
export class Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly re: Float64Array;
  readonly im: Float64Array;

  constructor(
    rows: number,
    columns: number,
    re: Float64Array = new Float64Array(rows * columns),
    im: Float64Array = new Float64Array(rows * columns),
  ) {
    this.rows = rows;
    this.columns = columns;
    this.re = re;
    this.im = im;
  }

  /** Ones on the diagonal. */
  static identity(rows: number, columns = rows): Matrix {
    const matrix = new Matrix(rows, columns);
    for (let i = 0; i < Math.min(rows, columns); i += 1) matrix.re[i * columns + i] = 1;
    return matrix;
  }

  copy(): Matrix {
    return new Matrix(this.rows, this.columns, this.re.slice(), this.im.slice());
  }

  /** The upper left corner of that size; zero where the matrix ends. */
  corner(rows: number, columns: number): Matrix {
    const corner = new Matrix(rows, columns);
    for (let i = 0; i < Math.min(rows, this.rows); i += 1) {
      for (let j = 0; j < Math.min(columns, this.columns); j += 1) {
        corner.re[i * columns + j] = this.re[i * this.columns + j];
        corner.im[i * columns + j] = this.im[i * this.columns + j];
      }
    }
    return corner;
  }

  /** The conjugate transpose; a new matrix. */
  adjoint(): Matrix {
    const { rows, columns } = this;
    const adjoint = new Matrix(columns, rows);
    for (let i = 0; i < rows; i += 1) {
      for (let j = 0; j < columns; j += 1) {
        adjoint.re[j * rows + i] = this.re[i * columns + j];
        adjoint.im[j * rows + i] = -this.im[i * columns + j];
      }
    }
    return adjoint;
  }

  /** The product of two matrices; a new one. */
  times(other: Matrix): Matrix {
    const product = new Matrix(this.rows, other.columns);
    const n = other.columns;
    for (let i = 0; i < this.rows; i += 1) {
      for (let k = 0; k < this.columns; k += 1) {
        const [ar, ai] = [this.re[i * this.columns + k], this.im[i * this.columns + k]];
        if (ar === 0 && ai === 0) continue;
        for (let j = 0; j < n; j += 1) {
          const [br, bi] = [other.re[k * n + j], other.im[k * n + j]];
          product.re[i * n + j] += ar * br - ai * bi;
          product.im[i * n + j] += ar * bi + ai * br;
        }
      }
    }
    return product;
  }

  swapRows(a: number, b: number): void {
    if (a !== b) this.#swap(a * this.columns, b * this.columns, 1, this.columns);
  }

  swapColumns(a: number, b: number): void {
    if (a !== b) this.#swap(a, b, this.columns, this.rows);
  }

  /** Multiplies a column by a number. */
  scaleColumn(column: number, re: number, im = 0, firstRow = 0, endRow = this.rows): void {
    for (let i = firstRow; i < endRow; i += 1) this.#scale(i * this.columns + column, re, im);
  }

  /** Multiplies a row by a number. */
  scaleRow(row: number, re: number, im = 0, firstColumn = 0): void {
    for (let j = firstColumn; j < this.columns; j += 1) this.#scale(row * this.columns + j, re, im);
  }

  /** Turns columns `a` and `b`: `a` becomes `c*a + s*b`, and `b` becomes `c*b - s*a`. */
  rotateColumns(a: number, b: number, c: number, s: number, endRow = this.rows): void {
    for (let i = 0; i < endRow; i += 1) this.#rotate(i * this.columns + a, i * this.columns + b, c, s);
  }

  /** Turns rows as {@link rotateColumns} turns columns. */
  rotateRows(a: number, b: number, c: number, s: number, firstColumn = 0): void {
    for (let j = firstColumn; j < this.columns; j += 1)
      this.#rotate(a * this.columns + j, b * this.columns + j, c, s);
  }

  #scale(at: number, re: number, im: number): void {
    const [x, y] = [this.re[at], this.im[at]];
    this.re[at] = x * re - y * im;
    this.im[at] = x * im + y * re;
  }

  #rotate(a: number, b: number, c: number, s: number): void {
    for (const parts of [this.re, this.im]) {
      const [x, y] = [parts[a], parts[b]];
      parts[a] = c * x + s * y;
      parts[b] = c * y - s * x;
    }
  }

  #swap(a: number, b: number, stride: number, count: number): void {
    for (const parts of [this.re, this.im]) {
      for (let i = 0; i < count; i += 1) {
        const [p, q] = [a + i * stride, b + i * stride];
        [parts[p], parts[q]] = [parts[q], parts[p]];
      }
    }
  }
}

/** Returns the magnitude of `magnitude` with the sign of `sign`; zero counts as positive. */
export function withSign(magnitude: number, sign: number): number {
  return sign < 0 || Object.is(sign, -0) ? -Math.abs(magnitude) : Math.abs(magnitude);
}

/**
 * Returns a rotation that takes `[f, g]` to `[r, 0]`: `c*f + s*g = r`, `c >= 0` and `r` with the sign of `f` (LAPACK's
 * `lartg`).
 */
export function rotation(
  f: number,
  g: number,
): { readonly c: number; readonly s: number; readonly r: number } {
  if (g === 0) return { c: 1, s: 0, r: f };
  if (f === 0) return { c: 0, s: withSign(1, g), r: Math.abs(g) };
  const r = withSign(Math.hypot(f, g), f);
  return { c: Math.abs(f) / Math.abs(r), s: g / r, r };
}
