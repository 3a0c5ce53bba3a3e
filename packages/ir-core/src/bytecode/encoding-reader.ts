import { type Attribute, type Class, isInstance, Type } from '../ir/attribute.ts';
import type { ByteReader } from './byte-reader.ts';

/** The tables that references in an encoding index. */
export interface ReadTables {
  attribute(index: number): Attribute;
  type(index: number): Type;
  string(index: number): string;
  /** The name of a resource. */
  resource(index: number): string;
}

/** Reads a dialect's encoding of an attribute or type. Any error stops the reading. */
export class EncodingReader {
  /** The version of the format, 0 to 6. */
  readonly version: number;
  /** Version of the dialect that is being read, by the file; empty when the file has none. */
  dialectVersion: readonly number[] = [];
  readonly #bytes: ByteReader;
  readonly #tables: ReadTables;

  constructor(bytes: ByteReader, tables: ReadTables, version: number) {
    this.#bytes = bytes;
    this.#tables = tables;
    this.version = version;
  }

  fail(message: string): never {
    return this.#bytes.fail(message);
  }

  /** Stops at a problem, if there is one. */
  check(problem: string | null): void {
    if (problem !== null) this.fail(problem);
  }

  attribute(): Attribute {
    return this.#tables.attribute(this.#bytes.varint());
  }

  /** An attribute of a class; `what` names it in the message about another one. */
  attributeOf<T extends Attribute>(cls: Class<T>, what: string): T {
    const attribute = this.attribute();
    return isInstance(cls, attribute)
      ? attribute
      : this.fail(`expected ${what}, but got: ${String(attribute)}`);
  }

  optionalAttribute(): Attribute | null {
    const number = this.#bytes.varint();
    if (number === 0) return null;
    return number % 2 === 1 ? this.#tables.attribute(Math.floor(number / 2)) : this.fail('expected a flag');
  }

  attributes(): Attribute[] {
    return this.list(() => this.attribute());
  }

  type(): Type {
    return this.#tables.type(this.#bytes.varint());
  }

  typeOf<T extends Type>(cls: Class<T>, what: string): T {
    const type = this.type();
    return isInstance(cls, type) ? type : this.fail(`expected ${what}, but got: ${String(type)}`);
  }

  types(): Type[] {
    return this.list(() => this.type());
  }

  /** As many elements as a number says. */
  list<T>(read: () => T): T[] {
    const count = this.#bytes.count('elements');
    const elements: T[] = [];
    for (let i = 0; i < count; i++) elements.push(read());
    return elements;
  }

  varint(): number {
    return this.#bytes.varint();
  }

  signedVarint(): number {
    return this.#bytes.signedVarint();
  }

  /** All 64 bits. */
  bigSignedVarint(): bigint {
    return this.#bytes.bigSignedVarint();
  }

  signedVarints(): number[] {
    return this.list(() => this.#bytes.signedVarint());
  }

  /** The bits of an integer or float of a known width, unsigned. */
  integer(width: number): bigint {
    if (width <= 8) return BigInt.asUintN(width, BigInt(this.#bytes.byte()));
    if (width <= 64) return BigInt.asUintN(width, this.#bytes.bigSignedVarint());
    const words = this.#bytes.count('words of an integer');
    if (words > Math.ceil(width / 64))
      this.fail(`expected an integer of ${width} bits, but got ${words} words`);
    let value = 0n;
    for (let i = 0; i < words; i++) {
      value |= BigInt.asUintN(64, this.#bytes.bigSignedVarint()) << BigInt(64 * i);
    }
    return BigInt.asUintN(width, value);
  }

  string(): string {
    return this.#tables.string(this.#bytes.varint());
  }

  /** Bytes of the file itself, not a copy. */
  blob(): Uint8Array {
    return this.#bytes.take(this.#bytes.varint());
  }

  bool(): boolean {
    return this.#bytes.byte() !== 0;
  }

  /** The name of a resource. */
  resource(): string {
    return this.#tables.resource(this.#bytes.varint());
  }
}
