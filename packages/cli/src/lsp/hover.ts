import type { Hover } from 'vscode-languageserver';
import { type DocumentModel, type NameToken, operationNameAt } from '@shardform/inspect';
import { opReference } from '../reference/reference-pages.ts';
import type { DocumentFacts } from './documents.ts';
import type { ValueSharding } from './value-sharding.ts';

/** What is said about the place under the pointer. */
export function hover(facts: DocumentFacts, offset: number): Hover | null {
  const { model } = facts;
  const token = model.names.at(offset);
  if (token !== null) {
    const text = aboutName(facts, token);
    return text === null ? null : markdown(text, facts, token.start, token.end);
  }
  const operation = operationNameAt(model, offset);
  if (operation?.op.definition.isRegistered !== true) return null;
  const { op, nameOffset } = operation;
  return markdown(opReference(op.definition), facts, nameOffset, nameOffset + op.name.length);
}

function aboutName(facts: DocumentFacts, token: NameToken): string | null {
  const definition = facts.model.names.definitionOf(token);
  if (definition === null) return null;
  return token.kind === 'percent'
    ? aboutValues(facts, definition)
    : code(lineAt(facts.model, definition.start));
}

function aboutValues({ model, shardings }: DocumentFacts, definition: NameToken): string | null {
  const values = model.values.get(definition.start);
  if (values === undefined) return null;
  const lines = values.map((value, i) => {
    const name = values.length === 1 ? definition.text : `${definition.text}#${i}`;
    return (
      code(`${name}: ${String(value.type)}`) + aboutSharding(shardings.get(definition.start)?.[i] ?? null)
    );
  });
  const defining = values[0]?.definingOp ?? null;
  const by = defining === null ? 'Argument of a region.' : `Result of \`${defining.name}\`.`;
  return [...lines, by].join('\n\n');
}

function aboutSharding(sharding: ValueSharding | null): string {
  if (sharding === null) return '';
  const local = sharding.localShape === null ? '' : `; each device holds ${sharding.localShape}`;
  return `\n\nSharding after propagation: \`${sharding.axes}\`${local}.`;
}

function lineAt({ source }: DocumentModel, offset: number): string {
  return source.lineText(source.position(offset).line)?.trim().slice(0, 400) ?? '';
}

function code(text: string): string {
  return `\`\`\`mlir\n${text}\n\`\`\``;
}

function markdown(value: string, { document }: DocumentFacts, start: number, end: number): Hover {
  return {
    contents: { kind: 'markdown', value },
    range: { start: document.positionAt(start), end: document.positionAt(end) },
  };
}
