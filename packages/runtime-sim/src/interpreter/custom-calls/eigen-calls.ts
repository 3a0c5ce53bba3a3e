import type { OpResult } from '@shardform/ir-core';
import { type ArrayKind, isComplexKind, type NdArray, zeros } from '../../array/index.ts';
import {
  arrayOfParts,
  eigen,
  hermitianEigen,
  hessenbergInPlace,
  type Matrix,
  matricesOf,
  schur,
  svd,
  tridiagonalizeInPlace,
} from '../../kernels/decompositions/index.ts';
import type { Parts } from '../../kernels/complex-parts.ts';
import { arrayTypeOf } from '../array-type.ts';
import type { CustomCall } from '../machine.ts';
import { arrays, isLower, letter, numberOption } from './call-options.ts';
import { batchOf, infoArray } from './factorization-calls.ts';
import { lastOf } from '@shardform/ir-core';

function isDouble(kind: ArrayKind): boolean {
  return kind === 'f64' || kind === 'complex<f64>';
}

/** Half of the distance of 1 to the next number of a kind. */
function epsilonOf(kind: ArrayKind): number {
  return isDouble(kind) ? 2 ** -53 : 2 ** -24;
}

function realKind(kind: ArrayKind): ArrayKind {
  return isDouble(kind) ? 'f64' : 'f32';
}

function complexKind(kind: ArrayKind): ArrayKind {
  return isDouble(kind) ? 'complex<f64>' : 'complex<f32>';
}

function matrixArray(
  kind: ArrayKind,
  batch: readonly number[],
  matrices: readonly Matrix[],
  rows: number,
  columns: number,
): NdArray {
  return arrayOfParts(kind, [...batch, rows, columns], matrices);
}

function vectorArray(
  kind: ArrayKind,
  batch: readonly number[],
  size: number,
  vectors: readonly Float64Array[],
): NdArray {
  return arrayOfParts(
    kind,
    [...batch, size],
    vectors.map((re) => ({ re })),
  );
}

function symmetric(
  a: NdArray,
  lower: boolean,
): { readonly vectors: NdArray; readonly values: NdArray; readonly info: NdArray } {
  const n = lastOf(a.shape);
  const results = matricesOf(a).map((matrix) => hermitianEigen(matrix, lower, epsilonOf(a.kind)));
  return {
    vectors: matrixArray(
      a.kind,
      batchOf(a),
      results.map(({ vectors }) => vectors),
      n,
      n,
    ),
    values: vectorArray(
      realKind(a.kind),
      batchOf(a),
      n,
      results.map(({ values }) => values),
    ),
    info: infoArray(
      batchOf(a),
      results.map(({ converged }) => (converged ? 0 : 1)),
    ),
  };
}

/** `syevd`, `heevd`: eigenvectors of Hermitian matrices, and eigenvalues, ascending. */
export const syevd: CustomCall = (inputs, op) => {
  const [a] = arrays(inputs, op, 1);
  const { vectors, values, info } = symmetric(a, isLower(op));
  return [vectors, values, info];
};

/** The TPU variant; the first number in the configuration selects the triangle. */
export const eigh: CustomCall = (inputs, op) => {
  const [a] = arrays(inputs, op, 1);
  const config = String(op.getAttr('backend_config') ?? '');
  const { vectors, values } = symmetric(a, !config.replaceAll('"', '').startsWith('0'));
  return [vectors, values];
};

interface Decompositions {
  readonly values: NdArray;
  readonly u: NdArray;
  readonly vh: NdArray;
  readonly v: NdArray;
  readonly info: NdArray;
}

function singular(a: NdArray, isFull: boolean): Decompositions {
  const [rows, columns] = [a.shape[a.shape.length - 2], lastOf(a.shape)];
  const count = Math.min(rows, columns);
  const results = matricesOf(a).map((matrix) =>
    svd(matrix, isFull, epsilonOf(a.kind), isComplexKind(a.kind)),
  );
  const batch = batchOf(a);
  const [uColumns, vRows] = isFull ? [rows, columns] : [count, count];
  return {
    values: vectorArray(
      realKind(a.kind),
      batch,
      count,
      results.map(({ values }) => values),
    ),
    u: matrixArray(
      a.kind,
      batch,
      results.map(({ u }) => u),
      rows,
      uColumns,
    ),
    vh: matrixArray(
      a.kind,
      batch,
      results.map(({ vh }) => vh),
      vRows,
      columns,
    ),
    v: matrixArray(
      a.kind,
      batch,
      results.map(({ vh }) => vh.adjoint()),
      columns,
      vRows,
    ),
    info: infoArray(
      batch,
      results.map(({ converged }) => (converged ? 0 : 1)),
    ),
  };
}

/** `gesdd`, `gesvd`: singular values and both sides' vectors. The overwritten matrix is returned unchanged. */
export const gesdd: CustomCall = (inputs, op) => {
  const [a] = arrays(inputs, op, 1);
  const mode = letter(op, 'mode');
  const { values, u, vh, info } = singular(a, mode === 'A');
  if (mode !== 'N') return [a, values, u, vh, info];
  const [uResult, vResult] = [op.results[2], op.results[3]].map((result) => unused(a.kind, result));
  return [a, values, uResult ?? u, vResult ?? vh, info];
};

/** Vectors that were not requested are zero, and may have any size. */
function unused(kind: ArrayKind, result: OpResult | undefined): NdArray | null {
  const type = result === undefined ? null : arrayTypeOf(result.type);
  return type === null ? null : zeros(kind, type.shape);
}

/** The GPU variant: right vectors in columns, or as in `gesdd`. */
export const gesvdj: CustomCall = (inputs, op) => {
  const [a] = arrays(inputs, op, 1);
  const { values, u, v, info } = singular(a, numberOption(op, 'full_matrices', 1) !== 0);
  return [a, values, u, v, info];
};

/** Singular value decomposition as cuSOLVER's `gesvd` returns it. */
export const cusolverGesvd: CustomCall = (inputs, op) => {
  const [a] = arrays(inputs, op, 1);
  const { values, u, vh, info } = singular(a, numberOption(op, 'full_matrices', 1) !== 0);
  return [a, values, u, vh, info];
};

/** The eigenvalues of each matrix of `a`: complex, or as real and imaginary components if the matrices are real. */
function eigenvalueArrays(a: NdArray, values: readonly Parts[]): NdArray[] {
  const batch = batchOf(a);
  const n = lastOf(a.shape);
  if (isComplexKind(a.kind)) return [arrayOfParts(a.kind, [...batch, n], values)];
  return (['re', 'im'] as const).map((part) =>
    vectorArray(
      a.kind,
      batch,
      n,
      values.map((own) => own[part]),
    ),
  );
}

/** `geev`: eigenvalues, as two arrays where the matrix is real, and left and right eigenvectors. */
export const geev: CustomCall = (inputs, op) => {
  const [a] = arrays(inputs, op, 1);
  const n = lastOf(a.shape);
  const isComplex = isComplexKind(a.kind);
  const results = matricesOf(a).map((matrix) => eigen(matrix, 2 * epsilonOf(a.kind), isComplex));
  const batch = batchOf(a);
  const kind = complexKind(a.kind);
  const wanted = (side: 'left' | 'right'): NdArray =>
    letter(op, `compute_${side}`) === 'V'
      ? matrixArray(
          kind,
          batch,
          results.map((result) => result[side]),
          n,
          n,
        )
      : zeros(kind, [...batch, n, n]);
  const values = eigenvalueArrays(
    a,
    results.map((result) => result.values),
  );
  const infos = results.map((result) => result.values.info);
  return [...values, wanted('left'), wanted('right'), infoArray(batch, infos)];
};

/** `gees`: the Schur form, its vectors, eigenvalues, and how many were selected: none. */
export const gees: CustomCall = (inputs, op) => {
  const [a] = arrays(inputs, op, 1);
  const n = lastOf(a.shape);
  const isComplex = isComplexKind(a.kind);
  const results = matricesOf(a).map((matrix) => schur(matrix, 2 * epsilonOf(a.kind), isComplex));
  const batch = batchOf(a);
  const matrices = (['t', 'z'] as const).map((part) =>
    matrixArray(
      a.kind,
      batch,
      results.map((result) => result[part]),
      n,
      n,
    ),
  );
  const values = eigenvalueArrays(
    a,
    results.map((result) => result.values),
  );
  const infos = results.map((result) => result.values.info);
  return [...matrices, ...values, zeros('i32', batch), infoArray(batch, infos)];
};

/** `gehrd`: the Hessenberg form, below it the reflectors that made it, and their factors. */
export const gehrd: CustomCall = (inputs, op) => {
  const [a] = arrays(inputs, op, 1);
  const n = lastOf(a.shape);
  const [low, high] = [numberOption(op, 'low', 1) - 1, numberOption(op, 'high', n) - 1];
  const matrices = matricesOf(a);
  const tau = matrices.map((matrix) => hessenbergInPlace(matrix, low, high));
  const batch = batchOf(a);
  return [
    arrayOfParts(a.kind, a.shape, matrices),
    arrayOfParts(a.kind, [...batch, Math.max(0, n - 1)], tau),
    zeros('i32', batch),
  ];
};

/** `sytrd`, `hetrd`: reflectors, diagonal, the one beside it, and the reflectors' factors. */
export const sytrd: CustomCall = (inputs, op) => {
  const [a] = arrays(inputs, op, 1);
  const n = lastOf(a.shape);
  const lower = isLower(op);
  const matrices = matricesOf(a);
  const results = matrices.map((matrix) => tridiagonalizeInPlace(matrix, lower));
  // The off-diagonal elements are stored there too.
  matrices.forEach((matrix, k) => {
    const { diagonal, offDiagonal } = results[k];
    diagonal.forEach((value, i) => (matrix.re[i * n + i] = value));
    offDiagonal.forEach((value, i) => (matrix.re[lower ? (i + 1) * n + i : i * n + i + 1] = value));
  });
  const batch = batchOf(a);
  const real = realKind(a.kind);
  return [
    arrayOfParts(a.kind, a.shape, matrices),
    vectorArray(
      real,
      batch,
      n,
      results.map(({ diagonal }) => diagonal),
    ),
    vectorArray(
      real,
      batch,
      Math.max(0, n - 1),
      results.map(({ offDiagonal }) => offDiagonal),
    ),
    arrayOfParts(
      a.kind,
      [...batch, Math.max(0, n - 1)],
      results.map(({ tau }) => tau),
    ),
    zeros('i32', batch),
  ];
};
