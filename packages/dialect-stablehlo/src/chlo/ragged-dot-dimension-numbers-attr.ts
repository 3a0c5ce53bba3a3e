import { Attribute, InternTable, type Parser, type Printer } from '@shardform/ir-core';
import type { DotDimensions } from '../attrs/dot-dimension-numbers-attr.ts';
import { parseDimensionFields, printDimensionFields } from '../attrs/dimension-lists.ts';

/** Which dimensions of the operands of a ragged contraction correspond, are ragged or count groups. */
export interface RaggedDotDimensions extends DotDimensions {
  readonly lhsRagged: readonly number[];
  readonly rhsGroup: readonly number[];
}

/** `#chlo.ragged_dot<lhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], ...>`. */
export class RaggedDotDimensionNumbersAttr extends Attribute {
  static readonly mnemonic = 'chlo.ragged_dot';
  static readonly #table = new InternTable<RaggedDotDimensionNumbersAttr>();
  readonly dimensions: RaggedDotDimensions;

  private constructor(dimensions: RaggedDotDimensions) {
    super();
    this.dimensions = dimensions;
  }

  static get(dimensions: RaggedDotDimensions): RaggedDotDimensionNumbersAttr {
    const key = [
      dimensions.lhsBatching,
      dimensions.rhsBatching,
      dimensions.lhsContracting,
      dimensions.rhsContracting,
      dimensions.lhsRagged,
      dimensions.rhsGroup,
    ]
      .map((list) => list.join())
      .join('|');
    return this.#table.get(key, () => new RaggedDotDimensionNumbersAttr(dimensions));
  }

  static parse(this: void, parser: Parser): RaggedDotDimensionNumbersAttr {
    const fields = parseDimensionFields(
      parser,
      [
        'lhs_batching_dimensions',
        'rhs_batching_dimensions',
        'lhs_contracting_dimensions',
        'rhs_contracting_dimensions',
        'lhs_ragged_dimensions',
        'rhs_group_dimensions',
      ],
      [],
      'ragged dot dimension numbers',
    );
    return RaggedDotDimensionNumbersAttr.get({
      lhsBatching: fields.lhs_batching_dimensions,
      rhsBatching: fields.rhs_batching_dimensions,
      lhsContracting: fields.lhs_contracting_dimensions,
      rhsContracting: fields.rhs_contracting_dimensions,
      lhsRagged: fields.lhs_ragged_dimensions,
      rhsGroup: fields.rhs_group_dimensions,
    });
  }

  print(printer: Printer): void {
    const { dimensions } = this;
    printer.printDialectSymbol('#', RaggedDotDimensionNumbersAttr.mnemonic, () =>
      printDimensionFields(printer, {
        lhs_batching_dimensions: dimensions.lhsBatching,
        rhs_batching_dimensions: dimensions.rhsBatching,
        lhs_contracting_dimensions: dimensions.lhsContracting,
        rhs_contracting_dimensions: dimensions.rhsContracting,
        lhs_ragged_dimensions: dimensions.lhsRagged,
        rhs_group_dimensions: dimensions.rhsGroup,
      }),
    );
  }
}
