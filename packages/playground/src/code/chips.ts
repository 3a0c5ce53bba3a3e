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
import { shardingAttributes } from './sharding-attributes.ts';
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

  /** What it draws follows the axes of the program until it is told that it is gone. */
  override destroy(host: HTMLElement): void {
    render(null, host);
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

/** The ranges of sharding attributes in the lines of a range. */
function attributeRanges(state: EditorState, from: number, to: number): (readonly [number, number])[] {
  const start = state.doc.lineAt(from).from;
  const text = state.sliceDoc(start, state.doc.lineAt(to).to);
  return shardingAttributes(text).map(([first, last]) => [start + first, start + last] as const);
}
