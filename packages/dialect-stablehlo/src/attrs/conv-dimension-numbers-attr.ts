import { Attribute, InternTable, type Parser, type Printer } from '@shardform/ir-core';
import { parseConvolutionLists, printConvolutionLists } from './conv-dimension-text.ts';
import { parseFieldsInAnyOrder } from './dimension-lists.ts';

/** What the dimensions of a convolution's operands and result are. Dimensions are 0-based. */
export interface ConvDimensions {
  readonly inputBatch: number;
  readonly inputFeature: number;
  readonly inputSpatial: readonly number[];
  readonly kernelInputFeature: number;
  readonly kernelOutputFeature: number;
  readonly kernelSpatial: readonly number[];
  readonly outputBatch: number;
  readonly outputFeature: number;
  readonly outputSpatial: readonly number[];
}

/** `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>` (StableHLO spec, "convolution"). */
export class ConvDimensionNumbersAttr extends Attribute {
  static readonly mnemonic = 'stablehlo.conv';
  static readonly #table = new InternTable<ConvDimensionNumbersAttr>();
  readonly dimensions: ConvDimensions;

  private constructor(dimensions: ConvDimensions) {
    super();
    this.dimensions = dimensions;
  }

  static get(dimensions: ConvDimensions): ConvDimensionNumbersAttr {
    const key = [
      [dimensions.inputBatch, dimensions.inputFeature],
      dimensions.inputSpatial,
      [dimensions.kernelInputFeature, dimensions.kernelOutputFeature],
      dimensions.kernelSpatial,
      [dimensions.outputBatch, dimensions.outputFeature],
      dimensions.outputSpatial,
    ]
      .map((list) => list.join())
      .join('|');
    return this.#table.get(key, () => new ConvDimensionNumbersAttr(dimensions));
  }

  static parse(this: void, parser: Parser): ConvDimensionNumbersAttr {
    parser.expect('<');
    if (parser.acceptKeyword('raw')) return ConvDimensionNumbersAttr.get(parseRaw(parser));
    const dimensions = parseConvolutionLists(parser);
    parser.expect('>');
    return ConvDimensionNumbersAttr.get(dimensions);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', ConvDimensionNumbersAttr.mnemonic, () => {
      printer.write('<');
      printConvolutionLists(printer, this.dimensions);
      printer.write('>');
    });
  }
}

/** `input_batch_dimension = 0, ...>`: every number by its name. It is read, but never written. */
function parseRaw(parser: Parser): ConvDimensions {
  // Messages name another attribute, as upstream's do.
  const fields = parseFieldsInAnyOrder(
    parser,
    {
      input_batch_dimension: 'integer',
      input_feature_dimension: 'integer',
      input_spatial_dimensions: 'list',
      kernel_input_feature_dimension: 'integer',
      kernel_output_feature_dimension: 'integer',
      kernel_spatial_dimensions: 'list',
      output_batch_dimension: 'integer',
      output_feature_dimension: 'integer',
      output_spatial_dimensions: 'list',
    },
    'dot dimension numbers',
  );
  return {
    inputBatch: fields.input_batch_dimension,
    inputFeature: fields.input_feature_dimension,
    inputSpatial: fields.input_spatial_dimensions,
    kernelInputFeature: fields.kernel_input_feature_dimension,
    kernelOutputFeature: fields.kernel_output_feature_dimension,
    kernelSpatial: fields.kernel_spatial_dimensions,
    outputBatch: fields.output_batch_dimension,
    outputFeature: fields.output_feature_dimension,
    outputSpatial: fields.output_spatial_dimensions,
  };
}
