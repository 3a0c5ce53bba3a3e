import {
  ArrayAttr,
  attrOf,
  attrWhere,
  defineOp,
  type OpReport,
  optionalAttr,
  RankedTensorType,
} from '@shardform/ir-core';
import { intTensor } from '../constraints.ts';
import { verifyPrecisionConfig } from '../directives/precision-config.ts';
import { verifyInferredShape } from '../ops/inferred.ts';
import { anyRank } from './constraints.ts';
import { ChloPrecisionAttr } from './enums.ts';
import { RaggedDotDimensionNumbersAttr } from './ragged-dot-dimension-numbers-attr.ts';
import { raggedDotProblem, raggedDotShape } from './ragged-dot-rules.ts';

const precisionConfig = attrWhere(ArrayAttr, 'Precision Config attribute', ({ elements }) =>
  elements.every((element) => ChloPrecisionAttr.constraint.accepts(element)),
);

/** Contraction of which one dimension consists of groups of different sizes (CHLO, "ragged_dot"). */
export class RaggedDotOp extends defineOp('chlo.ragged_dot', {
  summary: 'ragged dot product: contracts groups of different sizes',
  operands: { lhs: anyRank, rhs: anyRank, group_sizes: intTensor },
  attrs: {
    ragged_dot_dimension_numbers: attrOf(
      RaggedDotDimensionNumbersAttr,
      'Attribute that models the dimension information for ragged dot.',
    ),
    precision_config: optionalAttr(precisionConfig),
  },
  results: { result: anyRank },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    if (!verifyPrecisionConfig(this.precisionConfig, report)) return false;
    const [lhs, rhs, result] = [this.lhs.type, this.rhs.type, this.result.type];
    if (!(lhs instanceof RankedTensorType) || !(rhs instanceof RankedTensorType)) return true;
    const dimensions = this.raggedDotDimensionNumbers;
    const groupSizes = this.groupSizes.type.shape;
    const problem = raggedDotProblem(lhs.shape, rhs.shape, groupSizes, dimensions);
    if (problem !== null) return report.error(problem);
    if (!(result instanceof RankedTensorType)) return true;
    return verifyInferredShape(raggedDotShape(lhs.shape, rhs.shape, groupSizes, dimensions), result, report);
  }
}
