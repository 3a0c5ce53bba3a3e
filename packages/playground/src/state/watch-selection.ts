import { batch, effect } from '@preact/signals';
import { ask } from '../compiler/client.ts';
import type { StageCard } from '../compiler/messages.ts';
import { results, shownStage, studied } from './results.ts';
import { isCardOld, rememberReference, selected, selectedCard } from './selection.ts';

/** Keeps what is known of the selected value in step with the selection, the program and the shown stage. */
export function watchSelection(): void {
  let controller = new AbortController();
  const know = (card: StageCard | null): void =>
    batch(() => {
      selectedCard.value = card;
      isCardOld.value = false;
    });
  effect(() => {
    const [id, program, stage, count] = [
      selected.value,
      studied.value,
      shownStage.value,
      results.value.length,
    ];
    controller.abort();
    const { signal } = (controller = new AbortController());
    if (id === null || count === 0) {
      know(null);
      return;
    }
    isCardOld.value = true;
    ask((compiler) => compiler.card(program, stage, id), { signal, isUrgent: true }).then(
      (card) => {
        if (signal.aborted) return;
        if (card !== null) rememberReference(id, card.reference);
        know(card);
      },
      // Cancelled, or failed: the texts say why, and what was known is of another value.
      () => {
        if (!signal.aborted) know(null);
      },
    );
  });
}
