/**
 * Counts of LAPACK's algorithms for one real matrix of `m` rows and `n` columns: those of LAPACK Working Note 41, and for iterative
 * algorithms those of Golub and Van Loan, "Matrix Computations".
 */

/** Returns those of the Cholesky decomposition. */
export function choleskyFlops(n: number): number {
  return (n * (n + 1) * (2 * n + 1)) / 6;
}

/** Returns those of a triangular system with `n` unknowns, with as many divisions unless its diagonal consists of ones. */
export function triangularSolveFlops(n: number, isUnit: boolean): number {
  return isUnit ? n * (n - 1) : n * n;
}

/** Returns those of the LU decomposition: after each pivot, a division for each row below and a multiply-add for each element. */
export function luFlops(m: number, n: number): number {
  const rank = Math.min(m, n);
  const [first, squares] = [(rank * (rank + 1)) / 2, (rank * (rank + 1) * (2 * rank + 1)) / 6];
  return rank * m * (2 * n + 1) - (2 * m + 2 * n + 1) * first + 2 * squares;
}

/** Returns those of the QR decomposition by Householder's reflections. */
export function qrFlops(m: number, n: number): number {
  return m >= n
    ? 2 * m * n ** 2 - (2 / 3) * n ** 3 + m * n + n ** 2 + (14 / 3) * n
    : 2 * n * m ** 2 - (2 / 3) * m ** 3 + 3 * m * n - m ** 2 + (14 / 3) * m;
}

/** Returns those of the first `n` columns of the product of `k` reflections. */
export function reflectorsFlops(m: number, n: number, k: number): number {
  return 4 * m * n * k - 2 * (m + n) * k ** 2 + (4 / 3) * k ** 3 + 3 * n * k - m * k - k ** 2 - (4 / 3) * k;
}

/** Returns those of the product of `k` reflections of `m` elements with a matrix of `n` columns. */
export function reflectedFlops(m: number, n: number, k: number): number {
  return 4 * m * n * k - 2 * n * k ** 2 + 3 * n * k;
}

/** The vectors of a decomposition that are computed: as many as values, or all. */
export type Vectors = 'none' | 'thin' | 'all';

/** Returns those of the singular value decomposition. */
export function singularValueFlops(rows: number, columns: number, vectors: Vectors): number {
  const [m, n] = [Math.max(rows, columns), Math.min(rows, columns)];
  if (vectors === 'none') return 4 * m * n ** 2 - (4 / 3) * n ** 3;
  return vectors === 'thin' ? 14 * m * n ** 2 + 8 * n ** 3 : 4 * m ** 2 * n + 8 * m * n ** 2 + 9 * n ** 3;
}

/** Returns those of eigenvalues, and eigenvectors, of a symmetric matrix. */
export function symmetricEigenFlops(n: number, hasVectors: boolean): number {
  return (hasVectors ? 9 : 4 / 3) * n ** 3;
}

/** Returns those of eigenvalues of any matrix, and of the vectors of its Schur form or its eigenvectors. */
export function eigenFlops(n: number, hasVectors: boolean): number {
  return (hasVectors ? 25 : 10) * n ** 3;
}

/** Returns those of the reduction to Hessenberg form. */
export function hessenbergFlops(n: number): number {
  return (10 / 3) * n ** 3;
}

/** Returns those of the reduction of a symmetric matrix to a tridiagonal one. */
export function tridiagonalFlops(n: number): number {
  return (4 / 3) * n ** 3;
}
