import {
  Decoration,
  type DecorationSet,
  EditorView,
  hoverTooltip,
  keymap,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { Extension, Text } from '@codemirror/state';
import { ask } from '../compiler/client.ts';
import type { ValueDescription } from '../compiler/messages.ts';

/** The name of a value around a position. */
function valueNameAt(
  doc: Text,
  position: number,
): { readonly from: number; readonly to: number; readonly name: string } | null {
  const line = doc.lineAt(position);
  for (const match of line.text.matchAll(/%[\w$.-]+(?:#\d+)?/g)) {
    const [from, to] = [line.from + match.index, line.from + match.index + match[0].length];
    if (from <= position && position <= to) return { from, to, name: match[0] };
  }
  return null;
}

/** Shows the type and sharding of the value under the pointer. */
export const valueHover: Extension = hoverTooltip(async ({ state }, position) => {
  const token = valueNameAt(state.doc, position);
  if (token === null) return null;
  const text = state.doc.toString();
  // Without an answer there is nothing to show.
  const value = await ask((compiler) => compiler.describe(text, token.from)).catch(() => null);
  if (value === null) return null;
  return { pos: token.from, end: token.to, above: true, create: () => ({ dom: tooltip(value) }) };
});

function tooltip({ name, type, sharding, localType, operation, summary }: ValueDescription): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'value-tooltip';
  const lines: readonly (readonly [string, string | null])[] = [
    ['', `${name} : ${type}`],
    ['sharding ', sharding],
    ['on a device ', localType],
    ['from ', operation === null ? null : `${operation}${summary === null ? '' : `: ${summary}`}`],
  ];
  for (const [title, text] of lines) {
    if (text === null) continue;
    const line = dom.appendChild(document.createElement('div'));
    if (title !== '') line.appendChild(document.createElement('b')).textContent = title;
    line.append(text);
  }
  return dom;
}

/**
 * Selects values by click, or by the cursor and Enter.
 *
 * @param onSelect called with the offset of a value's name.
 */
export function valueSelection(onSelect: (offset: number) => void): Extension {
  const select = (view: EditorView, position: number): boolean => {
    const token = valueNameAt(view.state.doc, position);
    if (token !== null) onSelect(token.from);
    return token !== null;
  };
  return [
    // Not the click: marking names replaces what was pressed, and then there is none.
    EditorView.updateListener.of(({ transactions, view }) => {
      if (transactions.some((change) => change.isUserEvent('select.pointer'))) {
        select(view, view.state.selection.main.head);
      }
    }),
    keymap.of([
      {
        key: 'Enter',
        run: (view) => view.state.readOnly && select(view, view.state.selection.main.head),
      },
    ]),
    sameNames,
  ];
}

const MARK = /* @__PURE__ */ Decoration.mark({ class: 'same-value' });

/** Marks the visible occurrences of the name at the cursor. */
const sameNames = /* @__PURE__ */ ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = occurrences(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.selectionSet || update.viewportChanged)
        this.decorations = occurrences(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function occurrences(view: EditorView): DecorationSet {
  const { state, visibleRanges } = view;
  const token = valueNameAt(state.doc, state.selection.main.head);
  if (token === null) return Decoration.none;
  const name = new RegExp(`${token.name.replace(/#\d+$/, '').replaceAll(/[$.]/g, '\\$&')}(?![\\w$.-])`, 'g');
  const marks = visibleRanges.flatMap(({ from, to }) =>
    Array.from(state.doc.sliceString(from, to).matchAll(name), (match) =>
      MARK.range(from + match.index, from + match.index + match[0].length),
    ),
  );
  return Decoration.set(marks, true);
}
