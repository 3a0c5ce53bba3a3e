import { signal } from '@preact/signals';
import type { ValueId } from '@shardform/study';
import { ask } from '../compiler/client.ts';
import type { ProgramInput, StageCard } from '../compiler/messages.ts';

/** The selected value, the only selection of the page; `null` for none. */
export const selected = signal<ValueId | null>(null);
/** What is known of it at the shown stage, or at the last one that has it; `null` until known. */
export const selectedCard = signal<StageCard | null>(null);
/** Counts the times that texts should scroll to the selection. */
export const reveals = signal(0);

/** Selects a value. @param reveal whether texts scroll to it. */
export function select(id: ValueId | null, reveal = true): void {
  selected.value = id;
  if (reveal) reveals.value++;
}

/** Finds the selection again after the program has changed. */
export async function reselect(before: ProgramInput, after: ProgramInput): Promise<void> {
  const id = selected.peek();
  if (id === null || before.text === after.text) return;
  const reference = await ask((compiler) => compiler.reference(before, id)).catch(() => null);
  const again =
    reference === null ? null : await ask((compiler) => compiler.resolve(after, reference)).catch(() => null);
  if (selected.peek() === id) selected.value = again;
}
