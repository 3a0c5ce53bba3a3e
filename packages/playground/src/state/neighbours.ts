import { NameTable } from '../code/name-table.ts';
import { sourceText, stageText } from './results.ts';
import { select, selected } from './selection.ts';

/** Selects the next or the previous value in the order of the shown text. */
export function stepThroughValues(by: 1 | -1): void {
  const text = stageText.value ?? sourceText.value;
  if (text === null) return;
  const defined = new NameTable(text).defined();
  const at = selected.value === null ? -1 : defined.indexOf(selected.value);
  const next = at === -1 ? defined[0] : defined[at + by];
  if (next !== undefined) select(next);
}
