import { Attribute, idKey, InternTable, type Parser, type Printer } from '@shardform/ir-core';
import { parameter } from './attribute-parameter.ts';
import { printAxisList } from './axis-list-text.ts';
import { AxisRefAttr } from './axis-ref-attr.ts';

/** Axes that an all-to-all moves from one dimension to another: `{"x"}: 0->1`. */
export class AllToAllParamAttr extends Attribute {
  static readonly mnemonic = 'sdy.all_to_all_param';
  static readonly #table = new InternTable<AllToAllParamAttr>();
  readonly axes: readonly AxisRefAttr[];
  readonly sourceDim: number;
  readonly targetDim: number;

  private constructor(axes: readonly AxisRefAttr[], sourceDim: number, targetDim: number) {
    super();
    this.axes = axes;
    this.sourceDim = sourceDim;
    this.targetDim = targetDim;
  }

  static get(axes: readonly AxisRefAttr[], sourceDim: number, targetDim: number): AllToAllParamAttr {
    return this.#table.get(
      `${idKey(axes)}${sourceDim}>${targetDim}`,
      () => new AllToAllParamAttr([...axes], sourceDim, targetDim),
    );
  }

  static parse(this: void, parser: Parser): AllToAllParamAttr {
    parser.expect('{');
    const axes = parameter(parser, 'AllToAllParamAttr', 'axes', '::llvm::ArrayRef<AxisRefAttr>', () =>
      parser.parseList('none', () => AxisRefAttr.parse(parser)),
    );
    parser.expect('}');
    parser.expect(':');
    const source = parameter(parser, 'AllToAllParamAttr', 'src_dim', 'int64_t', () => parser.parseNumber());
    parser.expect('->');
    const target = parameter(parser, 'AllToAllParamAttr', 'tgt_dim', 'int64_t', () => parser.parseNumber());
    return AllToAllParamAttr.get(axes, source, target);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', AllToAllParamAttr.mnemonic, () => this.printBody(printer));
  }

  printBody(printer: Printer): void {
    printAxisList(printer, this.axes);
    printer.write(`: ${this.sourceDim}->${this.targetDim}`);
  }
}

/** `[{"x"}: 0->1, {"y"}: 2->3]`. */
export class AllToAllParamListAttr extends Attribute {
  static readonly mnemonic = 'sdy.all_to_all_param_list';
  static readonly #table = new InternTable<AllToAllParamListAttr>();
  readonly params: readonly AllToAllParamAttr[];

  private constructor(params: readonly AllToAllParamAttr[]) {
    super();
    this.params = params;
  }

  static get(params: readonly AllToAllParamAttr[]): AllToAllParamListAttr {
    return this.#table.get(idKey(params), () => new AllToAllParamListAttr([...params]));
  }

  static parse(this: void, parser: Parser): AllToAllParamListAttr {
    parser.expect('[');
    if (parser.accept(']')) return AllToAllParamListAttr.get([]);
    const params = parameter(
      parser,
      'AllToAllParamList',
      'value',
      '::llvm::ArrayRef<AllToAllParamAttr>',
      () => parser.parseList('none', () => AllToAllParamAttr.parse(parser)),
    );
    parser.expect(']');
    return AllToAllParamListAttr.get(params);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', AllToAllParamListAttr.mnemonic, () => this.printBody(printer));
  }

  printBody(printer: Printer): void {
    printer.write('[');
    printer.writeList(this.params, (param) => param.printBody(printer));
    printer.write(']');
  }
}
