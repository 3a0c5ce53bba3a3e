import { Attribute, idKey, InternTable, type Parser, type Printer } from '@shardform/ir-core';
import { parameter } from './attribute-parameter.ts';
import { factorSymbol, parseFactorSymbols } from './factor-symbol.ts';

/** The factors of one dimension, major to minor: `ij`. */
export class DimMappingAttr extends Attribute {
  static readonly mnemonic = 'sdy.dim_mapping';
  static readonly #table = new InternTable<DimMappingAttr>();
  readonly factors: readonly number[];

  private constructor(factors: readonly number[]) {
    super();
    this.factors = factors;
  }

  static get(factors: readonly number[]): DimMappingAttr {
    return this.#table.get(factors.join(), () => new DimMappingAttr([...factors]));
  }

  static parse(this: void, parser: Parser): DimMappingAttr {
    const keyword = parser.parseOptionalKeyword();
    return DimMappingAttr.get(keyword === null ? [] : parseFactorSymbols(parser, keyword));
  }

  /** Whether `factor` is the only or the last factor of the dimension. */
  isMinorMost(factor: number): boolean {
    return this.factors.at(-1) === factor;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', DimMappingAttr.mnemonic, () => this.printBody(printer));
  }

  printBody(printer: Printer): void {
    for (const factor of this.factors) printer.write(factorSymbol(factor));
  }
}

/** The factors of all dimensions of a tensor: `[i, jk]`. */
export class TensorMappingAttr extends Attribute {
  static readonly mnemonic = 'sdy.tensor_mapping';
  static readonly #table = new InternTable<TensorMappingAttr>();
  readonly dims: readonly DimMappingAttr[];
  readonly #factors: ReadonlySet<number>;

  private constructor(dims: readonly DimMappingAttr[]) {
    super();
    this.dims = dims;
    this.#factors = new Set(dims.flatMap((dim) => dim.factors));
  }

  static get(dims: readonly DimMappingAttr[]): TensorMappingAttr {
    return this.#table.get(idKey(dims), () => new TensorMappingAttr([...dims]));
  }

  /** From factor numbers per dimension. */
  static of(dims: readonly (readonly number[])[]): TensorMappingAttr {
    return TensorMappingAttr.get(dims.map((factors) => DimMappingAttr.get(factors)));
  }

  static parse(this: void, parser: Parser): TensorMappingAttr {
    parser.expect('[');
    if (parser.accept(']')) return TensorMappingAttr.get([]);
    const dims = parameter(parser, 'TensorMapping', 'dim_mappings', '::llvm::ArrayRef<DimMappingAttr>', () =>
      parser.parseList('none', () => DimMappingAttr.parse(parser)),
    );
    parser.expect(']');
    return TensorMappingAttr.get(dims);
  }

  get rank(): number {
    return this.dims.length;
  }

  hasFactor(factor: number): boolean {
    return this.#factors.has(factor);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', TensorMappingAttr.mnemonic, () => this.printBody(printer));
  }

  printBody(printer: Printer): void {
    printer.write('[');
    printer.writeList(this.dims, (dim) => {
      // Only a rule that no check has accepted has such a dimension.
      if (dim.factors.length === 0) dim.print(printer);
      else dim.printBody(printer);
    });
    printer.write(']');
  }
}
