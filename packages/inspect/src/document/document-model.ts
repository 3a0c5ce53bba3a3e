import {
  type Context,
  type Diagnostic,
  type ModuleOp,
  type Operation,
  parsePartialModule,
  SourceText,
  StringAttr,
  type Value,
  verifyOp,
} from '@shardform/ir-core';
import { NameIndex } from './name-index.ts';
import { readNames } from './text-names.ts';

/** An operation and where its text is. */
export interface PlacedOperation {
  readonly op: Operation;
  /** Offset of the operation's name. */
  readonly nameOffset: number;
  /** After the operation's last character. */
  readonly end: number;
}

/**
 * The semantic model of a text: its parsed module, and the positions of its names. Offsets are of UTF-16 code units.
 */
export interface DocumentModel {
  readonly source: SourceText;
  readonly context: Context;
  readonly module: ModuleOp;
  /** True if the text was read as a whole and the verifier accepts it. */
  readonly isValid: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** In text order of their names. */
  readonly operations: readonly PlacedOperation[];
  /** By the offset where the name of the values is defined. */
  readonly values: ReadonlyMap<number, readonly Value[]>;
  readonly names: NameIndex;
}

/** Reads a text as far as it goes. */
export function readDocument(name: string, text: string, context: Context): DocumentModel {
  const source = new SourceText(name, text);
  const operations: PlacedOperation[] = [];
  const values = new Map<number, readonly Value[]>();
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const { module, isComplete } = parsePartialModule(
      source,
      context,
      (_name, defined, offset) => values.set(offset, defined),
      (op, nameOffset, end) => operations.push({ op, nameOffset, end }),
    );
    return { module, isValid: isComplete && verifyOp(module, context) };
  });
  return documentModel({ ...result, source, context, diagnostics, operations, values });
}

/** Returns the model of a text that was read, with its names. @param read its operations in any order. */
export function documentModel(read: Omit<DocumentModel, 'names'>): DocumentModel {
  const operations = read.operations.toSorted((a, b) => a.nameOffset - b.nameOffset);
  let names: NameIndex | null = null;
  return {
    ...read,
    operations,
    // Most commands ask for no position in the text.
    get names() {
      return (names ??= indexNames(read.source.text, operations, read.values));
    },
  };
}

function indexNames(
  text: string,
  operations: readonly PlacedOperation[],
  values: DocumentModel['values'],
): NameIndex {
  const tokens = readNames(text);
  let next = 0;
  let symbol: string | null = null;
  for (const token of tokens) {
    if (token.kind === 'percent') token.isDefinition ||= values.has(token.start);
    if (token.kind !== 'at') continue;
    while (next < operations.length && operations[next]!.nameOffset < token.start)
      symbol = symbolNameOf(operations[next++]!.op);
    if (symbol === null || (token.text !== `@${symbol}` && token.text !== `@"${symbol}"`)) continue;
    token.isDefinition = true;
    // Further names in the same operation are uses.
    symbol = null;
  }
  return new NameIndex(tokens);
}

/** Returns the symbol that an operation defines, or `null`. */
export function symbolNameOf(op: Operation): string | null {
  const name = op.getAttr('sym_name');
  return name instanceof StringAttr ? name.value : null;
}

/** Returns the operation whose name is at an offset, or `null`. */
export function operationNameAt(model: DocumentModel, offset: number): PlacedOperation | null {
  const found = lastBefore(model.operations, offset);
  if (found === null) return null;
  const { text } = model.source;
  const name = /^"[^"\n]*"|^[\w.$]+/.exec(text.slice(found.nameOffset, found.nameOffset + 200));
  return offset <= found.nameOffset + (name?.[0].length ?? 0) ? found : null;
}

/** The last operation whose name begins at an offset or before it. */
function lastBefore(operations: readonly PlacedOperation[], offset: number): PlacedOperation | null {
  let low = 0;
  let high = operations.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (operations[middle]!.nameOffset <= offset) low = middle + 1;
    else high = middle;
  }
  return operations[low - 1] ?? null;
}
