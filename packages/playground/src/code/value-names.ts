import {
  type EditorState,
  type Extension,
  RangeSet,
  RangeSetBuilder,
  RangeValue,
  StateEffect,
  StateField,
} from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { ValueId } from '@shardform/study';
import type { StageText, TextValue } from '../compiler/messages.ts';

/** The name of a value in a text; it moves with the text that is typed around it. */
export class NameRange extends RangeValue {
  readonly value: TextValue;
  readonly isDefinition: boolean;

  constructor(value: TextValue, isDefinition: boolean) {
    super();
    this.value = value;
    this.isDefinition = isDefinition;
  }

  override eq(other: NameRange): boolean {
    return other.value.id === this.value.id && other.isDefinition === this.isDefinition;
  }
}

/** Gives a text the names of its values. */
export const setNames = StateEffect.define<Pick<StageText, 'names' | 'values'>>();

/** The names of values in a text. */
export const nameField = StateField.define<RangeSet<NameRange>>({
  create: () => RangeSet.empty,
  update(names, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setNames)) return rangesOf(effect.value, transaction.newDoc.length);
    return names.map(transaction.changes);
  },
});

function rangesOf({ names, values }: Pick<StageText, 'names' | 'values'>, end: number): RangeSet<NameRange> {
  const builder = new RangeSetBuilder<NameRange>();
  for (let i = 0; i < names.length; i += 4) {
    const [from, to, index, isDefinition] = [names[i]!, names[i + 1]!, names[i + 2]!, names[i + 3]!];
    if (to <= end) builder.add(from, to, new NameRange(values[index]!, isDefinition === 1));
  }
  return builder.finish();
}

/** Returns the name at a position, its end included. */
export function nameAt(
  state: EditorState,
  position: number,
): { readonly from: number; readonly to: number; readonly name: NameRange } | null {
  let found: { from: number; to: number; name: NameRange } | null = null;
  state.field(nameField).between(position, position, (from, to, name) => {
    found = { from, to, name };
  });
  return found;
}

/** Returns the position of a value's definition; `null` if the text has none. */
export function definitionOf(state: EditorState, id: ValueId): number | null {
  const cursor = state.field(nameField).iter();
  while (cursor.value !== null) {
    if (cursor.value.isDefinition && cursor.value.value.id === id) return cursor.from;
    cursor.next();
  }
  return null;
}

/** A pointer that moves farther than this, in pixels, drags or scrolls. */
const STILL = 6;

/** Selects values by click, by tap, or by the cursor and Enter. */
export function valueSelection(onSelect: (id: ValueId) => void): Extension {
  const select = (view: EditorView, position: number | null): boolean => {
    const found = position === null ? null : nameAt(view.state, position);
    if (found !== null) onSelect(found.name.value.id);
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
