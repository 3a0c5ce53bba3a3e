import { Attribute, InternTable, type Parser, type Printer } from '@shardform/ir-core';
import { parseDimensionFields, printDimensionFields } from './dimension-lists.ts';

/** Which dimensions of the two operands of a contraction correspond. Dimensions are 0-based. */
export interface DotDimensions {
  readonly lhsBatching: readonly number[];
  readonly rhsBatching: readonly number[];
  readonly lhsContracting: readonly number[];
  readonly rhsContracting: readonly number[];
}

/** `#stablehlo.dot<lhs_contracting_dimensions = [1], ...>` (StableHLO spec, "dot_general"). */
export class DotDimensionNumbersAttr extends Attribute implements DotDimensions {
  static readonly mnemonic = 'stablehlo.dot';
  static readonly #table = new InternTable<DotDimensionNumbersAttr>();
  readonly lhsBatching: readonly number[];
  readonly rhsBatching: readonly number[];
  readonly lhsContracting: readonly number[];
  readonly rhsContracting: readonly number[];

  private constructor(dimensions: DotDimensions) {
    super();
    this.lhsBatching = dimensions.lhsBatching;
    this.rhsBatching = dimensions.rhsBatching;
    this.lhsContracting = dimensions.lhsContracting;
    this.rhsContracting = dimensions.rhsContracting;
  }

  static get(dimensions: DotDimensions): DotDimensionNumbersAttr {
    const { lhsBatching, rhsBatching, lhsContracting, rhsContracting } = dimensions;
    const key = [lhsBatching, rhsBatching, lhsContracting, rhsContracting]
      .map((list) => list.join())
      .join('|');
    return this.#table.get(key, () => new DotDimensionNumbersAttr(dimensions));
  }

  static parse(this: void, parser: Parser): DotDimensionNumbersAttr {
    const fields = parseDimensionFields(
      parser,
      [
        'lhs_batching_dimensions',
        'rhs_batching_dimensions',
        'lhs_contracting_dimensions',
        'rhs_contracting_dimensions',
      ],
      [],
      'dot dimension numbers',
    );
    return DotDimensionNumbersAttr.get({
      lhsBatching: fields.lhs_batching_dimensions,
      rhsBatching: fields.rhs_batching_dimensions,
      lhsContracting: fields.lhs_contracting_dimensions,
      rhsContracting: fields.rhs_contracting_dimensions,
    });
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', DotDimensionNumbersAttr.mnemonic, () =>
      printDimensionFields(printer, {
        lhs_batching_dimensions: this.lhsBatching,
        rhs_batching_dimensions: this.rhsBatching,
        lhs_contracting_dimensions: this.lhsContracting,
        rhs_contracting_dimensions: this.rhsContracting,
      }),
    );
  }
}
