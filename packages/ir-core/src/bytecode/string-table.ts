import { encodeText } from '../text/utf8.ts';
import type { ByteWriter } from './byte-writer.ts';

/** The strings of a file that is being written, each once, in the order of their first use. */
export class StringTable {
  readonly #numbers = new Map<string, number>();

  number(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) this.#numbers.set(text, (number = this.#numbers.size));
    return number;
  }

  /** Lengths stand in reverse: the reader finds each string from the end without another table. */
  write(writer: ByteWriter): void {
    const encoded = [...this.#numbers.keys()].map(encodeText);
    writer.varint(encoded.length);
    for (let i = encoded.length - 1; i >= 0; i--) writer.varint(encoded[i]!.length + 1);
    for (const bytes of encoded) {
      writer.append(bytes);
      writer.byte(0);
    }
  }
}
