import { type AttrAssembly, defineAttr, type ParameterValues } from '@shardform/ir-core';
import { parseConvolutionLists, printConvolutionLists } from './conv-dimension-text.ts';
import { dimension, dimensions, parseFieldsInAnyOrder } from './dimension-lists.ts';

/** The role of each dimension of a convolution's operands and result. Dimensions are 0-based. */
export interface ConvDimensions {
  readonly inputBatchDimension: number;
  readonly inputFeatureDimension: number;
  readonly inputSpatialDimensions: readonly number[];
  readonly kernelInputFeatureDimension: number;
  readonly kernelOutputFeatureDimension: number;
  readonly kernelSpatialDimensions: readonly number[];
  readonly outputBatchDimension: number;
  readonly outputFeatureDimension: number;
  readonly outputSpatialDimensions: readonly number[];
}

const parameters = {
  input_batch_dimension: dimension,
  input_feature_dimension: dimension,
  input_spatial_dimensions: dimensions,
  kernel_input_feature_dimension: dimension,
  kernel_output_feature_dimension: dimension,
  kernel_spatial_dimensions: dimensions,
  output_batch_dimension: dimension,
  output_feature_dimension: dimension,
  output_spatial_dimensions: dimensions,
};

/**
 * Each dimension by the letter or number of its role, or `raw input_batch_dimension = 0, ...`: every number by its
 * name, which is read, but never written.
 */
const convolutionText: AttrAssembly<ParameterValues<typeof parameters>> = {
  syntax: '`<` `[` dimension, ... `]` `x` `[` dimension, ... `]` `->` `[` dimension, ... `]` `>`',
  parse(parser) {
    parser.expect('<');
    if (parser.acceptKeyword('raw')) {
      // Messages name another attribute, as upstream's do.
      return parseFieldsInAnyOrder(parser, parameters, 'dot dimension numbers');
    }
    const lists = parseConvolutionLists(parser);
    parser.expect('>');
    return lists;
  },
  print(printer, values) {
    printer.write('<');
    printConvolutionLists(printer, values);
    printer.write('>');
  },
};

/** `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>` (StableHLO spec, "convolution"). */
export class ConvDimensionNumbersAttr extends defineAttr('stablehlo.conv', {
  summary: 'Structure of dimension information for conv op',
  parameters,
  format: convolutionText,
}) {}
