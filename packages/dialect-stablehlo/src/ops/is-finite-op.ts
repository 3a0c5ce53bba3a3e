import { defineOp, i1 } from '@shardform/ir-core';
import { floatQuantizedTensor, predTensor } from '../constraints.ts';
import { ifKnownSizesStay } from '../speculatability.ts';
import { elementwise, sameOperandsAndResultShape } from '../traits.ts';

/** Tests numbers for being neither infinite nor NaN (StableHLO spec, "is_finite"). */
export class IsFiniteOp extends defineOp('stablehlo.is_finite', {
  summary: 'whether numbers are finite',
  operands: { x: floatQuantizedTensor },
  results: { y: predTensor },
  traits: [elementwise, sameOperandsAndResultShape],
  effects: 'none',
  speculates: ifKnownSizesStay,
  format: '$x attr-dict `:` functional-type(operands, results)',
  infer: (op) => [op.x.type.withElementType(i1)],
}) {}
