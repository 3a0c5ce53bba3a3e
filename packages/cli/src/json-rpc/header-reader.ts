import type { Readable } from 'node:stream';
import {
  AbstractMessageReader,
  type DataCallback,
  type Disposable,
  ErrorCodes,
  type MessageReader,
} from 'vscode-jsonrpc/node';
import { LONGEST_MESSAGE } from './longest-message.ts';
import type { MessageGate } from './message-gate.ts';

/** Bytes of the headers of a message. */
const LONGEST_HEADERS = 2 ** 16;
const END = '\r\n\r\n';
const LENGTH = /content-length[ \t]*:[ \t]*([^\r\n]*)/gi;

/**
 * Reads messages behind headers, as the Language Server Protocol frames them. Headers that are malformed are answered, and
 * reading goes on where the next ones are found.
 */
export class HeaderMessageReader extends AbstractMessageReader implements MessageReader {
  readonly #input: Readable;
  readonly #gate: MessageGate;
  #chunks: Buffer[] = [];
  #length = 0;
  /** Bytes of the message whose headers have been read; `null` while headers are read. */
  #expected: number | null = null;

  constructor(input: Readable, gate: MessageGate) {
    super();
    this.#input = input;
    this.#gate = gate;
  }

  listen(callback: DataCallback): Disposable {
    const onData = (chunk: Buffer | string): void => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      this.#chunks.push(bytes);
      this.#length += bytes.length;
      while (this.#next(callback));
    };
    const onEnd = (): void => this.fireClose();
    this.#input.on('data', onData).on('end', onEnd).on('error', onEnd);
    return { dispose: () => void this.#input.off('data', onData).off('end', onEnd).off('error', onEnd) };
  }

  /** Reads headers or a message; returns false if more bytes are required. */
  #next(callback: DataCallback): boolean {
    if (this.#expected === null) return this.#readHeaders();
    if (this.#length < this.#expected) return false;
    const text = this.#take(this.#expected).toString('utf8');
    this.#expected = null;
    this.#gate.take(text, callback);
    return true;
  }

  #readHeaders(): boolean {
    const bytes = this.#all();
    const end = bytes.indexOf(END);
    if (end < 0) {
      if (bytes.length <= LONGEST_HEADERS) return false;
      // The last bytes may be the beginning of headers.
      this.#take(bytes.length - LONGEST_HEADERS / 2);
      this.#refuse(`there are more than ${LONGEST_HEADERS} bytes of them`);
      return false;
    }
    const headers = this.#take(end + END.length).toString('latin1');
    // Preceding bytes are the rest of a message that was longer than its headers stated.
    const found = [...headers.matchAll(LENGTH)];
    const value = found.at(-1)?.[1]?.trim();
    if (value === undefined) this.#refuse("'Content-Length' is missing");
    else if (!/^\d{1,15}$/.test(value))
      this.#refuse(`'Content-Length' is no number of bytes: ${value.slice(0, 40)}`);
    else if (Number(value) > LONGEST_MESSAGE)
      this.#gate.refuse(
        `the message is longer than ${LONGEST_MESSAGE} bytes: ${value}`,
        ErrorCodes.InvalidRequest,
      );
    else {
      if (found.length > 1 || !isClean(headers)) this.#refuse('there is something else between them');
      this.#expected = Number(value);
    }
    return true;
  }

  #refuse(problem: string): void {
    this.#gate.refuse(`the headers of a message can't be read: ${problem}`);
  }

  /** All bytes received so far, concatenated. */
  #all(): Buffer {
    const bytes = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#chunks = [bytes];
    return bytes;
  }

  #take(count: number): Buffer {
    const bytes = this.#all();
    this.#chunks = [bytes.subarray(count)];
    this.#length = bytes.length - count;
    return bytes.subarray(0, count);
  }
}

function isClean(headers: string): boolean {
  return headers
    .slice(0, -END.length)
    .split('\r\n')
    .every((line) => /^[A-Za-z-]+[ \t]*:/.test(line));
}
