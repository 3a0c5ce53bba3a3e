import { defineOp, i1, type RankedTensorType } from '@shardform/ir-core';
import { floatQuantizedTensor, predTensor } from '../constraints.ts';
import { effectFree, ifKnownSizesStay } from '../speculatability.ts';
import { elementwise, sameOperandsAndResultShape } from '../traits.ts';

/** Tests numbers for being neither infinite nor NaN (StableHLO spec, "is_finite"). */
export class IsFiniteOp extends effectFree(
  ifKnownSizesStay,
  defineOp('stablehlo.is_finite', {
    summary: 'whether numbers are finite',
    operands: { x: floatQuantizedTensor },
    results: { y: predTensor },
    traits: [elementwise, sameOperandsAndResultShape],
    format: '$x attr-dict `:` functional-type(operands, results)',
  }),
) {
  override inferResultTypes(): readonly RankedTensorType[] {
    return [this.x.type.withElementType(i1)];
  }
}
