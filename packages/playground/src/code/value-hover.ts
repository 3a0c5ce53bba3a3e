import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { bytesText } from '@shardform/ir-core';
import { measuredText } from '../parts/measured-text.ts';
import { heldWords } from '../parts/value-terms.tsx';
import { ask } from '../compiler/client.ts';
import type { StageCard } from '../compiler/messages.ts';
import { studied } from '../state/results.ts';
import { nameAt } from './value-names.ts';

/** Shows what is known of the value under the pointer. @param stage the number of the text's stage. */
export function valueHover(stage: () => number): Extension {
  // After a tap it would stay, and cover the lines above.
  if (matchMedia('(hover: none)').matches) return [];
  return hoverTooltip(async ({ state }, position) => {
    const found = nameAt(state, position);
    if (found === null) return null;
    const { id } = found;
    const program = studied.value;
    // Without an answer there is nothing to show.
    const card = await ask((compiler) => compiler.card(program, stage(), id), { isUrgent: true }).catch(
      () => null,
    );
    if (card === null) return null;
    return { pos: found.from, end: found.to, above: true, create: () => ({ dom: tooltip(card) }) };
  });
}

function tooltip(card: StageCard): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'tip';
  const title = dom.appendChild(document.createElement('h4'));
  title.textContent = card.userName === null ? card.name : `${card.userName} (${card.name})`;
  const terms = dom.appendChild(document.createElement('dl'));
  terms.className = 'kv';
  for (const [term, text] of termsOf(card)) {
    terms.appendChild(document.createElement('dt')).textContent = term;
    terms.appendChild(document.createElement('dd')).textContent = text;
  }
  return dom;
}

function termsOf({
  type,
  bytes,
  localType,
  localBytes,
  chip,
  operation,
  summary,
  measured,
  ...held
}: StageCard): [string, string][] {
  const sized = (text: string, size: number | null): string =>
    size === null ? text : `${text}  ${bytesText(size)}`;
  const terms: [string, string | null][] = [
    ['whole', type === null ? null : sized(type, bytes)],
    ['on a device', localType === null ? null : sized(localType, localBytes)],
    ['sharding', chip?.text ?? `none: ${heldWords({ type, ...held })}`],
    ['made by', operation === null ? null : summary === null ? operation : `${operation}: ${summary}`],
    ['measured', measuredText(measured)],
  ];
  return terms.filter((term): term is [string, string] => term[1] !== null);
}
