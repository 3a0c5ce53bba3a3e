import {
  type Factors,
  factors,
  makeReflector,
  reflectColumns,
  reflectorVector,
  reflectRows,
} from './householder.ts';
import { Matrix } from './matrix.ts';

/** A matrix as a real bidiagonal one between two unitary ones: `a = left * b * right`. */
export interface Bidiagonal {
  readonly diagonal: Float64Array;
  readonly offDiagonal: Float64Array;
  /** True if the other diagonal is the upper one: where there are at least as many rows as columns. */
  readonly isUpper: boolean;
  readonly left: Matrix;
  readonly right: Matrix;
}

/**
 * Makes a matrix bidiagonal by reflectors from both sides (LAPACK's `gebrd` and `orgbr`).
 *
 * @param leftColumns how many columns of `left` are wanted; @param rightRows how many rows of `right`.
 */
export function bidiagonalize(matrix: Matrix, leftColumns: number, rightRows: number): Bidiagonal {
  const a = matrix.copy();
  const { rows, columns } = a;
  const isUpper = rows >= columns;
  const count = Math.min(rows, columns);
  const diagonal = new Float64Array(count);
  const offDiagonal = new Float64Array(Math.max(0, count - 1));
  const [fromLeft, fromRight] = [factors(count), factors(count)];
  for (let i = 0; i < count; i += 1) {
    if (isUpper) {
      diagonal[i] = clearColumn(a, fromLeft, i, i);
      if (i < columns - 1) {
        const beta = clearRow(a, fromRight, i, i + 1);
        if (i < count - 1) offDiagonal[i] = beta;
      }
    } else {
      diagonal[i] = clearRow(a, fromRight, i, i);
      if (i < rows - 1) {
        const beta = clearColumn(a, fromLeft, i, i + 1);
        if (i < count - 1) offDiagonal[i] = beta;
      }
    }
  }
  const [leftShift, rightShift] = isUpper ? [0, 1] : [1, 0];
  const left = Matrix.identity(rows, leftColumns);
  for (let i = count - 1; i >= 0; i -= 1) {
    const v = reflectorVector(a, columnLine(a, i, i + leftShift));
    reflectRows(left, v, [fromLeft.re[i], fromLeft.im[i]], i + leftShift, 0);
  }
  const right = Matrix.identity(rightRows, columns);
  for (let i = count - 1; i >= 0; i -= 1) {
    const v = reflectorVector(a, rowLine(a, i, i + rightShift));
    // The row holds the conjugate vector.
    for (let k = 0; k < v.im.length; k += 1) v.im[k] = -v.im[k];
    reflectColumns(right, v, [fromRight.re[i], -fromRight.im[i]], 0, i + rightShift);
  }
  return { diagonal, offDiagonal, isUpper, left, right };
}

function columnLine(a: Matrix, column: number, row: number) {
  return { start: row * a.columns + column, stride: a.columns, count: Math.max(0, a.rows - row) };
}

function rowLine(a: Matrix, row: number, column: number) {
  return { start: row * a.columns + column, stride: 1, count: Math.max(0, a.columns - column) };
}

function clearColumn(a: Matrix, tau: Factors, column: number, row: number): number {
  const line = columnLine(a, column, row);
  const [tr, ti] = makeReflector(a, line);
  tau.re[column] = tr;
  tau.im[column] = ti;
  reflectRows(a, reflectorVector(a, line), [tr, -ti], row, column + 1);
  return a.re[line.start];
}

/** Reflectors of rows are made of the conjugate row, and the row is left conjugated back. */
function clearRow(a: Matrix, tau: Factors, row: number, column: number): number {
  const line = rowLine(a, row, column);
  conjugate(a, line.start, line.count);
  const [tr, ti] = makeReflector(a, line);
  tau.re[row] = tr;
  tau.im[row] = ti;
  reflectColumns(a, reflectorVector(a, line), [tr, ti], row + 1, column);
  conjugate(a, line.start, line.count);
  return a.re[line.start];
}

function conjugate(a: Matrix, start: number, count: number): void {
  for (let i = start; i < start + count; i += 1) a.im[i] = -a.im[i];
}
