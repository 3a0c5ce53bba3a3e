import type { TokenReader } from './token-reader.ts';

/** The attribute or type aliases of a text, with how deep their texts nest: a use nests as deep. */
export class AliasScope<T> {
  readonly #reader: TokenReader;
  readonly #entries = new Map<string, { readonly value: T; readonly levels: number }>();

  constructor(reader: TokenReader) {
    this.#reader = reader;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Reads what a name stands for. */
  define(name: string, parse: () => T): void {
    const reader = this.#reader;
    const { depth } = reader;
    reader.deepest = depth;
    const value = parse();
    this.#entries.set(name, { value, levels: reader.deepest - depth });
  }

  /** What a name stands for where it is used. */
  use(name: string): T | undefined {
    const entry = this.#entries.get(name);
    if (entry !== undefined) this.#reader.checkDepth(entry.levels);
    return entry?.value;
  }
}
