import { defineOp, DYNAMIC, type OpReport, optionalAttr } from '@shardform/ir-core';
import { dimensionsAttr, flagsAttr, paddingTensor, positiveI64, tensor } from '../constraints.ts';
import { precisionConfigAttr, verifyPrecisionConfig } from '../directives/precision-config.ts';
import { convolutionProblem } from '../inference/convolution.ts';
import { constantSizes } from '../inference/shape-operand.ts';
import { kernelSizesOf, windowDimensions } from '../inference/window.ts';
import { ifShapesConstant } from '../speculatability.ts';
import { convDimensionNumbers } from './convolution-op.ts';

/** Like `convolution` with computed padding (StableHLO spec, "dynamic_conv"). */
export class DynamicConvOp extends defineOp('stablehlo.dynamic_conv', {
  summary: 'convolution with dynamic padding',
  operands: { lhs: tensor, rhs: tensor, padding: paddingTensor },
  attrs: {
    window_strides: optionalAttr(dimensionsAttr),
    lhs_dilation: optionalAttr(dimensionsAttr),
    rhs_dilation: optionalAttr(dimensionsAttr),
    window_reversal: optionalAttr(flagsAttr),
    dimension_numbers: convDimensionNumbers,
    feature_group_count: positiveI64,
    batch_group_count: positiveI64,
    precision_config: optionalAttr(precisionConfigAttr),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: ifShapesConstant(2),
}) {
  override verifyOp(report: OpReport): boolean {
    const [lhs, rhs] = [this.lhs.type, this.rhs.type];
    const dimensions = this.dimensionNumbers;
    const problem = convolutionProblem(lhs, rhs, dimensions, {
      featureGroups: this.featureGroupCount.number,
      batchGroups: this.batchGroupCount.number,
    });
    if (problem !== null) return report.error(problem);
    if (!verifyPrecisionConfig(this.precisionConfig, report)) return false;
    const spatial = dimensions.inputSpatialDimensions.length;
    if (lhs.rank !== spatial + 2) {
      return report.error(
        `expects convolution arguments to have ${spatial + 2} dimensions. Got: ${lhs.rank}`,
      );
    }
    const { shape } = this.padding.type;
    if (shape.length !== 2) return report.error(`expects padding to be of rank 2 but got ${shape.length}`);
    if ((shape[0] !== DYNAMIC && shape[0] !== spatial) || (shape[1] !== DYNAMIC && shape[1] !== 2)) {
      return report.error(`expects padding to be of shape [${spatial}, 2], but got [${shape.join(', ')}]`);
    }
    // Nothing follows from a window whose padding is not known.
    if (constantSizes(this.padding) === null) return true;
    const windows = windowDimensions({
      sizes: kernelSizesOf(rhs.shape, dimensions.kernelSpatialDimensions),
      strides: this.windowStrides,
      padding: null,
      baseDilations: this.lhsDilation,
      windowDilations: this.rhsDilation,
      reversal: this.windowReversal,
    });
    return typeof windows !== 'string' || report.error(windows);
  }
}
