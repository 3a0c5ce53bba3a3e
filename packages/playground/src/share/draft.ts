import { effect } from '@preact/signals';
import { get, set } from 'idb-keyval';
import { disabledSteps, name, openedCount, source, steps } from '../state/program.ts';
import { isShared } from './link.ts';

const KEY = 'shardform.draft';
const PAUSE = 500;

/** Shows the program that was written before the page was closed. @returns false if there is none. */
export async function restoreDraft(): Promise<boolean> {
  try {
    const draft: unknown = await get(KEY);
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
    const draft: Draft = { name: name.value, text: source.value, steps: steps.value, off };
    clearTimeout(timer);
    if (!isFirst) timer = setTimeout(() => void store(draft), PAUSE);
    isFirst = false;
  });
}

/** In the browser's database: other storage would stop the page while a large text is written. */
async function store(draft: Draft): Promise<void> {
  try {
    await set(KEY, draft);
  } catch {
    // Private windows and full disks keep no draft.
  }
}

interface Draft {
  readonly name: string;
  readonly text: string;
  readonly steps: readonly string[];
  readonly off: readonly number[];
}
