import { defineOp, type OpReport, type RankedTensorType } from '@shardform/ir-core';
import { floatTensor, quantizableTensor, quantizedTensor } from '../constraints.ts';
import { sameOperandsAndResultTypeDirective } from '../directives/same-operands-and-result-type.ts';
import { isQuantized } from '../inference/quantized-types.ts';
import { effectFree, ifKnownSizesStay } from '../speculatability.ts';
import { elementwise, sameOperandsAndResultShape } from '../traits.ts';

const format = '$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))';
const directives = { SameOperandsAndResultType: sameOperandsAndResultTypeDirective };

/** Conversion to quantized numbers (StableHLO spec, "uniform_quantize"). */
export class UniformQuantizeOp extends effectFree(
  ifKnownSizesStay,
  defineOp('stablehlo.uniform_quantize', {
    summary: 'conversion to quantized numbers',
    operands: { operand: quantizableTensor },
    results: { result: quantizedTensor },
    traits: [elementwise, sameOperandsAndResultShape],
    format,
    directives,
  }),
) {
  override verifyOp(report: OpReport): boolean {
    const [from, to] = [this.operand.type.elementType, this.result.type.elementType];
    if (!isQuantized(to)) return true;
    const expected = isQuantized(from) ? from.expressedType : from;
    return (
      to.expressedType === expected ||
      report.error(
        `Expressed type of result expected to be '${String(expected)}', but got '${String(to.expressedType)}'`,
      )
    );
  }
}

/** Conversion of quantized numbers to those that they express (StableHLO spec, "uniform_dequantize"). */
export class UniformDequantizeOp extends effectFree(
  ifKnownSizesStay,
  defineOp('stablehlo.uniform_dequantize', {
    summary: 'conversion from quantized numbers',
    operands: { operand: quantizedTensor },
    results: { result: floatTensor },
    traits: [elementwise, sameOperandsAndResultShape],
    format,
    directives,
  }),
) {
  override inferResultTypes(): readonly RankedTensorType[] {
    const { type } = this.operand;
    const { elementType } = type;
    return [type.withElementType(isQuantized(elementType) ? elementType.expressedType : elementType)];
  }
}
