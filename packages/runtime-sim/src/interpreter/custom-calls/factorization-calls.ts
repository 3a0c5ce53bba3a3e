import type { NdArray } from '../../array/index.ts';
import {
  arrayOfParts,
  luInPlace,
  matricesOf,
  multiplyByReflectors,
  permutationOf,
  pivotedQrInPlace,
  qrInPlace,
  reflectorProduct,
  solveTridiagonal,
  vectorsOf,
} from '../../kernels/decompositions/index.ts';
import { arrayTypeOf } from '../array-type.ts';
import type { CustomCall } from '../machine.ts';
import { arrays, letter, truthOption } from './call-options.ts';
import { lastOf } from '@shardform/ir-core';

/** Returns the dimensions before those of the matrices. */
export function batchOf(a: NdArray): readonly number[] {
  return a.shape.slice(0, -2);
}

/** One integer for each matrix. */
export function infoArray(batch: readonly number[], infos: readonly number[]): NdArray {
  return arrayOfParts('i32', batch, [{ re: infos }]);
}

/** A matrix of the size that both sides have, and rows before columns. */
function rowsAndColumns(a: NdArray): readonly [number, number] {
  return [a.shape[a.shape.length - 2], lastOf(a.shape)];
}

/** `getrf`: `L` and `U`, exchanges of rows counted from 1, and 0 or the order of the first pivot that is zero. */
export const getrf: CustomCall = (inputs, op) => {
  const [a] = arrays(inputs, op, 1);
  const matrices = matricesOf(a);
  const factored = matrices.map(luInPlace);
  const count = Math.min(...rowsAndColumns(a));
  return [
    arrayOfParts(a.kind, a.shape, matrices),
    arrayOfParts(
      'i32',
      [...batchOf(a), count],
      factored.map(({ pivots }) => ({ re: pivots.map((row) => row + 1) })),
    ),
    infoArray(
      batchOf(a),
      factored.map(({ info }) => info),
    ),
  ];
};

/** The TPU variant: pivots counted from 0, and the permutation of rows. */
export const luDecomposition: CustomCall = (inputs, op) => {
  const [a] = arrays(inputs, op, 1);
  const matrices = matricesOf(a);
  const pivots = matrices.map((matrix) => luInPlace(matrix).pivots);
  const [rows, columns] = rowsAndColumns(a);
  return [
    arrayOfParts(a.kind, a.shape, matrices),
    arrayOfParts(
      'i32',
      [...batchOf(a), Math.min(rows, columns)],
      pivots.map((re) => ({ re })),
    ),
    arrayOfParts(
      'i32',
      [...batchOf(a), rows],
      pivots.map((each) => ({ re: permutationOf(each, rows) })),
    ),
  ];
};

/** The order that rows get by exchanges, counted from 0. */
export const pivotsToPermutation: CustomCall = (inputs, op) => {
  const [pivots] = arrays(inputs, op, 1);
  const { shape } = arrayTypeOf(op.results[0].type)!;
  return [
    arrayOfParts(
      'i32',
      shape,
      vectorsOf(pivots).map(({ re }) => ({ re: permutationOf(re, lastOf(shape)) })),
    ),
  ];
};

/** `geqrf`: `R`, below it the reflectors that make `Q`, and their factors. */
export const geqrf: CustomCall = (inputs, op) => {
  const [a] = arrays(inputs, op, 1);
  const matrices = matricesOf(a);
  const tau = matrices.map(qrInPlace);
  const count = Math.min(...rowsAndColumns(a));
  return [arrayOfParts(a.kind, a.shape, matrices), arrayOfParts(a.kind, [...batchOf(a), count], tau)];
};

/** `geqp3`: the same with columns exchanged; their order is counted from 1. */
export const geqp3: CustomCall = (inputs, op) => {
  const [a, order] = arrays(inputs, op, 2);
  const matrices = matricesOf(a);
  const factored = matrices.map(pivotedQrInPlace);
  const count = Math.min(...rowsAndColumns(a));
  return [
    arrayOfParts(a.kind, a.shape, matrices),
    arrayOfParts(
      'i32',
      order.shape,
      factored.map((each) => ({ re: each.order.map((column) => column + 1) })),
    ),
    arrayOfParts(
      a.kind,
      [...batchOf(a), count],
      factored.map(({ tau }) => tau),
    ),
  ];
};

/** `orgqr`: the columns of the product of reflectors. */
export const orgqr: CustomCall = (inputs, op) => {
  const [a, tau] = arrays(inputs, op, 2);
  const taus = vectorsOf(tau);
  const products = matricesOf(a).map((matrix, i) => reflectorProduct(matrix, taus[i]));
  return [arrayOfParts(a.kind, a.shape, products)];
};

/**
 * `ormqr`: a matrix times a product of reflectors, from the left or the right. JAX's calls say so by truth values, as
 * `jax.lax.linalg.ormqr` does, or by LAPACK's letters.
 */
export const ormqr: CustomCall = (inputs, op) => {
  const [a, tau, c] = arrays(inputs, op, 3);
  const left = truthOption(op, 'left');
  const isLeft = left ?? letter(op, 'side') === 'L';
  const isAdjoint = left === null ? letter(op, 'transpose') !== 'N' : truthOption(op, 'transpose') === true;
  const [matrices, taus] = [matricesOf(a), vectorsOf(tau)];
  const products = matricesOf(c).map((matrix, i) => {
    const [reflectors, factors] = [matrices[i], taus[i]];
    if (isLeft) {
      multiplyByReflectors(reflectors, factors, matrix, isAdjoint);
      return matrix;
    }
    // c * q is the adjoint of q^H * c^H.
    const turned = matrix.adjoint();
    multiplyByReflectors(reflectors, factors, turned, !isAdjoint);
    return turned.adjoint();
  });
  return [arrayOfParts(c.kind, c.shape, products)];
};

function solveTridiagonals([lower, diagonal, upper, b]: readonly NdArray[]): {
  readonly solution: NdArray;
  readonly infos: readonly number[];
} {
  const bands = [lower, diagonal, upper].map(vectorsOf);
  const matrices = matricesOf(b);
  const n = b.shape[b.shape.length - 2];
  // Given as long as the diagonal, the lower one begins with an element that does not count.
  const skipped = lower.shape.at(-1)! - (n - 1);
  const infos = matrices.map((matrix, i) => {
    const { re, im } = bands[0][i];
    const below = { re: re.subarray(skipped), im: im.subarray(skipped) };
    return solveTridiagonal(below, bands[1][i], bands[2][i], matrix);
  });
  return { solution: arrayOfParts(b.kind, b.shape, matrices), infos };
}

/** `gtsv`: the solution of tridiagonal systems. The overwritten diagonals are returned unchanged. */
export const gtsv: CustomCall = (inputs, op) => {
  const all = arrays(inputs, op, 4);
  const { solution, infos } = solveTridiagonals(all);
  return [...all.slice(0, 3), solution, infoArray(batchOf(all[3]), infos)];
};

/** The GPU variant. */
export const gtsv2: CustomCall = (inputs, op) => [solveTridiagonals(arrays(inputs, op, 4)).solution];
