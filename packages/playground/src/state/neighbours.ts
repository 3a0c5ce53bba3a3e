import { sourceText, stageText } from './results.ts';
import { select, selected } from './selection.ts';

/** Selects the next or the previous value in the order of the shown text. */
export function stepThroughValues(by: 1 | -1): void {
  const text = stageText.value ?? sourceText.value;
  if (text === null) return;
  const defined: string[] = [];
  for (let i = 0; i < text.names.length; i += 4)
    if (text.names[i + 3] === 1) defined.push(text.values[text.names[i + 2]!]!.id);
  const at = selected.value === null ? -1 : defined.indexOf(selected.value);
  const next = at === -1 ? defined[0] : defined[at + by];
  if (next !== undefined) select(next);
}
