import { Attribute, InternTable, type Parser, type Printer, textKey } from '@shardform/ir-core';
import { parameter, parseAxisName } from './attribute-parameter.ts';

/** A named axis of a mesh with the number of devices along it: `"x"=4`. */
export class MeshAxisAttr extends Attribute {
  static readonly mnemonic = 'sdy.mesh_axis';
  static readonly #table = new InternTable<MeshAxisAttr>();
  readonly name: string;
  readonly size: number;

  private constructor(name: string, size: number) {
    super();
    this.name = name;
    this.size = size;
  }

  static get(name: string, size: number): MeshAxisAttr {
    return this.#table.get(`${size}${textKey(name)}`, () => new MeshAxisAttr(name, size));
  }

  static parse(this: void, parser: Parser): MeshAxisAttr {
    const { offset } = parser;
    const name = parseAxisName(parser, 'MeshAxis');
    parser.expect('=');
    const size = parameter(parser, 'MeshAxis', 'size', 'int64_t', () => parser.parseNumber());
    if (size < 1) parser.fail(`axis size must be at least 1, got: ${size}`, offset);
    return MeshAxisAttr.get(name, size);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', MeshAxisAttr.mnemonic, () => this.printBody(printer));
  }

  printBody(printer: Printer): void {
    printer.writeString(this.name);
    printer.write(`=${this.size}`);
  }
}
