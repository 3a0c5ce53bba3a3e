import type * as hlo from '@shardform/dialect-stablehlo';
import { product, shapeOf } from '@shardform/ir-core';

/**
 * Returns the floating-point operations of Fourier transforms by the usual count, that of the algorithm of radix 2: `5 n log2 n` for `n`
 * complex numbers, of all dimensions together, and half as many for real ones.
 */
export function fourierFlops(op: hlo.FftOp): number {
  const kind = op.fftType.value;
  const isReal = kind === 'RFFT' || kind === 'IRFFT';
  // Of real numbers' transform, half of the elements are the conjugates of others, and left out.
  const elements = product(shapeOf(kind === 'IRFFT' ? op.result.type : op.operand.type));
  return (isReal ? 2.5 : 5) * elements * Math.log2(Math.max(1, product(op.fftLength.numbers())));
}
