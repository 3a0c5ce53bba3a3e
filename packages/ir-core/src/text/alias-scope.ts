import { currentBudget } from '../budget/budget.ts';
import { limitMessage } from '../budget/limit-error.ts';
import { isInstance } from '../ir/attribute.ts';
import { Location } from '../ir/location.ts';
import type { TokenReader } from './token-reader.ts';

/** Characters that aliases may stand for, for each character of the text. */
const USUAL_EXPANSION = 64;

/** The meaning of a name. */
interface Entry<T> {
  readonly value: T;
  /** Nesting depth of its text. */
  readonly levels: number;
  /** Characters of its text with all aliases written out. */
  readonly length: number;
}

/**
 * The attribute or type aliases of a text, with how deep their texts nest and how long they are: a use nests as deep and is as
 * long, so that a short text can't stand for one that nobody can print.
 */
export class AliasScope<T> {
  readonly #reader: TokenReader;
  readonly #entries = new Map<string, Entry<T>>();

  constructor(reader: TokenReader) {
    this.#reader = reader;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Reads what a name stands for. */
  define(name: string, parse: () => T): void {
    const reader = this.#reader;
    const { depth, offset, aliasText } = reader;
    reader.deepest = depth;
    const value = parse();
    const length = reader.offset - offset + (reader.aliasText - aliasText);
    this.#entries.set(name, { value, levels: reader.deepest - depth, length });
    // It counts where it is used.
    reader.aliasText = aliasText;
  }

  /** Returns the meaning of a name where it is used. */
  use(name: string): T | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    const reader = this.#reader;
    reader.checkDepth(entry.levels);
    // Locations are printed as aliases; only one that is much by itself is too much.
    const isLocation = isInstance(Location, entry.value);
    const most = currentBudget().limits['alias-text'];
    if (!isLocation) reader.aliasText += entry.length;
    const total = isLocation ? entry.length : reader.aliasText;
    if (total > Math.max(most, isLocation ? 0 : USUAL_EXPANSION * reader.source.text.length))
      reader.failSyntax(limitMessage('alias-text', 'aliases stand for', total, most));
    return entry.value;
  }
}
