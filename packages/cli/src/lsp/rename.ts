import type { NameToken } from '@shardform/inspect';
import type { Range, WorkspaceEdit } from 'vscode-languageserver';
import type { DocumentFacts } from './documents.ts';

/** The syntax of a name after its sigil: of values, blocks, aliases. */
const SUFFIX = /^([0-9]+|[A-Za-z_$.-][A-Za-z0-9_$.-]*)$/;
const SYMBOL = /^[A-Za-z_][A-Za-z0-9_$.]*$/;

/** Returns the name at an offset, if it can be given another; `null` for what the document does not define. */
export function renamableRange({ document, model }: DocumentFacts, offset: number): Range | null {
  const token = model.names.at(offset);
  if (token === null || model.names.definitionOf(token) === null) return null;
  return { start: document.positionAt(token.start), end: document.positionAt(token.end) };
}

/**
 * Renames the entity that a name refers to, at all occurrences.
 *
 * @param newName with or without the sigil.
 * @returns the edit, or the error.
 */
export function rename(
  { document, model }: DocumentFacts,
  offset: number,
  newName: string,
): WorkspaceEdit | { readonly problem: string } {
  const token = model.names.at(offset);
  const definition = token === null ? null : model.names.definitionOf(token);
  if (token === null || definition === null)
    return { problem: 'there is no name that this document defines' };
  const sigil = token.text[0]!;
  const bare = newName.startsWith(sigil) ? newName.slice(1) : newName;
  if (!isName(token, bare)) return { problem: `'${newName}' is no name of this kind` };
  const text = sigil + (token.kind === 'at' && !SYMBOL.test(bare) ? JSON.stringify(bare) : bare);
  const occurrences = model.names.occurrencesOf(token);
  const isTaken = model.names.tokens.some(
    (other) => other.isDefinition && other.text === text && other !== definition && isNear(other, definition),
  );
  if (isTaken) return { problem: `'${text}' is there already` };
  const edits = occurrences.map(({ start, end }) => ({
    range: { start: document.positionAt(start), end: document.positionAt(end) },
    newText: text,
  }));
  return { changes: { [document.uri]: edits } };
}

function isName({ kind }: NameToken, bare: string): boolean {
  return kind === 'at' ? bare !== '' && !bare.includes('"') : SUFFIX.test(bare);
}

/** Returns whether one of two definitions can be seen from where the other is. */
function isNear({ kind, scope }: NameToken, other: NameToken): boolean {
  if (kind !== 'percent' && kind !== 'caret') return true;
  return encloses(scope, other.scope) || encloses(other.scope, scope);
}

function encloses(outer: NameToken['scope'], inner: NameToken['scope']): boolean {
  for (let at: NameToken['scope'] | null = inner; at !== null; at = at.parent) if (at === outer) return true;
  return false;
}
