import { Attribute, InternTable, type Parser, type Printer } from '@shardform/ir-core';
import { parseDimensionFields, printDimensionFields } from './dimension-lists.ts';

/** How the dimensions of a scatter's inputs, indices and updates correspond. Dimensions are 0-based. */
export interface ScatterDimensions {
  readonly updateWindowDims: readonly number[];
  readonly insertedWindowDims: readonly number[];
  readonly inputBatchingDims: readonly number[];
  readonly scatterIndicesBatchingDims: readonly number[];
  readonly scatterDimsToOperandDims: readonly number[];
  readonly indexVectorDim: number;
}

/** `#stablehlo.scatter<update_window_dims = [1], ...>` (StableHLO spec, "scatter"). */
export class ScatterDimensionNumbersAttr extends Attribute {
  static readonly mnemonic = 'stablehlo.scatter';
  static readonly #table = new InternTable<ScatterDimensionNumbersAttr>();
  readonly dimensions: ScatterDimensions;

  private constructor(dimensions: ScatterDimensions) {
    super();
    this.dimensions = dimensions;
  }

  static get(dimensions: ScatterDimensions): ScatterDimensionNumbersAttr {
    const key = [
      dimensions.updateWindowDims,
      dimensions.insertedWindowDims,
      dimensions.inputBatchingDims,
      dimensions.scatterIndicesBatchingDims,
      dimensions.scatterDimsToOperandDims,
      [dimensions.indexVectorDim],
    ]
      .map((list) => list.join())
      .join('|');
    return this.#table.get(key, () => new ScatterDimensionNumbersAttr(dimensions));
  }

  static parse(this: void, parser: Parser): ScatterDimensionNumbersAttr {
    const fields = parseDimensionFields(
      parser,
      [
        'update_window_dims',
        'inserted_window_dims',
        'input_batching_dims',
        'scatter_indices_batching_dims',
        'scatter_dims_to_operand_dims',
      ],
      ['index_vector_dim'],
      'scatter dimension numbers',
    );
    return ScatterDimensionNumbersAttr.get({
      updateWindowDims: fields.update_window_dims,
      insertedWindowDims: fields.inserted_window_dims,
      inputBatchingDims: fields.input_batching_dims,
      scatterIndicesBatchingDims: fields.scatter_indices_batching_dims,
      scatterDimsToOperandDims: fields.scatter_dims_to_operand_dims,
      indexVectorDim: fields.index_vector_dim,
    });
  }

  print(printer: Printer): void {
    const { dimensions } = this;
    printer.printDialectSymbol('#', ScatterDimensionNumbersAttr.mnemonic, () =>
      printDimensionFields(printer, {
        update_window_dims: dimensions.updateWindowDims,
        inserted_window_dims: dimensions.insertedWindowDims,
        input_batching_dims: dimensions.inputBatchingDims,
        scatter_indices_batching_dims: dimensions.scatterIndicesBatchingDims,
        scatter_dims_to_operand_dims: dimensions.scatterDimsToOperandDims,
        index_vector_dim: dimensions.indexVectorDim,
      }),
    );
  }
}
