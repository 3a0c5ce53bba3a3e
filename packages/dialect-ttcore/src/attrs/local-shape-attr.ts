import {
  Attribute,
  InternTable,
  isInstance,
  type Parser,
  type Printer,
  RankedTensorType,
} from '@shardform/ir-core';

/** `#ttcore<local_shape local_shape = tensor<16x64xf32>>`: the part of an argument or result on one device. */
export class LocalShapeAttr extends Attribute {
  static readonly mnemonic = 'ttcore.local_shape';
  static readonly #table = new InternTable<LocalShapeAttr>();
  readonly localShape: RankedTensorType;

  private constructor(localShape: RankedTensorType) {
    super();
    this.localShape = localShape;
  }

  static get(localShape: RankedTensorType): LocalShapeAttr {
    return this.#table.get(String(localShape.id), () => new LocalShapeAttr(localShape));
  }

  static parse(this: void, parser: Parser): LocalShapeAttr {
    parser.expectKeyword('local_shape');
    parser.expect('=');
    const { offset } = parser;
    const type = parser.parseType();
    if (!isInstance(RankedTensorType, type)) return parser.fail('expected a ranked tensor type', offset);
    return LocalShapeAttr.get(type);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', LocalShapeAttr.mnemonic, () => {
      printer.write(' local_shape = ');
      printer.printType(this.localShape);
    });
  }
}
