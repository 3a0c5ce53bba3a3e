import {
  Attribute,
  InternTable,
  type Parser,
  type Printer,
  StringAttr,
  textKey,
  type Operation,
} from '@shardform/ir-core';
import { parameter } from './attribute-parameter.ts';

/** The names of the axes that a manual computation handles itself: `{"x", "y"}`. */
export class ManualAxesAttr extends Attribute {
  static readonly mnemonic = 'sdy.manual_axes';
  static readonly #table = new InternTable<ManualAxesAttr>();
  readonly names: readonly string[];

  private constructor(names: readonly string[]) {
    super();
    this.names = names;
  }

  static get(names: readonly string[]): ManualAxesAttr {
    return this.#table.get(names.map(textKey).join(), () => new ManualAxesAttr([...names]));
  }

  static parse(this: void, parser: Parser): ManualAxesAttr {
    parser.expect('{');
    if (parser.accept('}')) return ManualAxesAttr.get([]);
    const names = parameter(parser, 'ManualAxes', 'value', '::llvm::ArrayRef<StringAttr>', () =>
      parser.parseList('none', () => parseName(parser)),
    );
    parser.expect('}');
    return ManualAxesAttr.get(names);
  }

  get isEmpty(): boolean {
    return this.names.length === 0;
  }

  includes(name: string): boolean {
    return this.names.includes(name);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', ManualAxesAttr.mnemonic, () => this.printBody(printer));
  }

  printBody(printer: Printer): void {
    printer.write('{');
    printer.writeList(this.names, (name) => printer.writeString(name));
    printer.write('}');
  }
}

function parseName(parser: Parser): string {
  const { offset } = parser;
  const attribute = parser.parseOptionalAttribute() ?? parser.fail('expected attribute value');
  return attribute instanceof StringAttr
    ? attribute.value
    : parser.fail('invalid kind of attribute specified', offset);
}

/** The axes that a manual computation makes manual; `null` for other operations. */
export function manualAxesOf(op: Operation): ManualAxesAttr | null {
  const axes = op.getAttr('manual_axes');
  return axes instanceof ManualAxesAttr ? axes : null;
}
