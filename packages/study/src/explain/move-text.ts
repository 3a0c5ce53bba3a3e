import { programEntry } from '@shardform/dialect-func';
import { SHARDING, type TensorShardingAttr } from '@shardform/dialect-sdy';
import type { DocumentModel } from '@shardform/inspect';
import type { ShardingMove } from './sharding-move.ts';

/** Part of a text; the end is behind its last character. */
interface Range {
  readonly from: number;
  readonly to: number;
}

interface Edit extends Range {
  readonly insert: string;
}

/**
 * Returns the text of a program with other shardings of its main function; all else stays as it is written. `null` where
 * the function has MLIR's generic form, in which shardings are not beside what they are of.
 */
export function textWithMoves(model: DocumentModel, moves: readonly ShardingMove[]): string | null {
  const { text } = model.source;
  const func = programEntry(model.module);
  const placed = model.operations.find(({ op }) => op === func);
  if (placed === undefined || text[placed.nameOffset] === '"') return null;
  const open = skipTo(text, placed.nameOffset, '(');
  const inputs = listAt(text, open);
  const results = resultsAfter(text, inputs.to);
  const edits: Edit[] = [];
  let wraps = false;
  for (const { args, results: moved, sharding } of moves) {
    for (const index of args) edits.push(editOf(text, inputs.items[index]!, sharding));
    for (const index of moved) edits.push(editOf(text, results.items[index]!, sharding));
    wraps ||= moved.length > 0 && !results.isList;
  }
  // Only a list of results has attributes.
  const [only] = wraps ? results.items : [];
  if (only !== undefined)
    edits.push({ from: only.from, to: only.from, insert: '(' }, { from: only.to, to: only.to, insert: ')' });
  return edited(text, edits);
}

function edited(text: string, edits: readonly Edit[]): string {
  let [result, at] = ['', 0];
  // At the same place, what was asked for first comes first.
  for (const { from, to, insert } of edits.toSorted((a, b) => a.from - b.from)) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}

/** The edit that gives an argument or a result a sharding. */
function editOf(text: string, { from, to }: Range, sharding: TensorShardingAttr): Edit {
  const value = `#sdy.sharding${sharding.text}`;
  const open = skipTo(text, from, '{', to);
  if (open >= to) return { from: to, to, insert: ` {${SHARDING} = ${value}}` };
  const { items } = listAt(text, open);
  for (const item of items) {
    const written = text.slice(item.from, item.to);
    const name = /^"?sdy\.sharding"?\s*=\s*/.exec(written);
    if (name !== null) return { from: item.from + name[0].length, to: item.to, insert: value };
  }
  return { from: open + 1, to: open + 1, insert: `${SHARDING} = ${value}${items.length > 0 ? ', ' : ''}` };
}

/** The results of a function behind the list of its arguments. */
function resultsAfter(
  text: string,
  from: number,
): { readonly items: readonly Range[]; readonly isList: boolean } {
  const arrow = /^\s*->\s*/.exec(text.slice(from, from + 1000));
  if (arrow === null) return { items: [], isList: true };
  const start = from + arrow[0].length;
  if (text[start] === '(') return { items: listAt(text, start).items, isList: true };
  const brace = skipTo(text, start, '{');
  const end = text.slice(start, brace).replace(/\s+(attributes\s*)?$/, '').length;
  return { items: [{ from: start, to: start + end }], isList: false };
}

/** The items between an opening bracket and the one that closes it, and the offset behind that. */
function listAt(text: string, open: number): { readonly items: readonly Range[]; readonly to: number } {
  const items: Range[] = [];
  let from = open + 1;
  for (;;) {
    const end = skipTo(text, from, ',');
    const trimmed = text.slice(from, end);
    const start = from + (trimmed.length - trimmed.trimStart().length);
    if (trimmed.trim() !== '') items.push({ from: start, to: start + trimmed.trim().length });
    if (text[end] !== ',') return { items, to: end + 1 };
    from = end + 1;
  }
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** The offset of a character outside of brackets, strings and remarks, or of a bracket that closes one from before. */
function skipTo(text: string, from: number, wanted: string, end = text.length): number {
  const open: string[] = [];
  for (let at = from; at < end; at++) {
    const character = text[at]!;
    if (open.length === 0 && character === wanted) return at;
    if (character === '"') at = endOfString(text, at);
    else if (text.startsWith('//', at)) at = Math.max(at, text.indexOf('\n', at));
    else if (text.startsWith('->', at)) at++;
    else if (CLOSING[character] !== undefined) open.push(CLOSING[character]);
    else if (character === open.at(-1)) open.pop();
    else if (open.length === 0 && ')]}>'.includes(character)) return at;
  }
  return end;
}

/** The offset of the quote that ends a string. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
