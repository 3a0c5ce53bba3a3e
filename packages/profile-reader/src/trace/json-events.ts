import { ProfileError } from '../profile-error.ts';

const [QUOTE, BACKSLASH, COLON, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [
  0x22, 0x5c, 0x3a, 0x7b, 0x7d, 0x5b, 0x5d,
];

/** The longest event; what is longer is no trace. */
const LONGEST_EVENT = 1 << 24;

/** The key of the list of events, where the file is an object. */
const EVENTS = 'traceEvents';

/** Finds the events of a Chrome trace in chunks of its text, one at a time: the file is never parsed as a whole. */
export class JsonEvents {
  readonly #name: string;
  readonly #visit: (event: unknown) => void;
  readonly #decoder = new TextDecoder();
  /** Bytes before the present chunk. */
  #before = 0;
  #depth = 0;
  /** The depth of the list of events; 0 before it begins. */
  #listDepth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Where the last string outside of events began, in {@link #key}; a key of the outermost object. */
  #key = '';
  #hasKey = false;
  /** Parts of the present event that were in earlier chunks; `null` outside of events. */
  #event: Uint8Array[] | null = null;
  #eventBytes = 0;
  count = 0;

  constructor(name: string, visit: (event: unknown) => void) {
    this.#name = name;
    this.#visit = visit;
  }

  /** Takes the next bytes of the file. @throws ProfileError */
  push(chunk: Uint8Array): void {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (this.#isInString) {
        this.#inString(byte);
        continue;
      }
      if (byte === QUOTE) {
        this.#isInString = true;
        if (this.#event === null && this.#depth === 1) [this.#key, this.#hasKey] = ['', false];
      } else if (byte === OPEN || byte === OPEN_LIST) {
        const isEvent = this.#listDepth > 0 && this.#depth === this.#listDepth && byte === OPEN;
        this.#begin(byte, at);
        if (isEvent) {
          this.#event = [];
          this.#eventBytes = 0;
          start = at;
        }
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        this.#depth -= 1;
        if (this.#depth < 0) this.#fail(at, 'a bracket closes that was not opened');
        if (this.#event !== null && this.#depth === this.#listDepth)
          this.#emit(chunk.subarray(start, at + 1), at);
        else if (this.#depth < this.#listDepth) this.#listDepth = 0;
      } else if (byte === COLON && this.#depth === 1) this.#hasKey = true;
      else if (this.#depth === 0 && byte > 0x20 && !this.#isMark(byte, at)) this.#fail(at, 'it is no JSON');
    }
    if (this.#event !== null) {
      // The chunk may be used again.
      const rest = chunk.slice(start);
      this.#event.push(rest);
      this.#eventBytes += rest.length;
      if (this.#eventBytes > LONGEST_EVENT) this.#fail(chunk.length, 'an event has more than 16 MiB');
    }
    this.#before += chunk.length;
  }

  /** Ends the file. @throws ProfileError */
  end(): void {
    if (this.#depth > 0) this.#fail(0, 'the file ends within the trace: it was cut off');
  }

  #inString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
    else if (
      this.#event === null &&
      this.#depth === 1 &&
      !this.#hasKey &&
      this.#key.length < EVENTS.length + 1
    )
      this.#key += String.fromCharCode(byte);
  }

  #begin(byte: number, at: number): void {
    const isList = byte === OPEN_LIST;
    if (isList && this.#listDepth === 0 && (this.#depth === 0 || (this.#depth === 1 && this.#key === EVENTS)))
      this.#listDepth = this.#depth + 1;
    this.#depth += 1;
    if (this.#depth > DEEPEST) this.#fail(at, `values are nested deeper than ${DEEPEST} levels`);
  }

  #emit(last: Uint8Array, at: number): void {
    const parts = this.#event ?? [];
    const text =
      parts.map((own) => this.#decoder.decode(own, { stream: true })).join('') + this.#decoder.decode(last);
    this.#event = null;
    this.count += 1;
    let event: unknown;
    try {
      event = JSON.parse(text);
    } catch {
      this.#fail(at, 'an event that ends here is no JSON');
    }
    this.#visit(event);
  }

  /** Separators, and the mark of UTF-8 at the beginning. */
  #isMark(byte: number, at: number): boolean {
    return byte === 0x2c || (this.#before + at < 3 && (byte === 0xef || byte === 0xbb || byte === 0xbf));
  }

  #fail(at: number, cause: string): never {
    throw new ProfileError(
      `${this.#name}: byte ${this.#before + at}: ${cause}; give a trace as profilers write it: {"traceEvents": [...]}`,
    );
  }
}

/** Nesting of values; traces have four levels. */
const DEEPEST = 200;
