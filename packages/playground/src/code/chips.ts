import { type EditorState, Facet, type Range } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import type { ShardingChip } from '@shardform/study';
import { h, render } from 'preact';
import { Chip } from '../parts/chip.tsx';
import { nameField, setNames } from './value-names.ts';

/** Whether shardings are drawn as chips; otherwise their attributes are text. */
export const chipsShown = Facet.define<boolean, boolean>({ combine: (given) => given.at(-1) ?? true });

class ChipWidget extends WidgetType {
  readonly #chip: ShardingChip;

  constructor(chip: ShardingChip) {
    super();
    this.#chip = chip;
  }

  override eq(other: ChipWidget): boolean {
    return other.#chip.text === this.#chip.text;
  }

  override toDOM(): HTMLElement {
    const host = document.createElement('span');
    render(h(Chip, { chip: this.#chip }), host);
    return host;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** Draws the shardings of values at their definitions and hides the attributes that say the same. */
export const chips = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = chipDecorations(view);
    }

    update(update: ViewUpdate): void {
      const isNew = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(setNames)));
      const isToggled = update.startState.facet(chipsShown) !== update.state.facet(chipsShown);
      if (update.docChanged || update.viewportChanged || update.selectionSet || isNew || isToggled)
        this.decorations = chipDecorations(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function chipDecorations(view: EditorView): DecorationSet {
  const { state, visibleRanges } = view;
  if (!state.facet(chipsShown)) return Decoration.none;
  const names = state.field(nameField);
  const found: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges) {
    for (const { to: end, isDefinition, chip } of names.between(from, to))
      if (isDefinition && chip !== null)
        found.push(Decoration.widget({ widget: new ChipWidget(chip), side: 1 }).range(end));
    for (const [start, end] of attributeRanges(state, from, to))
      if (!isEdited(state, start, end)) found.push(Decoration.replace({}).range(start, end));
  }
  return Decoration.set(found, true);
}

/** The text that is being written stays visible. */
function isEdited(state: EditorState, from: number, to: number): boolean {
  if (state.readOnly) return false;
  const { head } = state.selection.main;
  return state.doc.lineAt(from).from <= head && head <= state.doc.lineAt(to).to && head >= from && head <= to;
}

const ATTRIBUTE = /sdy\.sharding = #sdy\.sharding(?:_per_value)?</g;

/** The ranges of sharding attributes, with the comma or the braces that only they need. */
function attributeRanges(state: EditorState, from: number, to: number): [number, number][] {
  const start = state.doc.lineAt(from).from;
  const text = state.sliceDoc(start, state.doc.lineAt(to).to);
  const ranges: [number, number][] = [];
  for (const { index, 0: head } of text.matchAll(ATTRIBUTE)) {
    const end = closing(text, index + head.length);
    if (end === null) continue;
    let [first, last] = [index, end];
    if (text.startsWith(', ', last)) last += 2;
    else if (text.endsWith(', ', first) || text.slice(0, first).endsWith(', ')) first -= 2;
    else if (text[first - 1] === '{' && text[last] === '}') {
      first -= text[first - 2] === ' ' ? 2 : 1;
      last += 1;
    }
    ranges.push([start + first, start + last]);
  }
  return ranges;
}

/** The position after the bracket that closes an open one; `null` if there is none in the text. */
function closing(text: string, from: number): number | null {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = /"(?:[^"\\\n]|\\.)*"/y;
      end.lastIndex = at;
      const match = end.exec(text);
      if (match === null) return null;
      at += match[0].length - 1;
    } else if (character === '<') depth++;
    else if (character === '>' && --depth === 0) return at + 1;
    else if (character === '\n') return null;
  }
  return null;
}
