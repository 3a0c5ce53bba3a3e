import { defineOp, i1, type OpReport, optionalAttr, type RankedTensorType } from '@shardform/ir-core';
import { ComparisonDirectionAttr, ComparisonTypeAttr } from '../attrs/enums.ts';
import { predTensor, tensor } from '../constraints.ts';
import { compatibleOperandsElementType, elementwise, sameOperandsAndResultShape } from '../traits.ts';
import { inferElementwise } from './elementwise.ts';
import { effectFree, ifOperandsStatic } from '../speculatability.ts';

/** Elementwise comparison (StableHLO spec, "compare"). */
export class CompareOp extends effectFree(
  ifOperandsStatic,
  defineOp('stablehlo.compare', {
    summary: 'elementwise comparison',
    operands: { lhs: tensor, rhs: tensor },
    attrs: {
      comparison_direction: ComparisonDirectionAttr.constraint,
      compare_type: optionalAttr(ComparisonTypeAttr.constraint),
    },
    results: { result: predTensor },
    traits: [elementwise, compatibleOperandsElementType, sameOperandsAndResultShape],
    format:
      '$comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:` functional-type(operands, results)',
  }),
) {
  override inferResultTypes(report: OpReport): readonly RankedTensorType[] | null {
    return inferElementwise(this, report)?.map((type) => type.withElementType(i1)) ?? null;
  }
}
