import { effect } from '@preact/signals';
import { disabledSteps, name, openedCount, source, steps } from '../state/program.ts';
import { isShared } from './link.ts';

const KEY = 'shardform.draft';
/** Browsers keep a few megabytes for a page. */
const MOST_CHARACTERS = 4_000_000;
const PAUSE = 500;

/** Shows the program that was written before the page was closed. @returns false if there is none. */
export function restoreDraft(): boolean {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (!isShared(draft) || draft.text === undefined) return false;
    name.value = draft.name ?? 'program.mlir';
    source.value = draft.text;
    steps.value = draft.steps;
    disabledSteps.value = new Set(draft.off ?? []);
    openedCount.value++;
    return true;
  } catch {
    return false;
  }
}

/** Keeps the program in the browser while it is written. */
export function keepDraft(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  effect(() => {
    const off = [...disabledSteps.value];
    const draft = { name: name.value, text: source.value, steps: steps.value, off };
    clearTimeout(timer);
    if (!isFirst) timer = setTimeout(() => store(draft), PAUSE);
    isFirst = false;
  });
}

function store(draft: {
  readonly name: string;
  readonly text: string;
  readonly steps: readonly string[];
  readonly off: readonly number[];
}): void {
  try {
    if (draft.text.length > MOST_CHARACTERS) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Private windows and full disks keep no draft.
  }
}
