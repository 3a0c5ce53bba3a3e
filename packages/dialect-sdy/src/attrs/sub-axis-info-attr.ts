import { Attribute, type Parser, type Printer } from '@shardform/ir-core';
import { parameter } from './attribute-parameter.ts';

/**
 * The middle part of an axis viewed as `pre * size * post` devices: `(pre)size`. The major part has `preSize`
 * positions; what remains beyond `nextPreSize` is minor.
 */
export class SubAxisInfoAttr extends Attribute {
  static readonly mnemonic = 'sdy.sub_axis_info';
  // By pre-size, then size: no text is made for a look-up.
  static readonly #table = new Map<number, Map<number, SubAxisInfoAttr>>();
  readonly preSize: number;
  readonly size: number;

  private constructor(preSize: number, size: number) {
    super();
    this.preSize = preSize;
    this.size = size;
  }

  static get(preSize: number, size: number): SubAxisInfoAttr {
    let bySize = this.#table.get(preSize);
    if (bySize === undefined) this.#table.set(preSize, (bySize = new Map<number, SubAxisInfoAttr>()));
    let info = bySize.get(size);
    if (info === undefined) bySize.set(size, (info = new SubAxisInfoAttr(preSize, size)));
    return info;
  }

  static parse(this: void, parser: Parser): SubAxisInfoAttr {
    parser.expect('(');
    const preSize = parameter(parser, 'SubAxisInfo', 'pre_size', 'int64_t', () => parser.parseNumber());
    parser.expect(')');
    const size = parameter(parser, 'SubAxisInfo', 'size', 'int64_t', () => parser.parseNumber());
    return SubAxisInfoAttr.get(preSize, size);
  }

  /** Where the next minor part begins. */
  get nextPreSize(): number {
    return this.preSize * this.size;
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', SubAxisInfoAttr.mnemonic, () => this.printBody(printer));
  }

  printBody(printer: Printer): void {
    printer.write(`(${this.preSize})${this.size}`);
  }
}
