import { Type } from '../../ir/attribute.ts';
import { InternTable } from '../../ir/intern.ts';
import type { Printer } from '../../text/printer.ts';

/** The signedness of arithmetic on an integer type; `signless` leaves that to the operations. */
export type Signedness = 'signless' | 'signed' | 'unsigned';

const PREFIX = { signless: 'i', signed: 'si', unsigned: 'ui' } as const;

/** `i32`, `si8`, `ui64`: an integer of `width` bits. */
export class IntegerType extends Type {
  static readonly #table = new InternTable<IntegerType>();
  static readonly maxWidth = (1 << 24) - 1;
  /** Bits, 0 to {@link IntegerType.maxWidth}. */
  readonly width: number;
  readonly signedness: Signedness;

  private constructor(width: number, signedness: Signedness) {
    super();
    this.width = width;
    this.signedness = signedness;
  }

  static get(width: number, signedness: Signedness = 'signless'): IntegerType {
    return this.#table.get(`${PREFIX[signedness]}${width}`, () => new IntegerType(width, signedness));
  }

  get isUnsigned(): boolean {
    return this.signedness === 'unsigned';
  }

  print(printer: Printer): void {
    printer.write(`${PREFIX[this.signedness]}${this.width}`);
  }
}

/** The type of sizes and indices, as wide as the target's. */
export class IndexType extends Type {
  static readonly instance = /* @__PURE__ */ new IndexType();

  print(printer: Printer): void {
    printer.write('index');
  }
}

/** The type with one value. */
export class NoneType extends Type {
  static readonly instance = /* @__PURE__ */ new NoneType();

  print(printer: Printer): void {
    printer.write('none');
  }
}

/** The type of booleans, signless. */
export const i1 = /* @__PURE__ */ IntegerType.get(1);
/** Signless integers of 8 bits. */
export const i8 = /* @__PURE__ */ IntegerType.get(8);
/** Signless integers of 16 bits. */
export const i16 = /* @__PURE__ */ IntegerType.get(16);
/** Signless integers of 32 bits. */
export const i32 = /* @__PURE__ */ IntegerType.get(32);
/** Signless integers of 64 bits. */
export const i64 = /* @__PURE__ */ IntegerType.get(64);
/** Unsigned integers of 8 bits. */
export const ui8 = /* @__PURE__ */ IntegerType.get(8, 'unsigned');
/** Unsigned integers of 32 bits. */
export const ui32 = /* @__PURE__ */ IntegerType.get(32, 'unsigned');
/** Unsigned integers of 64 bits. */
export const ui64 = /* @__PURE__ */ IntegerType.get(64, 'unsigned');
/** The type of sizes and indices, `index`. */
export const index = IndexType.instance;
