import {
  defineOp,
  DYNAMIC,
  type OpReport,
  type RankedTensorType,
  type Speculatability,
} from '@shardform/ir-core';
import { FftTypeAttr } from '../attrs/enums.ts';
import { dimensionsAttr, floatComplexTensor } from '../constraints.ts';
import { fftResultType } from '../inference/fft.ts';
import { ifKnownSizesStay, noEffects } from '../speculatability.ts';
import { inferredType } from './inferred.ts';

/** Fourier transform of the last dimensions (StableHLO spec, "fft"). */
export class FftOp extends noEffects(
  defineOp('stablehlo.fft', {
    summary: 'fast Fourier transform',
    operands: { operand: floatComplexTensor },
    attrs: { fft_type: FftTypeAttr.constraint, fft_length: dimensionsAttr },
    results: { result: floatComplexTensor },
    format:
      '$operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length attr-dict `:` functional-type(operands, results)',
  }),
) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferredType(
      fftResultType(this.operand.type, this.fftType.value, this.fftLength.numbers()),
      report,
    );
  }

  speculatability(): Speculatability {
    const kind = this.fftType.value;
    const transformed = this.operand.type.shape.slice(-this.fftLength.length);
    if ((kind === 'RFFT' || kind === 'IRFFT') && transformed.includes(DYNAMIC)) return 'not-speculatable';
    return ifKnownSizesStay(this);
  }
}
