import { useEffect } from 'preact/hooks';
import { isMaximised, view } from '../state/layout.ts';
import { reopen } from '../state/program.ts';
import { runAgain, shownStep, showStep, stop } from '../state/results.ts';
import { select, selected, selectedCard } from '../state/selection.ts';
import { stepThroughValues } from '../state/neighbours.ts';
import { views } from '../views/views.ts';
import { lastOf } from '@shardform/ir-core';

/** Keys that hold everywhere but while something is typed. */
export function useKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Views by the letters of their keys. */
const LETTERS: Readonly<Record<string, string>> = {
  s: 'shards',
  w: 'why',
  c: 'collectives',
  t: 'timeline',
  g: 'graph',
};

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || isTyping(event)) return;
  const { key } = event;
  if ((event.ctrlKey || event.metaKey) && key === 'z') {
    event.preventDefault();
    reopen();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const letter = LETTERS[key];
  if (letter !== undefined && views.some(({ name }) => name === letter)) view.value = letter;
  else if (/^[0-9]$/.test(key)) view.value = (views[(Number(key) + 9) % 10] ?? lastOf(views)).name;
  else if (key === 'm') isMaximised.value = !isMaximised.value;
  else if (key === 'r') runAgain();
  else if (key === 'Escape') stop();
  else if (key === '[') showStep(shownStep.value - 1);
  else if (key === ']') showStep(shownStep.value + 1);
  else if (key === 'ArrowUp' || key === 'ArrowDown') stepThroughValues(key === 'ArrowDown' ? 1 : -1);
  else if (key === 'ArrowLeft') select(selectedCard.value?.operands[0]?.id ?? selected.value);
  else if (key === 'ArrowRight') select(selectedCard.value?.uses[0]?.result?.id ?? selected.value);
  else return;
  event.preventDefault();
}

/** In fields and editors keys are text; lists, tabs and separators have their own arrows. */
function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isReading = target.closest('.cm-content[aria-readonly=true]') !== null;
  if (isReading) return false;
  return (
    target.isContentEditable ||
    target.closest('input, select, textarea, [role=tab], [role=separator], [role=grid], .steps') !== null
  );
}
