import { elementAt, elementCount, type NdArray, setElement, zeros } from '../../array/index.ts';
import { cholesky, triangularSolve } from '../../kernels/index.ts';
import type { CustomCall } from '../machine.ts';
import { arrays, isLower, letter } from './call-options.ts';
import * as eigen from './eigen-calls.ts';
import * as factorization from './factorization-calls.ts';
import { lastOf } from '@shardform/ir-core';

/** `potrf`: a Cholesky decomposition, and for each matrix 0 or the order of the first minor that is not positive. */
const potrf: CustomCall = (inputs, op) => {
  const [a] = arrays(inputs, op, 1);
  const factor = cholesky(a, isLower(op));
  return [factor, failedMinors(factor)];
};

function failedMinors(factor: NdArray): NdArray {
  const size = lastOf(factor.shape);
  const info = zeros('i32', factor.shape.slice(0, -2));
  for (let matrix = 0; matrix < elementCount(info.shape); matrix += 1) {
    for (let i = size - 1; i >= 0; i -= 1) {
      const pivot = elementAt(factor, (matrix * size + i) * size + i);
      const isNan = Number.isNaN(typeof pivot === 'object' ? pivot.re : pivot);
      if (isNan) setElement('i32', info.data, matrix, i + 1);
    }
  }
  return info;
}

const transposes: ReadonlyMap<string, 'TRANSPOSE' | 'ADJOINT'> = new Map([
  ['T', 'TRANSPOSE'],
  ['C', 'ADJOINT'],
]);

/** `trsm`: the solution of an equation with a triangular matrix. */
const trsm: CustomCall = (inputs, op) => {
  const [a, b] = arrays(inputs, op, 2);
  return [
    triangularSolve(a, b, {
      leftSide: letter(op, 'side') === 'L',
      lower: letter(op, 'uplo') === 'L',
      unitDiagonal: letter(op, 'diag') === 'U',
      transpose: transposes.get(letter(op, 'trans_x')) ?? 'NO_TRANSPOSE',
    }),
  ];
};

/** By the name that LAPACK gives them, without the letter of the precision. */
const functions: Readonly<Record<string, CustomCall>> = {
  potrf,
  trsm,
  getrf: factorization.getrf,
  geqrf: factorization.geqrf,
  geqp3: factorization.geqp3,
  orgqr: factorization.orgqr,
  ungqr: factorization.orgqr,
  ormqr: factorization.ormqr,
  unmqr: factorization.ormqr,
  gtsv: factorization.gtsv,
  syevd: eigen.syevd,
  heevd: eigen.syevd,
  gesdd: eigen.gesdd,
  gesvd: eigen.gesdd,
  geev: eigen.geev,
  gees: eigen.gees,
  gehrd: eigen.gehrd,
  sytrd: eigen.sytrd,
  hetrd: eigen.sytrd,
};

/** LAPACK's functions that JAX calls on CPUs instead of StableHLO's operations. */
const onCpus: readonly (readonly [string, CustomCall])[] = ['s', 'd', 'c', 'z'].flatMap((precision) =>
  Object.entries(functions).map(([name, call]) => [`lapack_${precision}${name}_ffi`, call] as const),
);

/** The functions that JAX calls on GPUs. */
const onGpus: readonly (readonly [string, CustomCall])[] = ['cusolver', 'hipsolver'].flatMap((library) =>
  Object.entries({
    potrf,
    getrf: factorization.getrf,
    geqrf: factorization.geqrf,
    orgqr: factorization.orgqr,
    ungqr: factorization.orgqr,
    ormqr: factorization.ormqr,
    syevd: eigen.syevd,
    gesvd: eigen.cusolverGesvd,
    gesvdj: eigen.gesvdj,
    sytrd: eigen.sytrd,
  }).map(([name, call]) => [`${library}_${name}_ffi`, call] as const),
);

const choleskyCall: CustomCall = (inputs, op) => [cholesky(arrays(inputs, op, 1)[0], true)];

/** Linear algebra by the names that JAX gives it on CPUs, GPUs and TPUs. */
export const lapackCalls: ReadonlyMap<string, CustomCall> = new Map([
  ...onCpus,
  ...onGpus,
  ['cublas_geqrf_batched_ffi', factorization.geqrf],
  ['cublas_getrf_batched_ffi', factorization.getrf],
  ['hipblas_geqrf_batched_ffi', factorization.geqrf],
  ['hipblas_getrf_batched_ffi', factorization.getrf],
  ['cusparse_gtsv2_ffi', factorization.gtsv2],
  ['hipsparse_gtsv2_ffi', factorization.gtsv2],
  ['cu_lu_pivots_to_permutation', factorization.pivotsToPermutation],
  ['hip_lu_pivots_to_permutation', factorization.pivotsToPermutation],
  ['Cholesky', choleskyCall],
  ['Eigh', eigen.eigh],
  ['LuDecomposition', factorization.luDecomposition],
  ['ProductOfElementaryHouseholderReflectors', factorization.orgqr],
  ['Qr', factorization.geqrf],
  ['QrDecompositionBlock', factorization.geqrf],
]);
