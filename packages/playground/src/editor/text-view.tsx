import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { unifiedMergeView } from '@codemirror/merge';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';
import type { Problem } from '../compiler/messages.ts';
import { mlirLanguage } from './mlir-language.ts';
import { valueHover, valueSelection } from './value-names.ts';

/** A text of MLIR to read, or to write. */
export interface TextViewProps {
  /** The accessible name. */
  readonly label: string;
  /** Of a text to write, what it begins with. */
  readonly text: string;
  readonly problems: readonly Problem[];
  /** Gets the text after each change; a text to read has none. */
  readonly onChange?: (text: string) => void;
  /** Called with the offset of a value's name that was clicked. */
  readonly onSelect: (offset: number) => void;
  /** Shows what differs from this text. */
  readonly before?: string | null;
}

const common: Extension = [
  lineNumbers(),
  foldGutter(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  bracketMatching(),
  search({ top: true }),
  lintGutter(),
  mlirLanguage,
  valueHover,
  EditorView.lineWrapping,
];

/** Tab indents in a text to write; Escape then Tab leaves it. */
const writing: Extension = [history(), keymap.of([...historyKeymap, indentWithTab])];

/** A text of MLIR to read or to write, with problems, hovers and values selected by their names. */
export function TextView({ label, text, problems, onChange, onSelect, before = null }: TextViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changes = useRef(new Compartment());
  // The view outlives renders: it calls what was given last.
  const handlers = useRef({ onChange, onSelect });
  handlers.current = { onChange, onSelect };

  useEffect(() => {
    const isReadOnly = handlers.current.onChange === undefined;
    const created = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: text,
        extensions: [
          common,
          isReadOnly ? EditorState.readOnly.of(true) : writing,
          keymap.of([...defaultKeymap, ...searchKeymap, ...foldKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': String(isReadOnly) }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) handlers.current.onChange?.(update.state.doc.toString());
          }),
          valueSelection((offset) => handlers.current.onSelect(offset)),
          changes.current.of([]),
        ],
      }),
    });
    view.current = created;
    return () => created.destroy();
  }, []);

  useEffect(() => {
    const { current } = view;
    // The editor's text is ahead of the rendered one while the user types.
    if (current === null || onChange !== undefined || current.state.doc.toString() === text) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const merge =
      before === null
        ? []
        : unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 3 } });
    view.current?.dispatch({ effects: changes.current.reconfigure(merge) });
  }, [before, text]);

  useEffect(() => {
    const { current } = view;
    if (current === null) return;
    const end = current.state.doc.length;
    const diagnostics = problems.map((problem) => asDiagnostic(problem, end));
    current.dispatch(setDiagnostics(current.state, diagnostics));
  }, [problems, text]);

  return <div class="text-view" ref={host} />;
}

function asDiagnostic({ severity, message, from, to }: Problem, end: number): Diagnostic {
  return {
    from: Math.min(from, end),
    to: Math.min(to, end),
    severity: severity === 'remark' ? 'info' : severity === 'note' ? 'hint' : severity,
    message,
  };
}
