import { type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { sourceId, type ValueId } from '@shardform/study';
import { nameField, setNames } from './value-names.ts';

/** The selected value and the operands of its operation. */
export interface MarkedValues {
  readonly selected: ValueId | null;
  readonly operands: readonly ValueId[];
}

/** Marks a selection in a text. */
export const setMarked = StateEffect.define<MarkedValues>();

const NOTHING: MarkedValues = { selected: null, operands: [] };

/** What is marked. */
export const markedField = StateField.define<MarkedValues>({
  create: () => NOTHING,
  update(marked, { effects }) {
    for (const effect of effects) if (effect.is(setMarked)) return effect.value;
    return marked;
  },
});

const SELECTED = Decoration.mark({ class: 'value-selected' });
const OPERAND = Decoration.mark({ class: 'value-operand' });
const LINE = Decoration.line({ class: 'line-selected' });
const DIM = Decoration.line({ class: 'line-dim' });
const SIGNATURE = Decoration.line({ class: 'line-signature' });
/** Longer signatures would fill the pane. */
const MOST_WRAPPED = 3000;

/** Operations that are in every program and seldom what a person looks for. */
const QUIET = /^\s*%[^=]*= (?:"?(?:stablehlo|sdy)\.)(?:constant|broadcast_in_dim|iota)\b/;

/** Marks the names of the selection, boxes its operands, dims constants, and wraps signatures. */
export const selectionMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = marks(view);
    }

    update(update: ViewUpdate): void {
      const isNew = update.transactions.some(({ effects }) =>
        effects.some((effect) => effect.is(setNames) || effect.is(setMarked)),
      );
      if (update.docChanged || update.viewportChanged || isNew) this.decorations = marks(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function marks({ state, visibleRanges }: EditorView): DecorationSet {
  const { selected: wanted, operands } = state.field(markedField);
  // Where the value is not derived yet, the one that it will be derived from stands for it.
  const names = state.field(nameField);
  const isThere = wanted === null || names.definitionOf(wanted) !== null;
  const selected = isThere ? wanted : sourceId(wanted);
  const found: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      const begin = line.text.slice(0, 120);
      if (QUIET.test(begin)) found.push(DIM.range(line.from));
      else if (/^\s*func\.func\b/.test(begin) && line.length < MOST_WRAPPED)
        found.push(SIGNATURE.range(line.from));
      at = line.to + 1;
    }
    if (selected === null) continue;
    for (const { from: start, to: end, id, isDefinition } of names.between(from, to)) {
      const isSelected = names.isOf(id, selected);
      if (isSelected) found.push(SELECTED.range(start, end));
      else if (operands.includes(id)) found.push(OPERAND.range(start, end));
      if (isSelected && isDefinition) found.push(LINE.range(state.doc.lineAt(start).from));
    }
  }
  return Decoration.set(found, true);
}
