import type { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import type { ConvolutionOp } from '@shardform/dialect-stablehlo';
import { zip } from '@shardform/ir-core';
import { ruleOfConvolution } from '../rules/convolution.ts';
import { NO_DIM } from '../rules/rule-builder.ts';

/**
 * Returns the rule by which a convolution is partitioned as XLA does: a spatial dimension of the input is split by windows, or by the
 * elements of one where these are more. Both would have to divide the dimension, of which devices have parts of any size.
 */
export function convolutionRuleOfXla(op: ConvolutionOp): OpShardingRuleAttr {
  const { inputSpatialDimensions, kernelSpatialDimensions, outputSpatialDimensions } = op.dimensionNumbers;
  return ruleOfConvolution(op, (builder) => {
    zip(inputSpatialDimensions, kernelSpatialDimensions, outputSpatialDimensions).forEach(
      ([input, kernel, output]) => {
        const [windows, elements] = [op.result.type.dimSize(output), op.rhs.type.dimSize(kernel)];
        if (windows >= elements)
          builder.addFactor([input, NO_DIM], [output], windows, { type: 'permutation' });
        else builder.addFactor([input, kernel], [NO_DIM], elements, { type: 'reduction' });
      },
    );
  });
}
