import { Attribute } from '../../ir/attribute.ts';
import { InternTable } from '../../ir/intern.ts';
import { decodeFloat, type FloatBits, printFloat } from '../../number/index.ts';
import type { Printer } from '../../text/printer.ts';
import { FloatType } from '../types/float-type.ts';
import { i1, type IntegerType } from '../types/integer-type.ts';
import { wrapInteger } from './number-attrs.ts';

/** `array<i64: 1, 2>`: numbers of one type. Integers are bigints, floats their bits. */
export class DenseArrayAttr extends Attribute {
  static readonly #table = new InternTable<DenseArrayAttr>();
  readonly elementType: IntegerType | FloatType;
  readonly values: readonly FloatBits[];
  #numbers: readonly number[] | null = null;

  private constructor(elementType: IntegerType | FloatType, values: readonly FloatBits[]) {
    super();
    this.elementType = elementType;
    this.values = values;
  }

  /** @param values integers, wrapped to the type; for float types the bits. */
  static get(elementType: IntegerType | FloatType, values: readonly (number | bigint)[]): DenseArrayAttr {
    const exact =
      elementType instanceof FloatType
        ? values
        : values.map((value) => wrapInteger(BigInt(value), elementType));
    return this.#table.get(
      `${elementType.id}|${exact.join()}`,
      () => new DenseArrayAttr(elementType, [...exact]),
    );
  }

  get length(): number {
    return this.values.length;
  }

  /** The elements as numbers. Integers beyond 2^53 lose their last digits; use `values` for those. */
  numbers(): readonly number[] {
    const { elementType } = this;
    return (this.#numbers ??= this.values.map((value) =>
      elementType instanceof FloatType ? decodeFloat(elementType.format, value) : Number(value),
    ));
  }

  print(printer: Printer): void {
    printer.write('array<');
    printer.printType(this.elementType);
    if (this.values.length > 0) {
      printer.write(': ');
      this.printElements(printer);
    }
    printer.write('>');
  }

  /** Writes `1, 2`. */
  printElements(printer: Printer): void {
    this.values.forEach((value, i) => {
      if (i > 0) printer.write(', ');
      if (this.elementType instanceof FloatType) printer.write(printFloat(this.elementType.format, value));
      else if (this.elementType === i1) printer.write(value === 0n ? 'false' : 'true');
      else printer.write(String(value));
    });
  }
}
