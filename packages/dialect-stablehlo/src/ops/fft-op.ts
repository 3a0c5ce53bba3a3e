import { defineOp, DYNAMIC } from '@shardform/ir-core';
import { FftTypeAttr } from '../attrs/enums.ts';
import { dimensionsAttr, floatComplexTensor } from '../constraints.ts';
import { fftResultType } from '../inference/fft.ts';
import { ifKnownSizesStay } from '../speculatability.ts';
import { inferredType } from './inferred.ts';

/** Fourier transform of the last dimensions (StableHLO spec, "fft"). */
export class FftOp extends defineOp('stablehlo.fft', {
  summary: 'fast Fourier transform',
  operands: { operand: floatComplexTensor },
  attrs: { fft_type: FftTypeAttr.constraint, fft_length: dimensionsAttr },
  results: { result: floatComplexTensor },
  effects: 'none',
  speculates: (op) => {
    const kind = op.fftType.value;
    const transformed = op.operand.type.shape.slice(-op.fftLength.length);
    if ((kind === 'RFFT' || kind === 'IRFFT') && transformed.includes(DYNAMIC)) return false;
    return ifKnownSizesStay(op);
  },
  format:
    '$operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length attr-dict `:` functional-type(operands, results)',
  infer: (op, report) =>
    inferredType(fftResultType(op.operand.type, op.fftType.value, op.fftLength.numbers()), report),
}) {}
