import {
  attrOf,
  type CustomDirective,
  defineOp,
  DYNAMIC,
  type OpReport,
  optionalAttr,
  type RankedTensorType,
  type IntegerAttr,
} from '@shardform/ir-core';
import { type ConvDimensions, ConvDimensionNumbersAttr } from '../attrs/conv-dimension-numbers-attr.ts';
import { parseConvolutionLists, printConvolutionLists } from '../attrs/conv-dimension-text.ts';
import {
  dimensionsAttr,
  flagsAttr,
  i64ElementsAttr,
  positiveI64,
  tensor,
  tensorOrPerAxis,
} from '../constraints.ts';
import { precisionConfigAttr, verifyPrecisionConfig } from '../directives/precision-config.ts';
import { windowAttributes } from '../directives/window-attributes.ts';
import { type ConvGroups, convolutionProblem, convolutionResultDims } from '../inference/convolution.ts';
import { quantizedConvolutionProblem } from '../inference/quantization.ts';
import { kernelSizesOf, paddingPairs, type WindowDimension, windowDimensions } from '../inference/window.ts';
import {} from '../speculatability.ts';
import { verifyInferredShape } from './inferred.ts';

/** The dimensions of a convolution's operands and result. */
export const convDimensionNumbers = /* @__PURE__ */ attrOf(
  ConvDimensionNumbersAttr,
  'Structure of dimension information for conv op',
);

const convolutionDimensions: CustomDirective = {
  print(printer, op) {
    // The directive is in the format of this operation only.
    printConvolutionLists(printer, (op as ConvolutionOp).dimensionNumbers);
  },
  parse(parser, state, args) {
    state.setAttr(args[0]!, ConvDimensionNumbersAttr.get(parseConvolutionLists(parser)));
  },
};

/** Sliding products of an input and a kernel (StableHLO spec, "convolution"). */
export class ConvolutionOp extends defineOp('stablehlo.convolution', {
  summary: 'convolution',
  operands: { lhs: tensor, rhs: tensorOrPerAxis },
  attrs: {
    window_strides: optionalAttr(dimensionsAttr),
    padding: optionalAttr(i64ElementsAttr),
    lhs_dilation: optionalAttr(dimensionsAttr),
    rhs_dilation: optionalAttr(dimensionsAttr),
    window_reversal: optionalAttr(flagsAttr),
    dimension_numbers: convDimensionNumbers,
    feature_group_count: positiveI64,
    batch_group_count: positiveI64,
    precision_config: optionalAttr(precisionConfigAttr),
  },
  results: { result: tensorOrPerAxis },
  effects: 'none',
  speculates: (op) =>
    isSafeConvolution(op.lhs.type, op.rhs.type, op.result.type, op.dimensionNumbers, groupsOf(op)),
  format:
    '`(` operands `)` `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers) `,` `window` `=` `{` custom<WindowAttributes>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal) `}` attr-dict `:` functional-type(operands, results)',
  directives: { ConvolutionDimensions: convolutionDimensions, WindowAttributes: windowAttributes },
}) {
  override verifyOp(report: OpReport): boolean {
    const [lhs, rhs] = [this.lhs.type, this.rhs.type];
    const dimensions = this.dimensionNumbers;
    const problem = convolutionProblem(lhs, rhs, dimensions, this.groups());
    if (problem !== null) return report.error(problem);
    if (!verifyPrecisionConfig(this.precisionConfig, report)) return false;
    const rank = dimensions.inputSpatialDimensions.length + 2;
    if (lhs.rank !== rank) {
      return report.error(`expects convolution arguments to have ${rank} dimensions. Got: ${lhs.rank}`);
    }
    const pairs = paddingPairs(this.padding);
    if (typeof pairs === 'string') return report.error(pairs);
    const windows = this.windows();
    if (typeof windows === 'string') return report.error(windows);
    const inferred = convolutionResultDims(lhs, rhs, dimensions, this.groups(), windows);
    const { type } = this.result;
    const sizes = inferred.map(({ size }) => size);
    if (!verifyInferredShape(sizes, type, report)) return false;
    const quantization = quantizedConvolutionProblem(
      lhs.elementType,
      rhs.elementType,
      type.elementType,
      dimensions.kernelOutputFeatureDimension,
      dimensions.outputFeatureDimension,
    );
    return quantization === null || report.error(quantization);
  }

  /** Numbers of independent convolutions. */
  groups(): ConvGroups {
    return groupsOf(this);
  }

  /** The window in each spatial dimension, or a message when attributes don't fit each other. */
  windows(): WindowDimension[] | string {
    return windowDimensions({
      sizes: kernelSizesOf(this.rhs.type.shape, this.dimensionNumbers.kernelSpatialDimensions),
      strides: this.windowStrides,
      padding: this.padding,
      baseDilations: this.lhsDilation,
      windowDilations: this.rhsDilation,
      reversal: this.windowReversal,
    });
  }
}

interface Grouped {
  readonly featureGroupCount: IntegerAttr;
  readonly batchGroupCount: IntegerAttr;
}

function groupsOf({ featureGroupCount, batchGroupCount }: Grouped): ConvGroups {
  return { featureGroups: featureGroupCount.number, batchGroups: batchGroupCount.number };
}

/** Returns true if operands of any sizes that the types allow make a convolution of the result's type. */
function isSafeConvolution(
  lhs: RankedTensorType,
  rhs: RankedTensorType,
  result: RankedTensorType,
  dimensions: ConvDimensions,
  { featureGroups, batchGroups }: ConvGroups,
): boolean {
  const isKnown = (type: RankedTensorType, d: number): boolean => type.shape[d] !== DYNAMIC;
  if (
    !isKnown(lhs, dimensions.inputFeatureDimension) ||
    !isKnown(rhs, dimensions.kernelInputFeatureDimension)
  )
    return false;
  if (
    (batchGroups > 1 || isKnown(result, dimensions.outputBatchDimension)) &&
    !isKnown(lhs, dimensions.inputBatchDimension)
  ) {
    return false;
  }
  const needsOutput =
    batchGroups > 1 || featureGroups > 1 || isKnown(result, dimensions.outputFeatureDimension);
  if (needsOutput && !isKnown(rhs, dimensions.kernelOutputFeatureDimension)) return false;
  return dimensions.outputSpatialDimensions.every(
    (d, i) =>
      !isKnown(result, d) ||
      (isKnown(lhs, dimensions.inputSpatialDimensions[i]!) &&
        isKnown(rhs, dimensions.kernelSpatialDimensions[i]!)),
  );
}
