import { type Context, Lexer, lookUp } from '@shardform/ir-core';
import { type CompletionItem, CompletionItemKind, type Range } from 'vscode-languageserver';
import { documentationOf, opReference } from '../reference/reference-pages.ts';
import type { DocumentFacts } from './documents.ts';

/** Characters that begin a list of proposals. */
export const completionTriggers: readonly string[] = ['.', '%', '@', '#', '!', '^'];

/** Returns completions at an offset: names after their sigils, keys inside of dictionaries, else operations. */
export function completions(facts: DocumentFacts, offset: number): CompletionItem[] {
  const { document, model } = facts;
  const { text } = model.source;
  const word = /[%@#!^"]?[\w.$-]*$/.exec(text.slice(Math.max(0, offset - 200), offset))![0];
  const range = { start: document.positionAt(offset - word.length), end: document.positionAt(offset) };
  const items = (labels: readonly string[], kind: CompletionItemKind): CompletionItem[] =>
    labels.map((label) => item(label, kind, range));
  switch (word[0]) {
    case '%':
      return items(model.names.visibleValues(offset), CompletionItemKind.Variable);
    case '@':
      return items(model.names.defined('at'), CompletionItemKind.Function);
    case '^':
      return items(model.names.defined('caret'), CompletionItemKind.Reference);
    case '#':
      return items(
        [...model.names.defined('hash'), ...[...model.context.attrs.keys()].map((name) => `#${name}`)],
        CompletionItemKind.Value,
      );
    case '!':
      return items(
        [...model.names.defined('exclamation'), ...[...model.context.types.keys()].map((name) => `!${name}`)],
        CompletionItemKind.Class,
      );
    default: {
      const operation = operationInDictionary(text, offset - word.length, model.context);
      return operation === null
        ? operationItems(model.context, range)
        : keyItems(operation, model.context, range);
    }
  }
}

/** Adds the documentation of an operation to its proposal. */
export async function completionDetails(item: CompletionItem, context: Context): Promise<CompletionItem> {
  const op = item.kind === CompletionItemKind.Keyword ? context.ops.get(item.label) : undefined;
  if (op === undefined) return item;
  const value = opReference(op.definition, await documentationOf(op.definition, context));
  return { ...item, documentation: { kind: 'markdown', value } };
}

function operationItems(context: Context, range: Range): CompletionItem[] {
  return [...context.ops.values()].map(({ definition: { name, spec } }) => ({
    ...item(name, CompletionItemKind.Keyword, range),
    detail: spec.summary,
  }));
}

function keyItems(operation: string, context: Context, range: Range): CompletionItem[] {
  const own = lookUp(context.ops, operation).definition.attrs.map(({ name, constraint }) => ({
    ...item(name, CompletionItemKind.Property, range),
    detail: constraint.summary,
  }));
  return [
    ...own,
    { ...item('sdy.sharding', CompletionItemKind.Property, range), detail: 'how values lie on a mesh' },
    {
      ...item('mhlo.sharding', CompletionItemKind.Property, range),
      detail: "how values lie on devices, in XLA's notation",
    },
  ];
}

function item(label: string, kind: CompletionItemKind, range: Range): CompletionItem {
  return { label, kind, textEdit: { range, newText: label } };
}

/**
 * The operation in whose dictionary an offset lies, where a key is due: after `{` or a comma, within braces that
 * follow an operation in the same line. `null` elsewhere.
 */
function operationInDictionary(text: string, offset: number, context: Context): string | null {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const lexer = new Lexer(text.slice(lineStart, offset));
  lexer.reset(0);
  const open: string[] = [];
  let operation: string | null = null;
  let last = '';
  while (lexer.kind !== 'eof' && lexer.kind !== 'error') {
    const { kind, spelling } = lexer;
    if (kind === 'bare' || kind === 'string') operation = operationNamed(spelling, context) ?? operation;
    else if (kind === '{' || kind === '(' || kind === '[' || kind === '<') open.push(kind);
    else if (kind === '}' || kind === ')' || kind === ']' || kind === '>') open.pop();
    last = spelling;
    lexer.advance();
  }
  return open.at(-1) === '{' && (last === '{' || last === ',') ? operation : null;
}

function operationNamed(spelling: string, context: Context): string | null {
  const name = spelling.replace(/^"|"$/g, '');
  return [name, `func.${name}`, `builtin.${name}`].find((candidate) => context.ops.has(candidate)) ?? null;
}
