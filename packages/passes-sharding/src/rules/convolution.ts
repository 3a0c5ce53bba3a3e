import { ConvolutionOp } from '@shardform/dialect-stablehlo';
import type { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule } from './sharding-rule.ts';

/**
 * Batches, output features and groups are passed through; input features and the elements of a window are reduced.
 * A spatial dimension can be sharded by windows or by the elements within one; the greater number is the major one.
 */
export const convolutionRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  ConvolutionOp,
  (op) =>
    ({ conservative }) =>
      ruleOfConvolution(op, (builder) => {
        if (!conservative) addSpatialFactors(op, builder);
      }),
);

/**
 * Returns a rule of a convolution.
 *
 * @param addSpatial adds the factors of spatial dimensions.
 */
export function ruleOfConvolution(
  op: ConvolutionOp,
  addSpatial: (builder: ShardingRuleBuilder) => void,
): OpShardingRuleAttr {
  const dimensions = op.dimensionNumbers;
  const {
    inputBatchDimension: inputBatch,
    inputFeatureDimension: inputFeature,
    kernelInputFeatureDimension: kernelInputFeature,
    kernelOutputFeatureDimension: kernelOutputFeature,
    outputBatchDimension: outputBatch,
    outputFeatureDimension: outputFeature,
  } = dimensions;
  const [featureGroups, batchGroups] = [op.featureGroupCount.number, op.batchGroupCount.number];

  const builder = new ShardingRuleBuilder(op);
  if (batchGroups > 1) builder.addFactor([inputBatch, kernelOutputFeature], [outputFeature], batchGroups);
  builder.addFactor([inputBatch, NO_DIM], [outputBatch], op.result.type.dimSize(outputBatch));
  addSpatial(builder);
  if (featureGroups > 1) {
    builder.addFactor([inputFeature, kernelOutputFeature], [outputFeature], featureGroups);
  }
  builder.addFactor([inputFeature, kernelInputFeature], [NO_DIM], op.rhs.type.dimSize(kernelInputFeature), {
    type: 'reduction',
  });
  const features = Math.trunc(op.result.type.dimSize(outputFeature) / (batchGroups * featureGroups));
  if (features > 1) builder.addFactor([NO_DIM, kernelOutputFeature], [outputFeature], features);
  return builder.build();
}

function addSpatialFactors(op: ConvolutionOp, builder: ShardingRuleBuilder): void {
  const {
    inputSpatialDimensions: inputSpatial,
    kernelSpatialDimensions: kernelSpatial,
    outputSpatialDimensions: outputSpatial,
  } = op.dimensionNumbers;
  inputSpatial.forEach((input, i) => {
    const [kernel, output] = [kernelSpatial[i]!, outputSpatial[i]!];
    const [windows, windowSize] = [op.result.type.dimSize(output), op.rhs.type.dimSize(kernel)];
    let remaining = op.lhs.type.dimSize(input);
    /** The size that a factor may have, at most what the input has left. */
    const take = (wanted: number): number => {
      const size = Math.min(remaining, wanted);
      if (size > 1) remaining = Math.trunc(remaining / size);
      return size;
    };
    const addWindows = (): void => {
      const size = take(windows);
      if (size > 1) builder.addFactor([input, NO_DIM], [output], size, { type: 'permutation' });
    };
    const addWindowElements = (): void => {
      const size = take(windowSize);
      if (size > 1) builder.addFactor([input, kernel], [NO_DIM], size, { type: 'reduction' });
    };
    if (windows >= windowSize) addWindows();
    addWindowElements();
    if (windows < windowSize) addWindows();
  });
}
