import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
import type { Attribute } from '../ir/attribute.ts';
import type { SourceText } from '../ir/location.ts';
import type { Entry } from './numbering-order.ts';

/**
 * The positions in one text that operations stand at, by offset. Operations mostly follow each other in the program as they do in
 * the text: one position is looked for right behind the one before, and nothing is hashed until that fails.
 */
export class TextPositions {
  readonly source: SourceText;
  readonly file: StringAttr;
  readonly #starts: number[] = [];
  readonly #entries: Entry<Attribute>[] = [];
  #largest = -1;
  /** Index of the position that was found last. */
  #last = 0;
  #indices: Map<number, number> | null = null;

  constructor(source: SourceText) {
    this.source = source;
    this.file = StringAttr.get(source.name);
  }

  find(start: number): Entry<Attribute> | null {
    if (start > this.#largest) return null;
    const starts = this.#starts;
    if (starts[this.#last] !== start) {
      const index = starts[this.#last + 1] === start ? this.#last + 1 : this.#indexOf(start);
      if (index === undefined) return null;
      this.#last = index;
    }
    return this.#entries[this.#last]!;
  }

  #indexOf(start: number): number | undefined {
    if (this.#indices === null) {
      const indices = new Map<number, number>();
      this.#starts.forEach((known, index) => indices.set(known, index));
      this.#indices = indices;
    }
    return this.#indices.get(start);
  }

  /** Adds a position that isn't there. */
  add(start: number, entry: Entry<Attribute>): void {
    this.#last = this.#starts.push(start) - 1;
    this.#entries.push(entry);
    this.#largest = Math.max(this.#largest, start);
    this.#indices?.set(start, this.#last);
  }
}
