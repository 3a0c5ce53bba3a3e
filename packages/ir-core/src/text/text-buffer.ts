import { currentBudget } from '../budget/budget.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** Characters of the hexadecimal digits. */
const HEX_DIGITS = encoder.encode('0123456789ABCDEF');

/** Longer pieces of text are copied by the platform, shorter ones character by character. */
const SHORT = 64;

/**
 * Text that grows at its end, as UTF-8. A module is printed from millions of short pieces: bytes of one buffer
 * cost half of what strings of strings do, which the garbage collector has to follow.
 */
export class TextBuffer {
  #bytes = new Uint8Array(1 << 12);
  #length = 0;

  /** Number of bytes written; a mark for {@link TextBuffer.take}. */
  get length(): number {
    return this.#length;
  }

  write(text: string): void {
    const count = text.length;
    // No UTF-16 unit takes more than three bytes.
    if (this.#length + 3 * count > this.#bytes.length) this.#grow(3 * count);
    if (count > SHORT) {
      this.#encode(text);
      return;
    }
    const bytes = this.#bytes;
    const start = this.#length;
    for (let i = 0; i < count; i++) {
      const code = text.charCodeAt(i);
      if (code >= 128) {
        this.#encode(text);
        return;
      }
      bytes[start + i] = code;
    }
    this.#length = start + count;
  }

  /** Two upper-case hexadecimal digits for each byte. */
  writeHex(data: Uint8Array): void {
    if (this.#length + 2 * data.length > this.#bytes.length) this.#grow(2 * data.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (const byte of data) {
      bytes[at++] = HEX_DIGITS[byte >> 4]!;
      bytes[at++] = HEX_DIGITS[byte & 15]!;
    }
    this.#length = at;
  }

  /** Removes what was written after `mark` and returns it. */
  take(mark: number): string {
    const text = decoder.decode(this.#bytes.subarray(mark, this.#length));
    this.#length = mark;
    return text;
  }

  /** All that was written. */
  toString(): string {
    return decoder.decode(this.#bytes.subarray(0, this.#length));
  }

  #encode(text: string): void {
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  #grow(count: number): void {
    const needed = this.#length + count;
    // Short pieces ask for three times what they take.
    currentBudget().check('output', 'the printed text is longer than', this.#length);
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, needed));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
