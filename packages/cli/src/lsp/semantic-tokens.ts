import { type SemanticTokens, SemanticTokensBuilder, type SemanticTokensLegend } from 'vscode-languageserver';
import type { NameKind } from '@shardform/inspect';
import type { DocumentFacts } from './documents.ts';

/** The supported token types. */
export const semanticLegend: SemanticTokensLegend = {
  tokenTypes: ['function', 'variable', 'parameter', 'label', 'macro', 'keyword'],
  tokenModifiers: ['declaration'],
};

const TYPES: Readonly<Record<NameKind, string>> = {
  percent: 'variable',
  caret: 'label',
  at: 'function',
  hash: 'macro',
  exclamation: 'macro',
};

/** Returns the semantic tokens of names and registered operations. */
export function semanticTokens({ document, model }: DocumentFacts): SemanticTokens {
  const found: {
    readonly start: number;
    readonly length: number;
    readonly type: string;
    readonly isDeclared: boolean;
  }[] = [];
  for (const token of model.names.tokens) {
    const definition = model.names.definitionOf(token);
    // Tokens other than aliases are attributes or types of a dialect, which the grammar highlights.
    if (definition === null && (token.kind === 'hash' || token.kind === 'exclamation')) continue;
    const isArgument = definition !== null && model.values.get(definition.start)?.[0]?.definingOp === null;
    const type = token.kind === 'percent' && isArgument ? 'parameter' : TYPES[token.kind];
    found.push({ start: token.start, length: token.end - token.start, type, isDeclared: token.isDefinition });
  }
  for (const { op, nameOffset } of model.operations) {
    if (!op.definition.isRegistered || !model.source.text.startsWith(op.name, nameOffset)) continue;
    found.push({ start: nameOffset, length: op.name.length, type: 'keyword', isDeclared: false });
  }
  found.sort((a, b) => a.start - b.start);
  const builder = new SemanticTokensBuilder();
  for (const { start, length, type, isDeclared } of found) {
    const { line, character } = document.positionAt(start);
    builder.push(line, character, length, semanticLegend.tokenTypes.indexOf(type), isDeclared ? 1 : 0);
  }
  return builder.build();
}
