import {
  type Block,
  type Context,
  type ModuleOp,
  type Operation,
  printOp,
  type Value,
  type ValueNaming,
} from '@shardform/ir-core';
import { type DocumentModel, valuesAt } from '@shardform/inspect';
import type { ValueId } from '../values/value-id.ts';
import type { StageValues } from '../values/value-identities.ts';

/** A text with the values that its names refer to. */
export interface StudyText {
  readonly text: string;
  /** Four numbers for each name of a value: where it begins and ends, the index of its value, and 1 for a definition. */
  readonly names: Int32Array;
  /** The values that occur in the text. */
  readonly values: readonly ValueId[];
}

/** Placeholders of names while a text is printed. */
const [USE, DEFINITION, END] = ['\u0001', '\u0002', '\u0003'];

/** More elements of a constant are not shown. */
const MOST_ELEMENTS = 32;

/** Prints a version of a program under the names that are given. */
export function printStage(
  module: ModuleOp,
  context: Context,
  values: StageValues,
  naming: ValueNaming,
): StudyText {
  const marked = new MarkedNames(values, naming);
  const text = printOp(module, context, {
    names: marked,
    elideElementsLimit: MOST_ELEMENTS,
    elideResourcesLimit: 2 * MOST_ELEMENTS,
  });
  return marked.unmark(text);
}

/** Names that leave a trace in the text from which their positions are read. */
class MarkedNames implements ValueNaming {
  readonly #values: StageValues;
  readonly #naming: ValueNaming;
  readonly #indices = new Map<Value, number>();
  readonly #ids: ValueId[] = [];

  constructor(values: StageValues, naming: ValueNaming) {
    this.#values = values;
    this.#naming = naming;
  }

  operand(value: Value): string {
    return `${USE}${this.#index(value)} ${this.#naming.operand(value)}${END}`;
  }

  block(block: Block): string {
    return this.#naming.block(block);
  }

  /** Each of `%a, %b:2` is a name of its own: that of the first of its results. */
  results(op: Operation): string {
    let first = 0;
    const marked = this.#naming
      .results(op)
      .split(', ')
      .map((text) => {
        const index = this.#index(op.results[first]!);
        first += Number(/:(\d+)$/.exec(text)?.[1] ?? 1);
        return `${DEFINITION}${index} ${text}${END}`;
      });
    return marked.join(', ');
  }

  /** Returns the text without traces, and what they tell. */
  unmark(marked: string): StudyText {
    const names: number[] = [];
    const defined = new Set<number>();
    let text = '';
    let from = 0;
    // The names are what stands between these characters, which no text of a program holds unescaped.
    for (const match of marked.matchAll(/([\u0001\u0002])(\d+) ([^\u0003]*)\u0003/g)) {
      const [all, kind, index, name] = match;
      text += marked.slice(from, match.index);
      from = match.index + all.length;
      const value = Number(index);
      // Arguments are defined where they stand first.
      const isDefinition = kind === DEFINITION || !defined.has(value);
      defined.add(value);
      names.push(text.length, text.length + name!.length, value, Number(isDefinition));
      text += name!;
    }
    return { text: text + marked.slice(from), names: Int32Array.from(names), values: this.#ids };
  }

  #index(value: Value): number {
    let index = this.#indices.get(value);
    if (index === undefined) {
      index = this.#ids.length;
      this.#indices.set(value, index);
      this.#ids.push(this.#values.idOf(value));
    }
    return index;
  }
}

/** Returns a text as it was typed, with its names. */
export function sourceText(model: DocumentModel, values: StageValues): StudyText {
  const names: number[] = [];
  const ids: ValueId[] = [];
  const indices = new Map<Value, number>();
  for (const token of model.names.tokens) {
    if (token.kind !== 'percent') continue;
    const value = valuesAt(model, token.start)?.values[0];
    if (value === undefined) continue;
    let index = indices.get(value);
    if (index === undefined) {
      indices.set(value, (index = ids.length));
      ids.push(values.idOf(value));
    }
    names.push(token.start, token.end, index, Number(token.isDefinition));
  }
  return { text: model.source.text, names: Int32Array.from(names), values: ids };
}
