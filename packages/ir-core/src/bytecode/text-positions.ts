import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
import type { Attribute } from '../ir/attribute.ts';
import { ParsedLoc, type SourceText } from '../ir/location.ts';
import type { NumberedDialect } from './entry-tables.ts';
import type { Entry } from './numbering-order.ts';

/** The location that an offset of a text is. It is made when it is asked for: most operations have one that nothing else has. */
export class PositionEntry implements Entry<Attribute> {
  readonly dialect: NumberedDialect;
  readonly source: SourceText;
  readonly start: number;
  references = 1;
  number = 0;

  constructor(dialect: NumberedDialect, source: SourceText, start: number) {
    this.dialect = dialect;
    this.source = source;
    this.start = start;
  }

  get value(): ParsedLoc {
    return new ParsedLoc(this.source, this.start);
  }
}

/**
 * The positions in one text that operations stand at, by offset. Operations mostly follow each other in the program as they do in
 * the text: nothing is hashed until an offset comes after a larger one.
 */
export class TextPositions {
  readonly source: SourceText;
  readonly file: StringAttr;
  readonly #dialect: NumberedDialect;
  readonly #entries: Entry<Attribute>[];
  #last: PositionEntry | null = null;
  #largest = -1;
  #byStart: Map<number, PositionEntry> | null = null;

  /** @param entries the list to which positions are added, with whatever else. */
  constructor(source: SourceText, dialect: NumberedDialect, entries: Entry<Attribute>[]) {
    this.source = source;
    this.file = StringAttr.get(source.name);
    this.#dialect = dialect;
    this.#entries = entries;
  }

  find(start: number): PositionEntry | null {
    if (start > this.#largest) return null;
    if (this.#last?.start === start) return this.#last;
    this.#byStart ??= this.#hashed();
    return this.#byStart.get(start) ?? null;
  }

  /** Adds a position that isn't there. */
  add(start: number): PositionEntry {
    const entry = new PositionEntry(this.#dialect, this.source, start);
    this.#last = entry;
    this.#largest = Math.max(this.#largest, start);
    this.#entries.push(entry);
    this.#byStart?.set(start, entry);
    return entry;
  }

  #hashed(): Map<number, PositionEntry> {
    const byStart = new Map<number, PositionEntry>();
    for (const entry of this.#entries)
      if (entry instanceof PositionEntry && entry.source === this.source) byStart.set(entry.start, entry);
    return byStart;
  }
}
