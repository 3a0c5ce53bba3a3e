import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { HloError } from '../hlo-error.ts';

/** The deepest nesting of messages. */
const DEEPEST_NESTING = 100;

/** Messages of more bytes than these are not looked up among the known ones. */
const LONGEST_CACHED = 512;

/** Reads fields of messages; equal short messages of a kind give the same object. */
export class WireReader extends BinaryReader {
  readonly bytesOfFile: Uint8Array;
  readonly #known = new Map<unknown, Map<string, unknown>>();
  #depth = 0;

  constructor(bytes: Uint8Array) {
    super(bytes);
    this.bytesOfFile = bytes;
  }

  /** Stops with an error at the present place. */
  fail(message: string): never {
    throw new HloError(`${message} (byte ${this.pos})`);
  }

  /** Consumes a varint as a signed number; one that numbers do not hold exactly is the nearest one. */
  varint(): number {
    const byte = this.bytesOfFile[this.pos];
    if (byte !== undefined && byte < 128) {
      this.pos++;
      return byte;
    }
    return Number(this.int64());
  }

  /** Consumes a varint that numbers hold exactly. */
  integer(): number {
    const value = this.varint();
    return Number.isSafeInteger(value)
      ? value
      : this.fail(`number ${value} is out of the range that is read`);
  }

  /** Consumes the length of a message or list, and returns its end. */
  end(limit: number): number {
    const length = this.uint32();
    const end = this.pos + length;
    return end > limit ? this.fail('a field is longer than the message around it') : end;
  }

  /** Consumes a message, of which equal ones are the same object. */
  cached<T>(decode: Decode<T>, end: number): T {
    if (end - this.pos > LONGEST_CACHED) return decode(this, end);
    const key = String.fromCharCode(...this.bytesOfFile.subarray(this.pos, end));
    let known = this.#known.get(decode);
    if (known === undefined) {
      known = new Map<string, unknown>();
      this.#known.set(decode, known);
    }
    if (known.has(key)) {
      this.pos = end;
      // Entries of this map are results of this decoder.
      return known.get(key) as T;
    }
    const value = decode(this, end);
    known.set(key, value);
    return value;
  }

  /** Calls a decoder one level deeper. */
  nested<T>(decode: Decode<T>, end: number): T {
    if (++this.#depth > DEEPEST_NESTING)
      this.fail(`messages are nested deeper than ${DEEPEST_NESTING} levels`);
    const value = decode(this, end);
    this.#depth--;
    return value;
  }
}

/** Reads a message up to its end. */
export type Decode<T> = (reader: WireReader, end: number) => T;

/** Reads a field into its message. `end` is the end of the message. */
export type Field<T> = (target: T, reader: WireReader, wire: WireType, end: number) => void;

/** Returns a decoder of a message by its fields' numbers; fields of other numbers are skipped. */
export function message<T>(create: () => T, fields: Readonly<Record<number, Field<T>>>): Decode<T> {
  return (reader, end) =>
    reader.nested(() => {
      const target = create();
      while (reader.pos < end) {
        const [number, wire] = reader.tag();
        const field = fields[number];
        if (field !== undefined) field(target, reader, wire, end);
        else if (wire === WireType.StartGroup || wire === WireType.EndGroup)
          reader.fail('a group, which no message has');
        else reader.skip(wire, number);
      }
      return reader.pos === end ? target : reader.fail('a field is longer than the message around it');
    }, end);
}

/** Returns a decoder that changes the result of another one. */
export function mapped<T, U>(decode: Decode<T>, change: (value: T, reader: WireReader) => U): Decode<U> {
  return (reader, end) => change(decode(reader, end), reader);
}

/** Returns a decoder that gives the same object for equal bytes. */
export function cached<T>(decode: Decode<T>): Decode<T> {
  return (reader, end) => reader.cached(decode, end);
}

function check(reader: WireReader, wire: WireType, expected: WireType): void {
  if (wire !== expected) reader.fail(`a field has wire type ${wire}, expected ${expected}`);
}

/** A field of a whole number. */
export function integer<K extends string>(key: K): Field<Partial<Record<K, number>>> {
  return (target, reader, wire) => {
    check(reader, wire, WireType.Varint);
    const value: Partial<Record<string, number>> = target;
    value[key] = reader.integer();
  };
}

/** A field of a list of whole numbers, of which each occurrence has one or many. */
export function integers<K extends string>(key: K): Field<Partial<Record<K, number[]>>> {
  return list(key, (reader) => reader.integer());
}

/** A field of a list of numbers that each have a reader. */
export function list<K extends string, V>(
  key: K,
  read: (reader: WireReader) => V,
  elementWire = WireType.Varint,
): Field<Partial<Record<K, V[]>>> {
  return (target, reader, wire, end) => {
    const lists: Partial<Record<string, V[]>> = target;
    const values = (lists[key] ??= []);
    if (wire !== WireType.LengthDelimited) {
      check(reader, wire, elementWire);
      values.push(read(reader));
      return;
    }
    const last = reader.end(end);
    while (reader.pos < last) values.push(read(reader));
    if (reader.pos !== last) reader.fail('a number is longer than the list around it');
  };
}

/** A field of a boolean. */
export function boolean<K extends string>(key: K): Field<Partial<Record<K, boolean>>> {
  return (target, reader, wire) => {
    check(reader, wire, WireType.Varint);
    const value: Partial<Record<string, boolean>> = target;
    value[key] = reader.bool();
  };
}

/** A field of text. */
export function text<K extends string>(key: K): Field<Partial<Record<K, string>>> {
  return (target, reader, wire, end) => {
    const value: Partial<Record<string, string>> = target;
    value[key] = readText(reader, wire, end);
  };
}

/** Consumes a text. */
export function readText(reader: WireReader, wire: WireType, end: number): string {
  check(reader, wire, WireType.LengthDelimited);
  const start = reader.pos;
  reader.end(end);
  reader.pos = start;
  return reader.string();
}

/** A field of a list of texts. */
export function texts<K extends string>(key: K): Field<Partial<Record<K, string[]>>> {
  return (target, reader, wire, end) => {
    const lists: Partial<Record<string, string[]>> = target;
    (lists[key] ??= []).push(readText(reader, wire, end));
  };
}

/** A field of one message. */
export function one<K extends string, V>(key: K, decode: () => Decode<V>): Field<Partial<Record<K, V>>> {
  return (target, reader, wire, end) => {
    check(reader, wire, WireType.LengthDelimited);
    const value: Partial<Record<string, V>> = target;
    value[key] = decode()(reader, reader.end(end));
  };
}

/** A field of a list of messages. */
export function many<K extends string, V>(key: K, decode: () => Decode<V>): Field<Partial<Record<K, V[]>>> {
  return (target, reader, wire, end) => {
    check(reader, wire, WireType.LengthDelimited);
    const lists: Partial<Record<string, V[]>> = target;
    (lists[key] ??= []).push(decode()(reader, reader.end(end)));
  };
}

/** A field of a number of an enumeration, as the name that the number has. */
export function named<K extends string, V extends string>(
  key: K,
  names: Readonly<Partial<Record<number, V>>>,
): Field<Partial<Record<K, V>>> {
  return (target, reader, wire) => {
    check(reader, wire, WireType.Varint);
    const value: Partial<Record<string, V>> = target;
    const number = reader.integer();
    const name = names[number];
    // Numbers without a name are those that stand for no value.
    if (name !== undefined) value[key] = name;
  };
}

/** A field of a list of numbers of an enumeration, as the names that they have. */
export function names<K extends string, V extends string>(
  key: K,
  known: Readonly<Partial<Record<number, V>>>,
): Field<Partial<Record<K, V[]>>> {
  return list(key, (reader) => {
    const number = reader.integer();
    return known[number] ?? reader.fail(`number ${number} of '${key}' is not known`);
  });
}

/** A field of a number of 32 bits with a fraction, as the shortest one that is written for it. */
export function float<K extends string>(key: K): Field<Partial<Record<K, number>>> {
  return (target, reader, wire) => {
    check(reader, wire, WireType.Bit32);
    const value: Partial<Record<string, number>> = target;
    value[key] = shortest(reader.float());
  };
}

/** Returns the number of fewest digits that has the same nearest number of 32 bits. */
function shortest(value: number): number {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** A field of a number of 64 bits with a fraction. */
export function double<K extends string>(key: K): Field<Partial<Record<K, number>>> {
  return (target, reader, wire) => {
    check(reader, wire, WireType.Bit64);
    const value: Partial<Record<string, number>> = target;
    value[key] = reader.double();
  };
}

/** A map of texts. */
export function textMap(): Decode<Map<string, string>> {
  const entry = message<{ key?: string; value?: string }>(() => ({}), { 1: text('key'), 2: text('value') });
  return message(() => new Map<string, string>(), {
    1: (target, reader, wire, end) => {
      check(reader, wire, WireType.LengthDelimited);
      const { key = '', value = '' } = entry(reader, reader.end(end));
      target.set(key, value);
    },
  });
}
