import { signal } from '@preact/signals';
import type { ValueId } from '@shardform/study';
import { ask } from '../compiler/client.ts';
import type { ProgramInput, StageCard, ValueReference } from '../compiler/messages.ts';

/** The selected value, the only selection of the page; `null` for none. */
export const selected = signal<ValueId | null>(null);
/** What is known of it at the shown stage, or at the last one that has it; `null` until known. */
export const selectedCard = signal<StageCard | null>(null);
/** True while {@link selectedCard} is of an earlier selection, program or stage. */
export const isCardOld = signal(false);
/** Counts the times that texts should scroll to the selection. */
export const reveals = signal(0);

/** Selects a value. @param reveal whether texts scroll to it. */
export function select(id: ValueId | null, reveal = true): void {
  selected.value = id;
  if (reveal) reveals.value++;
}

/** By selection, how it is found in another program: what was last known. */
let known: { readonly id: ValueId; readonly reference: ValueReference } | null = null;

let searches = 0;

/** Remembers how a selection is found again. */
export function rememberReference(id: ValueId, reference: ValueReference | null): void {
  known = reference === null ? null : { id, reference };
}

/** Finds the selection again after the program has changed. */
export async function reselect(before: ProgramInput, after: ProgramInput): Promise<void> {
  const id = selected.peek();
  if (id === null || before.text === after.text) return;
  const reference = known?.id === id ? known.reference : null;
  const own = ++searches;
  const again =
    reference === null ? null : await ask((compiler) => compiler.resolve(after, reference)).catch(() => null);
  // The program may have changed again, or another value may have been selected.
  if (own !== searches || selected.peek() !== id) return;
  if (again !== null) rememberReference(again, reference);
  selected.value = again;
}
