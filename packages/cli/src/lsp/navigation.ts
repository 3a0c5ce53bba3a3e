import { type DocumentSymbol, type Location, type Range, SymbolKind } from 'vscode-languageserver';
import { type NameToken, symbolNameOf } from '@shardform/inspect';
import type { DocumentFacts } from './documents.ts';
import { lastOf } from '@shardform/ir-core';

/** Returns the definition of the name at an offset. */
export function definition({ document, model }: DocumentFacts, offset: number): Location | null {
  const token = model.names.at(offset);
  const found = token === null ? null : model.names.definitionOf(token);
  return found === null ? null : { uri: document.uri, range: tokenRange(document, found) };
}

/** Returns the references of the name at an offset. */
export function references(
  { document, model }: DocumentFacts,
  offset: number,
  withDefinition: boolean,
): Location[] {
  const token = model.names.at(offset);
  if (token === null) return [];
  return model.names
    .occurrencesOf(token)
    .filter((occurrence) => withDefinition || !occurrence.isDefinition)
    .map((occurrence) => ({ uri: document.uri, range: tokenRange(document, occurrence) }));
}

/** Returns the symbols of a document, nested by region. */
export function documentSymbols({ document, model }: DocumentFacts): DocumentSymbol[] {
  const roots: DocumentSymbol[] = [];
  const open: { readonly end: number; readonly children: DocumentSymbol[] }[] = [];
  for (const { op, nameOffset, end } of model.operations) {
    const name = symbolNameOf(op);
    if (name === null) continue;
    while (open.length > 0 && lastOf(open).end < nameOffset) open.pop();
    const range: Range = { start: document.positionAt(nameOffset), end: document.positionAt(end) };
    const token = model.names.firstFrom(nameOffset);
    const children: DocumentSymbol[] = [];
    const symbol: DocumentSymbol = {
      name: `@${name}`,
      detail: op.name,
      kind:
        op.name === 'func.func'
          ? SymbolKind.Function
          : op.regions.length > 0
            ? SymbolKind.Module
            : SymbolKind.Constant,
      range,
      selectionRange: token?.isDefinition !== true ? range : tokenRange(document, token),
      children,
    };
    (open.at(-1)?.children ?? roots).push(symbol);
    open.push({ end, children });
  }
  return roots;
}

function tokenRange(document: DocumentFacts['document'], { start, end }: NameToken): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}
