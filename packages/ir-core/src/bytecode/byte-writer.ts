import { section } from './format.ts';
import { encodeText } from '../text/utf8.ts';

const U64 = (1n << 64n) - 1n;

/** Bytes that, with their number before them, are an integer that a number holds. */
const LONGEST_NUMBER = 5;

/** A growing array of bytes with MLIR's variable-length integers. */
export class ByteWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity = 64) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Returns the bytes written so far; valid until more are written. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  /** Returns what no other bytes have: they as a number, or many as a text. */
  key(): number | string {
    if (this.#length > LONGEST_NUMBER) return this.bytes().join();
    let key = this.#length;
    for (let i = 0; i < this.#length; i++) key = key * 256 + this.#bytes[i]!;
    return key;
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = value;
  }

  /** Overwrites a byte that was written before. */
  patch(at: number, value: number): void {
    this.#bytes[at] = value;
  }

  append(bytes: ArrayLike<number>): void {
    if (this.#length + bytes.length > this.#bytes.length) this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** UTF-8 and a zero byte. */
  cString(text: string): void {
    this.text(text);
    this.byte(0);
  }

  /** UTF-8. */
  text(text: string): void {
    this.append(encodeText(text));
  }

  /** An unsigned integer below 2^53. The zero bits at the end of the first byte count the bytes that follow. */
  varint(value: number): void {
    if (value < 0x80) {
      this.byte((value << 1) | 1);
      return;
    }
    if (this.#length + 9 > this.#bytes.length) this.#grow(9);
    const bytes = this.#bytes;
    if (value < 0x4000) {
      bytes[this.#length++] = (value << 2) | 2;
      bytes[this.#length++] = value >> 6;
    } else if (value < 0x200000) {
      bytes[this.#length++] = (value << 3) | 4;
      bytes[this.#length++] = value >> 5;
      bytes[this.#length++] = value >> 13;
    } else if (value < 0x10000000) {
      bytes[this.#length++] = (value << 4) | 8;
      bytes[this.#length++] = value >> 4;
      bytes[this.#length++] = value >> 12;
      bytes[this.#length++] = value >> 20;
    } else this.bigVarint(BigInt(value));
  }

  /** An integer whose lowest bit says something else. */
  flagged(value: number, flag: boolean): void {
    this.varint(value * 2 + (flag ? 1 : 0));
  }

  /** An unsigned integer of 64 bits. */
  bigVarint(value: bigint): void {
    let count = 1;
    while (count < 9 && value >> BigInt(7 * count) !== 0n) count++;
    if (count === 9) {
      this.byte(0);
      this.#littleEndian(value, 8);
    } else this.#littleEndian(((value << 1n) | 1n) << BigInt(count - 1), count);
  }

  /** A signed integer of 64 bits: its sign moves to the lowest bit. */
  signedVarint(value: number | bigint): void {
    if (typeof value === 'number' && value > -0x20000000 && value < 0x20000000) {
      this.varint(value < 0 ? -2 * value - 1 : 2 * value);
      return;
    }
    const wide = BigInt(value);
    this.bigVarint(((wide << 1n) ^ (wide >> 63n)) & U64);
  }

  #littleEndian(value: bigint, count: number): void {
    let rest = value;
    for (let i = 0; i < count; i++, rest >>= 8n) this.byte(Number(rest & 0xffn));
  }

  /** Writes a section: its id, its length and what `write` adds. */
  section(id: number, write: () => void): void {
    this.byte(id);
    const start = this.#length;
    write();
    this.#insertLength(start);
  }

  /** Writes a nested region section; the end is told with {@link ByteWriter.endSection}. */
  beginSection(id: number = section.ir): number {
    this.byte(id);
    return this.#length;
  }

  /** @param start what {@link ByteWriter.beginSection} returned. */
  endSection(start: number): void {
    this.#insertLength(start);
  }

  // The length stands before the contents and its own size depends on it, so the contents move.
  #insertLength(start: number): void {
    const end = this.#length;
    this.varint(end - start);
    const size = this.#length - end;
    const length = this.#bytes.slice(end, end + size);
    this.#bytes.copyWithin(start + size, start, end);
    this.#bytes.set(length, start);
  }

  #grow(extra: number): void {
    const grown = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + extra));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
