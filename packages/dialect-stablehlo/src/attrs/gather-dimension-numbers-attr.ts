import { Attribute, InternTable, type Parser, type Printer } from '@shardform/ir-core';
import { parseDimensionFields, printDimensionFields } from './dimension-lists.ts';

/** How the dimensions of a gather's operand, indices and result correspond. Dimensions are 0-based. */
export interface GatherDimensions {
  readonly offsetDims: readonly number[];
  readonly collapsedSliceDims: readonly number[];
  readonly operandBatchingDims: readonly number[];
  readonly startIndicesBatchingDims: readonly number[];
  readonly startIndexMap: readonly number[];
  readonly indexVectorDim: number;
}

/** `#stablehlo.gather<offset_dims = [1], ...>` (StableHLO spec, "gather"). */
export class GatherDimensionNumbersAttr extends Attribute {
  static readonly mnemonic = 'stablehlo.gather';
  static readonly #table = new InternTable<GatherDimensionNumbersAttr>();
  readonly dimensions: GatherDimensions;

  private constructor(dimensions: GatherDimensions) {
    super();
    this.dimensions = dimensions;
  }

  static get(dimensions: GatherDimensions): GatherDimensionNumbersAttr {
    const { offsetDims, collapsedSliceDims, operandBatchingDims, startIndicesBatchingDims, startIndexMap } =
      dimensions;
    const key = [
      offsetDims,
      collapsedSliceDims,
      operandBatchingDims,
      startIndicesBatchingDims,
      startIndexMap,
      [dimensions.indexVectorDim],
    ]
      .map((list) => list.join())
      .join('|');
    return this.#table.get(key, () => new GatherDimensionNumbersAttr(dimensions));
  }

  static parse(this: void, parser: Parser): GatherDimensionNumbersAttr {
    const fields = parseDimensionFields(
      parser,
      [
        'offset_dims',
        'collapsed_slice_dims',
        'operand_batching_dims',
        'start_indices_batching_dims',
        'start_index_map',
      ],
      ['index_vector_dim'],
      'gather dimension numbers',
    );
    return GatherDimensionNumbersAttr.get({
      offsetDims: fields.offset_dims,
      collapsedSliceDims: fields.collapsed_slice_dims,
      operandBatchingDims: fields.operand_batching_dims,
      startIndicesBatchingDims: fields.start_indices_batching_dims,
      startIndexMap: fields.start_index_map,
      indexVectorDim: fields.index_vector_dim,
    });
  }

  print(printer: Printer): void {
    const { dimensions } = this;
    printer.printDialectSymbol('#', GatherDimensionNumbersAttr.mnemonic, () =>
      printDimensionFields(printer, {
        offset_dims: dimensions.offsetDims,
        collapsed_slice_dims: dimensions.collapsedSliceDims,
        operand_batching_dims: dimensions.operandBatchingDims,
        start_indices_batching_dims: dimensions.startIndicesBatchingDims,
        start_index_map: dimensions.startIndexMap,
        index_vector_dim: dimensions.indexVectorDim,
      }),
    );
  }
}
