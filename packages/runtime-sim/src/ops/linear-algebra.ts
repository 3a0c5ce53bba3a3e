import * as hlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { interpretable } from '../interpreter/interpretable.ts';
import { cholesky, fft, triangularSolve } from '../kernels/index.ts';

/** Decompositions, solutions and Fourier transforms. */
export const linearAlgebraInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(hlo.CholeskyOp, (op) => ([a]) => [cholesky(a, op.lower?.value === 1n)]),
  interpretable.implementFor(hlo.TriangularSolveOp, (op) => ([a, b]) => {
    const transpose = op.transposeA.value;
    return [
      triangularSolve(a, b, {
        leftSide: op.leftSide.value === 1n,
        lower: op.lower.value === 1n,
        unitDiagonal: op.unitDiagonal.value === 1n,
        // The verifier refuses the invalid one.
        transpose: transpose === 'TRANSPOSE_INVALID' ? 'NO_TRANSPOSE' : transpose,
      }),
    ];
  }),
  interpretable.implementFor(hlo.FftOp, (op) => ([x]) => [fft(x, op.fftType.value, op.fftLength.numbers())]),
];
