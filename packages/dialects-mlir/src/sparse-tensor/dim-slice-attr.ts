import { Attribute, InternTable, type Parser, type Printer } from '@shardform/ir-core';

/** A number that is known or not. */
type SliceNumber = bigint | null;

/** `#sparse_tensor<slice(1, ?, 2)>`: the slice of a dimension that a sparse tensor is; `null` where it isn't known. */
export class DimSliceAttr extends Attribute {
  static readonly mnemonic = 'sparse_tensor.slice';
  static readonly #table = new InternTable<DimSliceAttr>();
  readonly offset: SliceNumber;
  readonly size: SliceNumber;
  readonly stride: SliceNumber;

  private constructor(offset: SliceNumber, size: SliceNumber, stride: SliceNumber) {
    super();
    this.offset = offset;
    this.size = size;
    this.stride = stride;
  }

  static get(offset: SliceNumber, size: SliceNumber, stride: SliceNumber): DimSliceAttr {
    return this.#table.get(`${offset},${size},${stride}`, () => new DimSliceAttr(offset, size, stride));
  }

  /** The whole of a dimension. */
  static whole(): DimSliceAttr {
    return this.get(0n, null, 1n);
  }

  static parse(this: void, parser: Parser): DimSliceAttr {
    parser.expect('(');
    const offset = parseSliceNumber(parser, 0n);
    parser.expect(',');
    const size = parseSliceNumber(parser, 1n);
    parser.expect(',');
    const stride = parseSliceNumber(parser, 1n);
    parser.expect(')');
    return DimSliceAttr.get(offset, size, stride);
  }

  print(printer: Printer): void {
    const texts = [this.offset, this.size, this.stride].map((number) => number ?? '?');
    printer.printDialectSymbol('#', DimSliceAttr.mnemonic, () => printer.write(`(${texts.join(', ')})`));
  }
}

function parseSliceNumber(parser: Parser, least: bigint): SliceNumber {
  if (parser.accept('?')) return null;
  const { offset } = parser;
  const number = parser.parseOptionalInteger();
  if (number !== null && number >= least) return number;
  return parser.failSyntax('expect positive value or ? for slice offset/size/stride', offset);
}
