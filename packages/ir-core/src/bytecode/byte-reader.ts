import { ParseFailure } from '../diagnostic/diagnostic.ts';
import { note } from '../diagnostic/diagnostic.ts';
import type { Location } from '../ir/location.ts';
import { decodeText } from '../text/utf8.ts';

/**
 * Reads a range of bytes with MLIR's variable-length integers. What is wrong stops with a {@link ParseFailure}
 * at the file's location.
 */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly location: Location;
  /** Offset of the next byte. */
  at: number;
  /** Offset after the last byte that belongs to what is being read. */
  end: number;
  /** Follows every message: who made the file. */
  origin = '';

  constructor(bytes: Uint8Array, location: Location) {
    this.bytes = bytes;
    this.location = location;
    this.at = 0;
    this.end = bytes.length;
  }

  /** @param remedy what to do, in a note. */
  fail(message: string, remedy: string | null = null): never {
    const { location } = this;
    const texts = [this.origin, remedy ?? ''].filter((text) => text !== '');
    const notes = texts.map((text) => note(location, text));
    throw new ParseFailure({ severity: 'error', message, location, notes });
  }

  /** Fails for want of bytes. */
  failShort(message: string): never {
    return this.fail(message, 'the file is cut off or damaged: copy it or write it again');
  }

  get remaining(): number {
    return this.end - this.at;
  }

  byte(): number {
    if (this.at >= this.end) this.failShort('attempting to parse a byte at the end of the bytecode');
    return this.bytes[this.at++]!;
  }

  /** A view of the next bytes. */
  take(length: number): Uint8Array {
    if (length > this.end - this.at) {
      this.failShort(`attempting to parse ${length} bytes when only ${this.end - this.at} remain`);
    }
    const start = this.at;
    this.at += length;
    return this.bytes.subarray(start, this.at);
  }

  /** An unsigned integer below 2^53. */
  varint(): number {
    const { bytes, at } = this;
    if (at >= this.end) this.failShort('attempting to parse a byte at the end of the bytecode');
    const first = bytes[at]!;
    if ((first & 1) === 1) {
      this.at = at + 1;
      return first >> 1;
    }
    if ((first & 2) === 2 && at + 1 < this.end) {
      this.at = at + 2;
      return (first >> 2) | (bytes[at + 1]! << 6);
    }
    if ((first & 4) === 4 && at + 2 < this.end) {
      this.at = at + 3;
      return (first >> 3) | (bytes[at + 1]! << 5) | (bytes[at + 2]! << 13);
    }
    const value = this.bigVarint();
    if (value > Number.MAX_SAFE_INTEGER) this.fail(`expected a number below 2^53, but found ${value}`);
    return Number(value);
  }

  /** An unsigned integer of 64 bits. */
  bigVarint(): bigint {
    const first = this.byte();
    if (first === 0) return this.#littleEndian(this.take(8));
    const extra = 31 - Math.clz32(first & -first);
    const bytes = this.take(extra);
    return ((this.#littleEndian(bytes) << 8n) | BigInt(first)) >> BigInt(extra + 1);
  }

  #littleEndian(bytes: Uint8Array): bigint {
    let value = 0n;
    for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]!);
    return value;
  }

  /** A signed integer whose absolute value is below 2^52. */
  signedVarint(): number {
    if (this.at < this.end && (this.bytes[this.at]! & 1) === 1) {
      const value = this.bytes[this.at++]! >> 1;
      return (value & 1) === 1 ? -((value + 1) / 2) : value / 2;
    }
    const value = this.bigSignedVarint();
    if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) {
      this.fail(`expected a number within 2^53, but found ${value}`);
    }
    return Number(value);
  }

  /** A signed integer of 64 bits. */
  bigSignedVarint(): bigint {
    const value = this.bigVarint();
    return (value >> 1n) ^ -(value & 1n);
  }

  /** The number of things that follow, each of at least one byte. */
  count(what: string): number {
    const count = this.varint();
    if (count > this.end - this.at) {
      this.failShort(`expected ${count} ${what}, but only ${this.end - this.at} bytes remain`);
    }
    return count;
  }

  /** Text up to a zero byte. */
  cString(): string {
    const { bytes, at } = this;
    const end = bytes.indexOf(0, at);
    if (end < 0 || end >= this.end) {
      this.failShort('malformed null-terminated string, no null character found');
    }
    this.at = end + 1;
    return decodeText(bytes.subarray(at, end));
  }
}
