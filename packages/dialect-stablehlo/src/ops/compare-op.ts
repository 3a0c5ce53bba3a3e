import { defineOp, i1, optionalAttr } from '@shardform/ir-core';
import { ComparisonDirectionAttr, ComparisonTypeAttr } from '../attrs/enums.ts';
import { predTensor, tensor } from '../constraints.ts';
import { compatibleOperandsElementType, elementwise, sameOperandsAndResultShape } from '../traits.ts';
import { inferElementwise } from './elementwise.ts';
import { ifOperandsStatic } from '../speculatability.ts';

/** Elementwise comparison (StableHLO spec, "compare"). */
export class CompareOp extends defineOp('stablehlo.compare', {
  summary: 'elementwise comparison',
  operands: { lhs: tensor, rhs: tensor },
  attrs: {
    comparison_direction: ComparisonDirectionAttr.constraint,
    compare_type: optionalAttr(ComparisonTypeAttr.constraint),
  },
  results: { result: predTensor },
  traits: [elementwise, compatibleOperandsElementType, sameOperandsAndResultShape],
  effects: 'none',
  speculates: ifOperandsStatic,
  format:
    '$comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:` functional-type(operands, results)',
  infer: (op, report) => inferElementwise(op, report)?.map((type) => type.withElementType(i1)) ?? null,
}) {}
