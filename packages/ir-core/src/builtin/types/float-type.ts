import { Type } from '../../ir/attribute.ts';
import { InternTable } from '../../ir/intern.ts';
import {
  encodeFloat,
  type FloatBits,
  type FloatFormat,
  type FloatFormatName,
  floatFormats,
} from '../../number/index.ts';
import type { Printer } from '../../text/printer.ts';

/** A floating-point type, named as MLIR prints it. */
export class FloatType extends Type {
  static readonly #table = new InternTable<FloatType>();
  readonly format: FloatFormat;
  readonly name: FloatFormatName;

  private constructor(name: FloatFormatName) {
    super();
    this.name = name;
    this.format = floatFormats[name];
  }

  static get(name: FloatFormatName): FloatType {
    return this.#table.get(name, () => new FloatType(name));
  }

  /** Bits. */
  get width(): number {
    return this.format.width;
  }

  /** The bits of `value` rounded to this type, to nearest even. */
  encode(value: number): FloatBits {
    return encodeFloat(this.format, value);
  }

  print(printer: Printer): void {
    printer.write(this.name);
  }
}

/** IEEE 754 binary32. */
export const f32 = /* @__PURE__ */ FloatType.get('f32');
/** IEEE 754 binary64. */
export const f64 = /* @__PURE__ */ FloatType.get('f64');
/** The upper 16 bits of binary32. */
export const bf16 = /* @__PURE__ */ FloatType.get('bf16');
/** IEEE 754 binary16. */
export const f16 = /* @__PURE__ */ FloatType.get('f16');
