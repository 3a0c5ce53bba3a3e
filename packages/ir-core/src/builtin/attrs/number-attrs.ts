import { Attribute, type Type } from '../../ir/attribute.ts';
import { InternTable } from '../../ir/intern.ts';
import { encodeFloat, decodeFloat, type FloatBits, printFloat } from '../../number/index.ts';
import type { Printer } from '../../text/printer.ts';
import { f64, FloatType } from '../types/float-type.ts';
import { i1, i32, i64, IndexType, IntegerType } from '../types/integer-type.ts';

/** `5 : i32`, `true`: an integer of an integer type or index. */
export class IntegerAttr extends Attribute {
  static readonly #table = new InternTable<IntegerAttr>();
  readonly type: IntegerType | IndexType;
  /** In the range of the type; signless types hold the signed reading, `i1` holds 0 or 1. */
  readonly value: bigint;

  private constructor(value: bigint, type: IntegerType | IndexType) {
    super();
    this.value = value;
    this.type = type;
  }

  /** Wraps `value` to the width of the type. */
  static get(value: bigint | number, type: IntegerType | IndexType): IntegerAttr {
    const wrapped = wrapInteger(BigInt(value), type);
    return this.#table.get(`${type.id}|${wrapped}`, () => new IntegerAttr(wrapped, type));
  }

  /** The value as a number, for what is counted or measured; beyond 2^53 the nearest one. */
  get number(): number {
    return Number(this.value);
  }

  print(printer: Printer): void {
    this.printWithoutType(printer);
    if (this.type !== i1) {
      printer.write(' : ');
      printer.printType(this.type);
    }
  }

  printWithoutType(printer: Printer): void {
    if (this.type === i1) printer.write(this.value === 0n ? 'false' : 'true');
    else printer.write(String(this.value));
  }
}

/** Wraps to the type's width: unsigned to 0 … 2^n-1, `i1` to 0 or 1, others to the signed range. */
export function wrapInteger(value: bigint, type: Type): bigint {
  const width = type instanceof IntegerType ? type.width : 64;
  const unsigned = type instanceof IntegerType && (type.isUnsigned || type === i1);
  return unsigned ? BigInt.asUintN(width, value) : BigInt.asIntN(width, value);
}

/** `1.000000e+00 : f32`: a number of a float type, kept as its bits. */
export class FloatAttr extends Attribute {
  static readonly #table = new InternTable<FloatAttr>();
  readonly type: FloatType;
  readonly bits: FloatBits;

  private constructor(bits: FloatBits, type: FloatType) {
    super();
    this.bits = bits;
    this.type = type;
  }

  static fromBits(bits: FloatBits, type: FloatType): FloatAttr {
    return this.#table.get(`${type.id}|${bits}`, () => new FloatAttr(bits, type));
  }

  /** Rounds `value` to the type. */
  static get(value: number, type: FloatType = f64): FloatAttr {
    return this.fromBits(encodeFloat(type.format, value), type);
  }

  get value(): number {
    return decodeFloat(this.type.format, this.bits);
  }

  print(printer: Printer): void {
    this.printWithoutType(printer);
    printer.write(' : ');
    printer.printType(this.type);
  }

  printWithoutType(printer: Printer): void {
    printer.write(printFloat(this.type.format, this.bits));
  }
}

/** `true` or `false` as an attribute. */
export function boolAttr(value: boolean): IntegerAttr {
  return IntegerAttr.get(value ? 1 : 0, i1);
}

/** Returns an `i64` attribute. */
export function i64Attr(value: bigint | number): IntegerAttr {
  return IntegerAttr.get(value, i64);
}

/** Returns an `i32` attribute. */
export function i32Attr(value: number): IntegerAttr {
  return IntegerAttr.get(value, i32);
}
