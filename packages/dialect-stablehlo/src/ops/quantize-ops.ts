import { defineOp, type OpReport } from '@shardform/ir-core';
import { floatTensor, quantizableTensor, quantizedTensor } from '../constraints.ts';
import { sameOperandsAndResultTypeDirective } from '../directives/same-operands-and-result-type.ts';
import { isQuantized } from '../inference/quantized-types.ts';
import { ifKnownSizesStay } from '../speculatability.ts';
import { elementwise, sameOperandsAndResultShape } from '../traits.ts';

const format = '$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))';
const directives = { SameOperandsAndResultType: sameOperandsAndResultTypeDirective };

/** Conversion to quantized numbers (StableHLO spec, "uniform_quantize"). */
export class UniformQuantizeOp extends defineOp('stablehlo.uniform_quantize', {
  summary: 'conversion to quantized numbers',
  operands: { operand: quantizableTensor },
  results: { result: quantizedTensor },
  traits: [elementwise, sameOperandsAndResultShape],
  effects: 'none',
  speculates: ifKnownSizesStay,
  format,
  directives,
}) {
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
export class UniformDequantizeOp extends defineOp('stablehlo.uniform_dequantize', {
  summary: 'conversion from quantized numbers',
  operands: { operand: quantizedTensor },
  results: { result: floatTensor },
  traits: [elementwise, sameOperandsAndResultShape],
  effects: 'none',
  speculates: ifKnownSizesStay,
  format,
  directives,
  infer: (op) => {
    const { type } = op.operand;
    const { elementType } = type;
    return [type.withElementType(isQuantized(elementType) ? elementType.expressedType : elementType)];
  },
}) {}
