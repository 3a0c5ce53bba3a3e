import { type InlayHint, InlayHintKind, type Range } from 'vscode-languageserver';
import type { DocumentFacts } from './documents.ts';

/** After the names of values: the shape that each device holds and the sharding, as propagation finds them. */
export function inlayHints(facts: DocumentFacts, range: Range): InlayHint[] {
  const { document, model } = facts;
  const [first, last] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const hints: InlayHint[] = [];
  for (const token of model.names.tokens) {
    if (token.start < first || token.start > last || token.kind !== 'percent' || !token.isDefinition)
      continue;
    const labels = facts
      .shardingsAt(token.start)
      .flatMap((found) => (found === null ? [] : [`${found.localShape ?? ''} ${found.axes}`.trim()]));
    if (labels.length === 0) continue;
    hints.push({
      position: document.positionAt(token.end),
      label: labels.join(' | '),
      kind: InlayHintKind.Type,
      paddingLeft: true,
      tooltip: 'What each device holds, and the sharding after propagation',
    });
  }
  return hints;
}
