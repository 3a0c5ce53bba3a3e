import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type StateEffect } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers, type ViewUpdate } from '@codemirror/view';
import { sourceId, type ValueId } from '@shardform/study';
import { useEffect, useRef } from 'preact/hooks';
import type { Problem, StageText } from '../compiler/messages.ts';
import { foldAliases } from './alias-fold.ts';
import { chips, chipsShown } from './chips.ts';
import { mlirLanguage } from './mlir-language.ts';
import { type MarkedValues, markedField, selectionMarks, setMarked } from './selection-marks.ts';
import { valueHover } from './value-hover.ts';
import { NameTable } from './name-table.ts';
import { nameField, setNames, valueSelection } from './value-names.ts';

/** A text of MLIR to read, or to write. */
export interface CodeViewProps {
  /** The accessible name. */
  readonly label: string;
  /** Of a text to write, what it begins with. */
  readonly text: string;
  /** The names of values; of a text to write, of a recent version of it. `null` until known. */
  readonly stage: StageText | null;
  readonly problems: readonly Problem[];
  readonly marked: MarkedValues;
  /** Increased when the text should scroll to the selection. */
  readonly reveals: number;
  /** A problem whose place the cursor goes to, anew for each new object. */
  readonly opened?: Problem | null;
  readonly showsChips: boolean;
  /** Gets the text after each change; a text to read has none. */
  readonly onChange?: (text: string) => void;
  /** Gets a text that was pasted over the whole one; {@link onChange} does not. */
  readonly onReplace?: (text: string) => void;
  /** Undoes what was before the first change of the text. @returns false if there was nothing. */
  readonly onUndoBefore?: () => boolean;
  /** True if what is typed goes here. */
  readonly isFocused?: boolean;
  readonly onSelect: (id: ValueId) => void;
  /** The number of the stage, for hovers. */
  readonly stageIndex: number;
}

const common: Extension = [
  foldGutter(),
  highlightActiveLine(),
  bracketMatching(),
  search({ top: true }),
  lintGutter(),
  mlirLanguage,
  nameField,
  markedField,
  selectionMarks,
  chips,
];

/** Tab indents in a text to write; Escape then Tab leaves it. */
const writing: Extension = [history(), keymap.of([...historyKeymap, indentWithTab])];

/** A text of MLIR with the shardings of its values as chips, problems, hovers, and values selected by their names. */
export function CodeView(props: CodeViewProps) {
  const { label, text, stage, problems, marked, reveals, opened = null, showsChips, onChange } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const chipMode = useRef(new Compartment());
  const numbers = useRef(new Compartment());
  // The view outlives renders: it calls what was given last.
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const isReadOnly = latest.current.onChange === undefined;
    const created = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: text,
        extensions: [
          numbers.current.of(lineNumbers()),
          common,
          chipMode.current.of(chipsShown.of(showsChips)),
          isReadOnly ? EditorState.readOnly.of(true) : writing,
          keymap.of([{ key: 'Mod-z', run: () => latest.current.onUndoBefore?.() ?? false }]),
          keymap.of([...defaultKeymap, ...searchKeymap, ...foldKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': String(isReadOnly) }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || isReadOnly) return;
            const { onChange, onReplace } = latest.current;
            (isPastedOver(update) ? (onReplace ?? onChange) : onChange)?.(update.state.doc.toString());
          }),
          valueSelection((id) => latest.current.onSelect(id)),
          valueHover(() => latest.current.stageIndex),
        ],
      }),
    });
    view.current = created;
    if (latest.current.isFocused === true) created.focus();
    return () => created.destroy();
  }, []);

  useEffect(() => {
    const { current } = view;
    if (current === null || stage === null) return;
    const isWritten = onChange !== undefined;
    // The text of an editor is ahead of the one that was studied while the user types.
    if (isWritten && current.state.doc.toString() !== stage.text) return;
    const effects: StateEffect<unknown>[] = [setNames.of(new NameTable(stage))];
    if (isWritten) current.dispatch({ effects });
    else {
      const { doc } = current.state;
      const isSame = doc.toString() === stage.text;
      const read = isSame ? doc : current.state.toText(stage.text);
      const top = current.scrollDOM.scrollTop;
      // At once: each change of a long text takes a while to draw.
      current.dispatch({
        ...(isSame ? {} : { changes: { from: 0, to: doc.length, insert: read } }),
        effects: [...effects, numbers.current.reconfigure(stageNumbers(stage.lines)), ...foldAliases(read)],
      });
      current.scrollDOM.scrollTop = top;
    }
    scrollTo(current, latest.current.marked.selected);
  }, [stage]);

  useEffect(() => {
    view.current?.dispatch({ effects: setMarked.of(marked) });
  }, [marked.selected, marked.operands.join()]);

  useEffect(() => {
    if (view.current !== null) scrollTo(view.current, marked.selected);
  }, [reveals, marked.selected]);

  useEffect(() => {
    const { current } = view;
    if (current === null || opened === null) return;
    const anchor = Math.min(opened.from, current.state.doc.length);
    current.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    current.focus();
  }, [opened]);

  useEffect(() => {
    view.current?.dispatch({ effects: chipMode.current.reconfigure(chipsShown.of(showsChips)) });
  }, [showsChips]);

  useEffect(() => {
    const { current } = view;
    if (current === null) return;
    const end = current.state.doc.length;
    const diagnostics = problems.map((problem) => asDiagnostic(problem, end));
    current.dispatch(setDiagnostics(current.state, diagnostics));
  }, [problems]);

  return <div class="code" ref={host} />;
}

/** The numbers of lines of the program as typed; what passes added has a plus. */
function stageNumbers(lines: Int32Array): Extension {
  return lineNumbers({
    formatNumber: (number) => {
      const line = lines[number - 1] ?? 0;
      return line > 0 ? String(line) : line < 0 ? '+' : '';
    },
  });
}

/** Scrolls to the definition of a value, or of the one that it was derived from, unless it is visible. */
function scrollTo(view: EditorView, id: ValueId | null): void {
  if (id === null) return;
  const names = view.state.field(nameField);
  const source = sourceId(id);
  const at = names.definitionOf(id) ?? names.definitionOf(source) ?? names.implementationOf(source);
  if (at === null) return;
  const { from, to } = view.viewport;
  const box = at >= from && at <= to ? view.coordsAtPos(at) : null;
  const { top, bottom, left, right } = view.scrollDOM.getBoundingClientRect();
  const isInSight = box !== null && box.top >= top && box.bottom <= bottom;
  if (isInSight && box.left >= left && box.right <= right) return;
  view.dispatch({ effects: EditorView.scrollIntoView(at, { y: isInSight ? 'nearest' : 'center' }) });
}

/** Returns whether all of a text was selected, and another one was pasted. */
function isPastedOver({ startState, changes, transactions }: ViewUpdate): boolean {
  let replaced = 0;
  changes.iterChanges((from, to) => {
    if (from === 0 && to === startState.doc.length) replaced++;
  });
  return replaced > 0 && transactions.some((transaction) => transaction.isUserEvent('input.paste'));
}

function asDiagnostic({ severity, message, from, to }: Problem, end: number): Diagnostic {
  return {
    from: Math.min(from, end),
    to: Math.min(to, end),
    severity: severity === 'remark' ? 'info' : severity === 'note' ? 'hint' : severity,
    message,
  };
}
