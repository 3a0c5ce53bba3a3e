import { decodeText } from '../text/utf8.ts';
import type { ByteReader } from './byte-reader.ts';

/** The strings of a file; each is decoded when it is first asked for. */
export class FileStrings {
  readonly #reader: ByteReader;
  /** Offsets of the strings; the last number is the end of the last string. */
  readonly #starts: readonly number[];
  readonly #texts: string[] = [];

  /** Reads the section that `reader` stands at. */
  constructor(reader: ByteReader) {
    this.#reader = reader;
    const count = reader.count('strings');
    const starts = new Array<number>(count + 1);
    let end = reader.end;
    starts[count] = end;
    for (let i = count - 1; i >= 0; i--) {
      const length = reader.varint();
      if (length === 0 || length > end - reader.at)
        reader.fail(`string size exceeds the available data size`);
      end -= length;
      starts[i] = end;
    }
    if (end !== reader.at)
      reader.fail('unexpected trailing data between the offsets for strings and their data');
    this.#starts = starts;
  }

  get(index: number): string {
    let text = this.#texts[index];
    if (text !== undefined) return text;
    const start = this.#starts[index];
    const next = this.#starts[index + 1];
    if (start === undefined || next === undefined) return this.#reader.fail(`invalid string index: ${index}`);
    text = decodeText(this.#reader.bytes.subarray(start, next - 1));
    this.#texts[index] = text;
    return text;
  }
}
