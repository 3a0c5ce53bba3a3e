import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import type { ByteSource } from '../byte-source.ts';
import { ProfileError } from '../profile-error.ts';

/** Bytes that are read at once. */
const WINDOW = 1 << 20;

/** Numbers above are not exact as doubles. */
const HIGH_LIMIT = 1 << 21;

/** Reads protobuf messages from a source through a window of bytes. Positions are those of the source. */
export class Window {
  readonly source: ByteSource;
  #start = 0;
  #bytes: Uint8Array;
  #reader: BinaryReader;

  constructor(source: ByteSource) {
    this.source = source;
    this.#bytes = new Uint8Array(0);
    this.#reader = new BinaryReader(this.#bytes);
  }

  get position(): number {
    return this.#start + this.#reader.pos;
  }

  set position(position: number) {
    const within = position - this.#start;
    if (within >= 0 && within <= this.#bytes.length) this.#reader.pos = within;
    else this.#load(position, 0);
  }

  /** Stops with an error at the present position. */
  fail(cause: string): never {
    throw new ProfileError(
      `${this.source.name}: byte ${this.position}: ${cause}; record the profile again, or copy the file again if it was cut off`,
    );
  }

  /** Makes sure that the window has so many bytes from the present position on, as far as the source has them. */
  need(count: number): void {
    if (this.#reader.pos + count > this.#bytes.length) this.#load(this.position, count);
  }

  /** Consumes the tag of a field of the message that ends at `end`. */
  tag(end: number): [number, WireType] {
    this.need(10);
    const tag = this.#number();
    const wire = WIRES[tag % 8];
    const field = Math.floor(tag / 8);
    if (field < 1 || field > 0x1fff_ffff)
      return this.fail(`a field has the number ${field}, which protobuf does not have`);
    if (wire === undefined)
      return this.fail(`a field has wire type ${tag % 8}, which no message of a profile has`);
    if (this.position > end) return this.fail('a field is longer than the message around it');
    return [field, wire];
  }

  /** Consumes a number of the wire type `Varint`: exact up to 2^53, the nearest double above. Negative numbers are signed. */
  number(wire: WireType): number {
    this.#expect(wire, WireType.Varint);
    this.need(10);
    return this.#number();
  }

  /** Consumes a whole number of 64 bits as its digits. */
  digits(wire: WireType, isSigned: boolean): string {
    this.#expect(wire, WireType.Varint);
    this.need(10);
    const at = this.#reader.pos;
    const value = this.#number();
    if (Number.isSafeInteger(value) && (value >= 0 || isSigned)) return String(value);
    this.#reader.pos = at;
    return String(isSigned ? this.#reader.int64() : this.#reader.uint64());
  }

  /** Consumes a whole number of 64 bits. */
  bigint(wire: WireType): bigint {
    this.#expect(wire, WireType.Varint);
    this.need(10);
    return BigInt(this.#reader.int64());
  }

  /** Consumes a double. */
  double(wire: WireType): number {
    this.#expect(wire, WireType.Bit64);
    this.need(8);
    return this.#reader.double();
  }

  /** Consumes the length of a message, text or bytes within what ends at `end`, and returns its own end. */
  end(wire: WireType, end: number): number {
    this.#expect(wire, WireType.LengthDelimited);
    this.need(10);
    const length = this.#number();
    const own = this.position + length;
    if (length < 0 || own > end) return this.fail('a field is longer than the message around it');
    return own;
  }

  /** Consumes a text of at most `most` bytes; of a longer one the beginning. */
  text(wire: WireType, end: number, most = Infinity): string {
    const own = this.end(wire, end);
    const start = this.position;
    const text = DECODER.decode(this.bytes(start, Math.min(own - start, most)));
    this.position = own;
    return text;
  }

  /** Returns bytes of the source. The present position is at their beginning afterwards. */
  bytes(start: number, length: number): Uint8Array {
    this.position = start;
    this.need(length);
    const at = this.#reader.pos;
    return this.#bytes.subarray(at, at + length);
  }

  /** Passes over a field. */
  skip(wire: WireType, end: number): void {
    if (wire === WireType.Varint) this.number(wire);
    else if (wire === WireType.LengthDelimited) this.position = this.end(wire, end);
    else this.position += wire === WireType.Bit64 ? 8 : 4;
    if (this.position > end) this.fail('a field is longer than the message around it');
  }

  #expect(wire: WireType, expected: WireType): void {
    if (wire !== expected)
      this.fail(`a field has wire type ${wire}, expected ${expected}: this is no XSpace of a profile`);
  }

  /** Seven bits in each byte, the lowest first. */
  #number(): number {
    const bytes = this.#bytes;
    let at = this.#reader.pos;
    let [low, high, shift] = [0, 0, 0];
    for (; shift < 28; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) return this.fail('the file ends within a number');
      low |= (byte & 127) << shift;
      if (byte < 128) {
        this.#reader.pos = at;
        return low;
      }
    }
    const middle = bytes[at++];
    if (middle === undefined) return this.fail('the file ends within a number');
    low = (low | ((middle & 15) << 28)) >>> 0;
    high = (middle & 127) >> 4;
    let last = middle;
    for (shift = 3; last >= 128 && shift < 32; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) return this.fail('the file ends within a number');
      high = (high | ((byte & 127) << shift)) >>> 0;
      last = byte;
    }
    if (last >= 128) return this.fail('a number of more than 64 bits');
    this.#reader.pos = at;
    if (high < HIGH_LIMIT) return high * 2 ** 32 + low;
    // Two's complement.
    return high >= 2 ** 31 ? (high - 2 ** 32) * 2 ** 32 + low : high * 2 ** 32 + low;
  }

  #load(position: number, count: number): void {
    const { source } = this;
    if (position > source.size) {
      this.#reader.pos = this.#bytes.length;
      return this.fail('the file ends within a message');
    }
    const length = Math.min(source.size - position, Math.max(count, WINDOW));
    this.#start = position;
    this.#bytes = source.read(position, length);
    this.#reader = new BinaryReader(this.#bytes);
  }
}

const DECODER = new TextDecoder();

/** Wire types by their numbers; messages of profiles have no groups. */
const WIRES: readonly (WireType | undefined)[] = [
  ...[WireType.Varint, WireType.Bit64, WireType.LengthDelimited],
  ...[undefined, undefined, WireType.Bit32],
];
