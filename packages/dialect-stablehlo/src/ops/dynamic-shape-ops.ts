import { allTypesMatch, defineOp, DYNAMIC, type OpReport, product } from '@shardform/ir-core';
import {
  indicesTensor,
  nonNegativeI64,
  scalarTensor,
  shapeTensor,
  tensor,
  tensorOrPerAxis,
} from '../constraints.ts';
import { areCompatibleElementTypes } from '../inference/compatible-types.ts';
import { dynamicPadProblem } from '../inference/dynamic-pad.ts';
import { quantizedReshapeProblem } from '../inference/quantization.ts';
import { constantSizes, shapeOperandProblem } from '../inference/shape-operand.ts';
import { ifShapesConstant, isConstant } from '../speculatability.ts';
import { allElementTypesMatch, allRanksMatch } from '../traits.ts';

/** Like `iota` of a shape that is computed (StableHLO spec, "dynamic_iota"). */
export class DynamicIotaOp extends defineOp('stablehlo.dynamic_iota', {
  summary: 'iota of a dynamic shape',
  operands: { output_shape: shapeTensor },
  attrs: { iota_dimension: nonNegativeI64 },
  results: { result: tensor },
  effects: 'none',
  speculates: (op) => {
    const { outputShape, result } = op;
    return isConstant(outputShape) || result.type.shape.every((size) => size === DYNAMIC);
  },
  format: '$output_shape `,` `dim` `=` $iota_dimension attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const { type } = this.result;
    const problem = shapeOperandProblem(this.outputShape, type);
    if (problem !== null) return report.error(problem);
    return (
      this.iotaDimension.number < type.rank ||
      report.error('iota dimension cannot go beyond the output rank.')
    );
  }
}

/** Like `reshape` to a shape that is computed (StableHLO spec, "dynamic_reshape"). */
export class DynamicReshapeOp extends defineOp('stablehlo.dynamic_reshape', {
  summary: 'reshape to a dynamic shape',
  operands: { operand: tensorOrPerAxis, output_shape: shapeTensor },
  results: { result: tensorOrPerAxis },
  effects: 'none',
  speculates: ifShapesConstant(1),
  format: 'operands attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const [from, to] = [this.operand.type, this.result.type];
    if (!areCompatibleElementTypes(from.elementType, to.elementType)) {
      return report.error(
        `expects operand and result to have compatible element type. Got: '${String(from)}' and '${String(to)}'`,
      );
    }
    if (from.hasStaticShape && to.hasStaticShape && from.elementCount !== to.elementCount) {
      return report.error(
        `number of output elements (${to.elementCount}) doesn't match expected number of elements (${from.elementCount})`,
      );
    }
    const rank = this.outputShape.type.dimSize(0);
    if (rank !== to.rank) {
      return report.error('result should have a rank equal to the number of elements in output_shape');
    }
    const sizes = constantSizes(this.outputShape);
    if (sizes !== null && from.hasStaticShape) {
      const count = product(sizes);
      if (count !== from.elementCount) {
        return report.error(
          `output_shape is incompatible with input type of operation: input has ${from.elementCount} elements, but output_shape has ${count}`,
        );
      }
    }
    const problem = shapeOperandProblem(this.outputShape, to) ?? quantizedReshapeProblem(from, to);
    return problem === null || report.error(problem);
  }
}

/** Like `slice` at computed indices (StableHLO, "real_dynamic_slice"). */
export class RealDynamicSliceOp extends defineOp('stablehlo.real_dynamic_slice', {
  summary: 'slice with dynamic start, limit and stride',
  operands: {
    operand: tensor,
    start_indices: indicesTensor,
    limit_indices: indicesTensor,
    strides: indicesTensor,
  },
  results: { result: tensor },
  traits: [
    allElementTypesMatch('operand', 'result'),
    allTypesMatch('start_indices', 'limit_indices', 'strides'),
  ],
  effects: 'none',
  speculates: ifShapesConstant(1),
  format: 'operands attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const { rank } = this.operand.type;
    for (const [name, value] of [
      ['start_indices', this.startIndices],
      ['limit_indices', this.limitIndices],
      ['strides', this.strides],
    ] as const) {
      const size = value.type.dimSize(0);
      if (size !== DYNAMIC && size !== rank) {
        return report.error(`has mismatched number of operand rank (${rank}) and ${name} size (${size})`);
      }
    }
    return true;
  }
}

/** Like `pad` by computed amounts (StableHLO spec, "dynamic_pad"). */
export class DynamicPadOp extends defineOp('stablehlo.dynamic_pad', {
  summary: 'padding by dynamic amounts',
  operands: {
    operand: tensor,
    padding_value: scalarTensor,
    edge_padding_low: shapeTensor,
    edge_padding_high: shapeTensor,
    interior_padding: shapeTensor,
  },
  results: { result: tensor },
  traits: [
    allElementTypesMatch('operand', 'padding_value', 'result'),
    allTypesMatch('edge_padding_low', 'edge_padding_high', 'interior_padding'),
    allRanksMatch('operand', 'result'),
  ],
  effects: 'none',
  speculates: ifShapesConstant(2),
  format: 'operands attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const problem = dynamicPadProblem(this.operand.type, this.result.type, {
      count: this.edgePaddingLow.type.dimSize(0),
      low: constantSizes(this.edgePaddingLow),
      high: constantSizes(this.edgePaddingHigh),
      interior: constantSizes(this.interiorPadding),
    });
    return problem === null || report.error(problem);
  }
}
