import { type FloatType, InternTable, type Parser, type Printer, Type } from '@shardform/ir-core';
import { checkStorage, parseStorage, printStorage, type Storage, storageKey } from './storage.ts';
import { parseExpressedType, parseFloatLiteral, scaleText } from './uniform-type.ts';

/** `!quant.any<i8<-8:7>:f32>`: quantized numbers of which it is not known how. */
export class AnyQuantizedType extends Type {
  static readonly mnemonic = 'quant.any';
  static readonly #table = new InternTable<AnyQuantizedType>();
  readonly storage: Storage;
  readonly expressedType: FloatType | null;

  private constructor(storage: Storage, expressedType: FloatType | null) {
    super();
    this.storage = storage;
    this.expressedType = expressedType;
  }

  static get(storage: Storage, expressedType: FloatType | null = null): AnyQuantizedType {
    const key = `${storageKey(storage)}|${expressedType?.id ?? ''}`;
    return this.#table.get(key, () => new AnyQuantizedType(storage, expressedType));
  }

  static parse(this: void, parser: Parser): AnyQuantizedType {
    const offset = parser.offset - 'any'.length;
    parser.expect('<');
    const storage = parseStorage(parser);
    const expressed = parser.accept(':') ? parseExpressedType(parser) : null;
    parser.expect('>');
    checkStorage(storage, parser, offset);
    return AnyQuantizedType.get(storage, expressed);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('!', AnyQuantizedType.mnemonic, () => {
      printer.write('<');
      printStorage(printer, this.storage);
      if (this.expressedType !== null) {
        printer.write(':');
        printer.printType(this.expressedType);
      }
      printer.write('>');
    });
  }
}

/** `!quant.calibrated<f32<-1.0:1.0>>`: numbers whose range was measured. */
export class CalibratedQuantizedType extends Type {
  static readonly mnemonic = 'quant.calibrated';
  static readonly #table = new InternTable<CalibratedQuantizedType>();
  readonly expressedType: FloatType;
  readonly min: number;
  readonly max: number;

  private constructor(expressedType: FloatType, min: number, max: number) {
    super();
    this.expressedType = expressedType;
    this.min = min;
    this.max = max;
  }

  static get(expressedType: FloatType, min: number, max: number): CalibratedQuantizedType {
    return this.#table.get(
      `${expressedType.id}|${min}|${max}`,
      () => new CalibratedQuantizedType(expressedType, min, max),
    );
  }

  static parse(this: void, parser: Parser): CalibratedQuantizedType {
    const offset = parser.offset - 'calibrated'.length;
    parser.expect('<');
    const type = parseExpressedType(parser);
    parser.expect('<');
    const min = parseFloatLiteral(parser);
    parser.expect(':');
    const max = parseFloatLiteral(parser);
    parser.expect('>');
    parser.expect('>');
    if (max <= min) parser.failSyntax(`illegal min and max: (${scaleText(min)}:${scaleText(max)})`, offset);
    return CalibratedQuantizedType.get(type, min, max);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('!', CalibratedQuantizedType.mnemonic, () => {
      printer.write('<');
      printer.printType(this.expressedType);
      printer.write(`<${scaleText(this.min)}:${scaleText(this.max)}>>`);
    });
  }
}
