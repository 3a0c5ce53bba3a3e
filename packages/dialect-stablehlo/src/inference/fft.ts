import { ComplexType, DYNAMIC, f32, f64, type RankedTensorType, lastOf } from '@shardform/ir-core';
import type { FftTypeAttr } from '../attrs/enums.ts';
import { dim, dimsOf, tensorOfDims } from './bounded-shape.ts';
import { areCompatibleSizes, rawSizes } from './compatible-types.ts';

/**
 * Returns the type of a Fourier transform's result. @returns a message when a rule is broken (StableHLO spec, "fft").
 */
export function fftResultType(
  operand: RankedTensorType,
  kind: FftTypeAttr['value'],
  length: readonly number[],
): RankedTensorType | string {
  const { elementType, shape } = operand;
  const rank = length.length;
  if (rank > 3 || rank < 1) return `rank must be between 1 and 3, but got ${rank}.`;
  if (kind === 'RFFT') {
    if (elementType !== f32 && elementType !== f64) {
      return `RFFT requires f32 or f64 input type, but is given '${String(elementType)}'.`;
    }
  } else if (!(elementType instanceof ComplexType)) {
    return `FFT/IFFT/IRFFT take a complex tensor as input, but is given '${String(operand)}'.`;
  }
  if (operand.rank < rank) {
    return `operand rank must not be less than fft rank of ${rank} for operand of type '${String(operand)}'.`;
  }
  const inner = shape.slice(-rank);
  const dims = dimsOf(operand);
  const got = `Got: ${rawSizes(shape)} but wanted ${length.join(', ')}`;
  const last = lastOf(inner);
  const wanted = lastOf(length);
  if (kind === 'RFFT') {
    if (inner.some((size, i) => !areCompatibleSizes(size, length[i]!))) {
      return `RFFT requires innermost dimensions to be compatible with fft_length. ${got}.`;
    }
    if (last !== 0) dims[dims.length - 1] = dim(Math.floor(wanted / 2) + 1);
    return tensorOfDims(dims, ComplexType.get(elementType), operand.encoding);
  }
  if (kind === 'IRFFT') {
    const at = inner.slice(0, -1).findIndex((size, i) => !areCompatibleSizes(size, length[i]!));
    if (at >= 0) {
      return `IRFFT requires non-final dimensions to be compatible with fft_length. ${got}, and ${inner[at]} != ${length[at]}.`;
    }
    if (last !== 0 && last !== DYNAMIC && last !== Math.floor(wanted / 2) + 1) {
      return `IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: ${last} but fft_length is ${length.join(', ')}.`;
    }
    if (last !== 0) dims[dims.length - 1] = dim(wanted);
    // The guard above has seen a complex type.
    return tensorOfDims(dims, (elementType as ComplexType).elementType, operand.encoding);
  }
  return operand;
}
