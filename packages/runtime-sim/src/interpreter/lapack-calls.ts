import { DictionaryAttr, IntegerAttr, type Operation } from '@shardform/ir-core';
import { elementAt, elementCount, type NdArray, setElement, zeros } from '../array/index.ts';
import { cholesky, triangularSolve } from '../kernels/index.ts';
import { ExecutionError } from './execution-error.ts';
import type { CustomCall } from './machine.ts';
import { isArray } from './runtime-value.ts';

/** A letter that LAPACK's functions take, such as the `L` of lower. @throws ExecutionError when it is missing. */
function letter(op: Operation, name: string): string {
  const config = op.getAttr('mhlo.backend_config');
  const value = config instanceof DictionaryAttr ? config.get(name) : null;
  if (value instanceof IntegerAttr) return String.fromCharCode(value.number);
  throw new ExecutionError(op, `'mhlo.backend_config' has no '${name}'`);
}

/** `potrf`: a Cholesky decomposition, and for each matrix 0 or the order of the first minor that is not positive. */
const potrf: CustomCall = (inputs, op) => {
  const [a] = inputs.filter(isArray);
  const factor = cholesky(a!, letter(op, 'uplo') === 'L');
  return [factor, failedMinors(factor)];
};

function failedMinors(factor: NdArray): NdArray {
  const size = factor.shape.at(-1)!;
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
  const [a, b] = inputs.filter(isArray);
  return [
    triangularSolve(a!, b!, {
      leftSide: letter(op, 'side') === 'L',
      lower: letter(op, 'uplo') === 'L',
      unitDiagonal: letter(op, 'diag') === 'U',
      transpose: transposes.get(letter(op, 'trans_x')) ?? 'NO_TRANSPOSE',
    }),
  ];
};

/** LAPACK's functions that JAX calls on CPUs in place of StableHLO's operations. */
export const lapackCalls: ReadonlyMap<string, CustomCall> = new Map(
  ['s', 'd', 'c', 'z'].flatMap((precision) => [
    [`lapack_${precision}potrf_ffi`, potrf],
    [`lapack_${precision}trsm_ffi`, trsm],
  ]),
);
