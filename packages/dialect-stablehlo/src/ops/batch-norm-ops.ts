import {
  defineOp,
  f32,
  floatAttr,
  type OpReport,
  type RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { featureTensor, floatQuantizedTensor, nonNegativeI64 } from '../constraints.ts';
import { batchNormProblem, featureType } from '../inference/batch-norm.ts';
import { ifOperandsStatic } from '../speculatability.ts';
import { allElementTypesMatch } from '../traits.ts';

const attrs = {
  epsilon: floatAttr(f32, '32-bit float attribute'),
  feature_index: nonNegativeI64,
};

/** The result types, unless a rule is broken, which is reported. */
function infer(
  report: OpReport,
  multiDimensional: readonly Value<RankedTensorType>[],
  singleDimensional: readonly Value<RankedTensorType>[],
  featureIndex: number,
): { readonly operand: RankedTensorType; readonly feature: RankedTensorType } | null {
  const types = (values: readonly Value<RankedTensorType>[]): RankedTensorType[] =>
    values.map(({ type }) => type);
  const problem = batchNormProblem(types(multiDimensional), types(singleDimensional), featureIndex);
  if (problem !== null) {
    report.error(problem);
    return null;
  }
  const operand = multiDimensional[0]!.type;
  return { operand, feature: featureType(operand, featureIndex) };
}

/** Normalises each feature by its mean and variance over the batch (StableHLO spec, "batch_norm_training"). */
export class BatchNormTrainingOp extends defineOp('stablehlo.batch_norm_training', {
  summary: 'batch normalization with the mean and variance of the batch',
  operands: { operand: floatQuantizedTensor, scale: featureTensor, offset: featureTensor },
  attrs,
  results: { output: floatQuantizedTensor, batch_mean: featureTensor, batch_var: featureTensor },
  traits: [allElementTypesMatch('operand', 'scale', 'offset', 'output', 'batch_mean', 'batch_var')],
  effects: 'none',
  speculates: ifOperandsStatic,
  infer: (op, report) => {
    const types = infer(report, [op.operand], [op.scale, op.offset], op.featureIndex.number);
    return types === null ? null : [types.operand, types.feature, types.feature];
  },
}) {}

/** Normalises each feature by a given mean and variance (StableHLO spec, "batch_norm_inference"). */
export class BatchNormInferenceOp extends defineOp('stablehlo.batch_norm_inference', {
  summary: 'batch normalization with given mean and variance',
  operands: {
    operand: floatQuantizedTensor,
    scale: featureTensor,
    offset: featureTensor,
    mean: featureTensor,
    variance: featureTensor,
  },
  attrs,
  results: { result: floatQuantizedTensor },
  traits: [allElementTypesMatch('operand', 'scale', 'offset', 'mean', 'variance', 'result')],
  effects: 'none',
  speculates: ifOperandsStatic,
  infer: (op, report) => {
    const { operand, scale, offset, mean, variance } = op;
    const types = infer(report, [operand], [scale, offset, mean, variance], op.featureIndex.number);
    return types === null ? null : [types.operand];
  },
}) {}

/** Gradients of `batch_norm_training` (StableHLO spec, "batch_norm_grad"). */
export class BatchNormGradOp extends defineOp('stablehlo.batch_norm_grad', {
  summary: 'gradients of batch normalization',
  operands: {
    operand: floatQuantizedTensor,
    scale: featureTensor,
    mean: featureTensor,
    variance: featureTensor,
    grad_output: floatQuantizedTensor,
  },
  attrs,
  results: { grad_operand: floatQuantizedTensor, grad_scale: featureTensor, grad_offset: featureTensor },
  traits: [
    allElementTypesMatch(
      'operand',
      'scale',
      'mean',
      'variance',
      'grad_output',
      'grad_operand',
      'grad_scale',
      'grad_offset',
    ),
  ],
  effects: 'none',
  speculates: ifOperandsStatic,
  infer: (op, report) => {
    const { operand, scale, mean, variance, gradOutput } = op;
    const { featureIndex } = op;
    const types = infer(report, [operand, gradOutput], [scale, mean, variance], featureIndex.number);
    return types === null ? null : [types.operand, types.feature, types.feature];
  },
}) {}
