import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { ValueId } from '@shardform/study';
import { type NameInText, NameTable } from './name-table.ts';

/** Gives a text the names of its values. */
export const setNames = StateEffect.define<NameTable>();

/** The names of values in a text; they move with what is typed around them. */
export const nameField = StateField.define<NameTable>({
  create: () => NameTable.empty,
  update(names, transaction) {
    for (const effect of transaction.effects) if (effect.is(setNames)) return effect.value;
    return names.map(transaction.changes);
  },
});

/** Returns the name at a position, its end included. */
export function nameAt(state: EditorState, position: number): NameInText | null {
  return state.field(nameField).at(position);
}

/** A pointer that moves farther than this, in pixels, drags or scrolls. */
const STILL = 6;

/** Selects values by click, by tap, or by the cursor and Enter. */
export function valueSelection(onSelect: (id: ValueId) => void): Extension {
  const select = (view: EditorView, position: number | null): boolean => {
    const found = position === null ? null : nameAt(view.state, position);
    if (found !== null) onSelect(found.id);
    return found !== null;
  };
  let down: { readonly x: number; readonly y: number } | null = null;
  return [
    // Not the click: drawing the selection replaces the element that was pressed, and then there is none.
    EditorView.domEventHandlers({
      pointerdown: ({ clientX: x, clientY: y, button }) => {
        down = button === 0 ? { x, y } : null;
      },
      pointerup: ({ clientX: x, clientY: y }, view) => {
        if (down !== null && Math.hypot(x - down.x, y - down.y) < STILL)
          select(view, view.posAtCoords({ x, y }));
        down = null;
      },
    }),
    keymap.of([
      { key: 'Enter', run: (view) => view.state.readOnly && select(view, view.state.selection.main.head) },
      { key: 'Alt-Enter', run: (view) => select(view, view.state.selection.main.head) },
    ]),
  ];
}
