import type { ChangeDesc } from '@codemirror/state';
import { type ShardingChip, sourceId, type ValueId } from '@shardform/study';
import type { StageText } from '../compiler/messages.ts';

/** The name of a value in a text. */
export interface NameInText {
  readonly from: number;
  readonly to: number;
  readonly id: ValueId;
  readonly isDefinition: boolean;
  readonly chip: ShardingChip | null;
}

/** Numbers for each name: where it begins and ends, the index of its value, and 1 for a definition. */
const FIELDS = 4;

type TextWithNames = Pick<StageText, 'names' | 'ids' | 'chips' | 'chipOf' | 'isCompiled' | 'inlined'>;

/** The names of values in a text, in its order: a large program has a hundred thousand. */
export class NameTable {
  static readonly empty = new NameTable({
    names: new Int32Array(0),
    ids: [],
    chips: [],
    chipOf: new Int32Array(0),
    isCompiled: false,
    inlined: new Map(),
  });
  readonly #names: Int32Array;
  readonly #text: Omit<TextWithNames, 'names'>;

  constructor({ names, ...text }: TextWithNames) {
    this.#names = names;
    this.#text = text;
  }

  /** The name at a position, its end included; of two adjacent ones the second. */
  at(position: number): NameInText | null {
    const last = this.#after(position) - 1;
    for (let i = last; i >= Math.max(0, last - 1); i--)
      if (this.#names[i * FIELDS + 1]! >= position) return this.#name(i);
    return null;
  }

  /** The names in a range of the text. */
  *between(from: number, to: number): Generator<NameInText> {
    const { length } = this.#names;
    for (let i = Math.max(0, this.#after(from) - 1); i * FIELDS < length; i++) {
      if (this.#names[i * FIELDS]! > to) return;
      if (this.#names[i * FIELDS + 1]! >= from) yield this.#name(i);
    }
  }

  /** The position of a value's definition; `null` if the text has none. */
  definitionOf(id: ValueId): number | null {
    const value = this.#text.ids.indexOf(this.#text.inlined.get(id) ?? id);
    if (value === -1) return null;
    for (let i = 0; i < this.#names.length; i += FIELDS)
      if (this.#names[i + 2] === value && this.#names[i + 3] === 1) return this.#names[i]!;
    return null;
  }

  /** Returns whether a value is another one, or a copy of it, such as of an inlined function, or implements it. */
  isOf(id: ValueId, selected: ValueId): boolean {
    const { inlined, isCompiled } = this.#text;
    if (id === selected || id === inlined.get(selected)) return true;
    return (isCompiled || id.includes('~')) && sourceId(id) === selected;
  }

  /** The position of the first definition of what implements a value; `null` for none. */
  implementationOf(id: ValueId): number | null {
    if (!this.#text.isCompiled) return null;
    const own = this.#text.ids.find((other) => this.isOf(other, id));
    return own === undefined ? null : this.definitionOf(own);
  }

  /** The values that the text defines, in its order. */
  defined(): ValueId[] {
    const found: ValueId[] = [];
    for (let i = 0; i < this.#names.length; i += FIELDS)
      if (this.#names[i + 3] === 1) found.push(this.#text.ids[this.#names[i + 2]!]!);
    return found;
  }

  /** The names after a change of the text; those that it touches are gone. */
  map(changes: ChangeDesc): NameTable {
    if (changes.empty) return this;
    const names = new Int32Array(this.#names.length);
    let length = 0;
    let next = 0;
    let shift = 0;
    const copyUntil = (end: number): void => {
      for (; next < this.#names.length && this.#names[next + 1]! < end; next += FIELDS) {
        names[length] = this.#names[next]! + shift;
        names[length + 1] = this.#names[next + 1]! + shift;
        names[length + 2] = this.#names[next + 2]!;
        names[length + 3] = this.#names[next + 3]!;
        length += FIELDS;
      }
    };
    changes.iterChangedRanges((fromA, toA, _fromB, toB) => {
      copyUntil(fromA);
      while (next < this.#names.length && this.#names[next]! <= toA) next += FIELDS;
      shift = toB - toA;
    });
    copyUntil(Infinity);
    return new NameTable({ names: names.subarray(0, length), ...this.#text });
  }

  /** The number of names that begin at a position or before it. */
  #after(position: number): number {
    let [low, high] = [0, this.#names.length / FIELDS];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#names[middle * FIELDS]! <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #name(index: number): NameInText {
    const at = index * FIELDS;
    const value = this.#names[at + 2]!;
    const { ids, chips, chipOf } = this.#text;
    const chip = chipOf[value]!;
    return {
      from: this.#names[at]!,
      to: this.#names[at + 1]!,
      id: ids[value]!,
      isDefinition: this.#names[at + 3] === 1,
      chip: chip < 0 ? null : chips[chip]!,
    };
  }
}
