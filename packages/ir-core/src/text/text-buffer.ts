import { currentBudget } from '../budget/budget.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** Characters of the hexadecimal digits. */
const HEX_DIGITS = encoder.encode('0123456789ABCDEF');

/** Longer pieces of text are copied by the platform, shorter ones character by character. */
const SHORT = 64;

/** Bytes that are collected before they become text. */
const CHUNK = 1 << 20;

/**
 * Text that grows at its end. A module is printed from millions of short pieces: as UTF-8 in one buffer they cost half of what
 * strings of strings do, which the garbage collector has to follow. A full buffer becomes a string and is used again, so that
 * a long text takes its own size and not that of a buffer beside it.
 */
export class TextBuffer {
  /** The text of full buffers, and its size in bytes. */
  #done = '';
  #doneBytes = 0;
  #bytes = new Uint8Array(1 << 12);
  #length = 0;
  /** Captures that are under way: their bytes are taken out again. */
  #captures = 0;

  write(text: string): void {
    const count = text.length;
    // No UTF-16 unit takes more than three bytes.
    if (this.#length + 3 * count > this.#bytes.length) this.#makeRoom(3 * count);
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
    if (this.#length + 2 * data.length > this.#bytes.length) this.#makeRoom(2 * data.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (const byte of data) {
      bytes[at++] = HEX_DIGITS[byte >> 4]!;
      bytes[at++] = HEX_DIGITS[byte & 15]!;
    }
    this.#length = at;
  }

  /** Returns what `body` writes, which is not kept. */
  capture(body: () => void): string {
    const start = this.#length;
    this.#captures++;
    try {
      body();
      return decoder.decode(this.#bytes.subarray(start, this.#length));
    } finally {
      this.#captures--;
      this.#length = start;
    }
  }

  /** All that was written. */
  toString(): string {
    return this.#done + this.#written();
  }

  #written(): string {
    return decoder.decode(this.#bytes.subarray(0, this.#length));
  }

  #encode(text: string): void {
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  #makeRoom(count: number): void {
    // Short pieces ask for three times what they take.
    currentBudget().check('output', 'the printed text is longer than', this.#doneBytes + this.#length);
    if (this.#length >= CHUNK / 2 && this.#captures === 0) this.#empty();
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(
      Math.max(2 * this.#length, needed, Math.min(2 * this.#bytes.length, CHUNK)),
    );
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }

  /** Makes text of the buffer; one that a long piece or a capture has made large is given up. */
  #empty(): void {
    this.#done += this.#written();
    this.#doneBytes += this.#length;
    this.#length = 0;
    if (this.#bytes.length > CHUNK) this.#bytes = new Uint8Array(CHUNK);
  }
}
