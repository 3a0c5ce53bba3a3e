import { effect } from '@preact/signals';
import { ask } from '../compiler/client.ts';
import { results, shownStage, studied } from './results.ts';
import { selected, selectedCard } from './selection.ts';

/** Keeps what is known of the selected value in step with the selection, the program and the shown stage. */
export function watchSelection(): void {
  let controller = new AbortController();
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
      selectedCard.value = null;
      return;
    }
    ask((compiler) => compiler.card(program, stage, id), { signal, isUrgent: true }).then(
      (card) => {
        if (!signal.aborted) selectedCard.value = card;
      },
      () => {
        // Cancelled, or failed: the texts say why.
      },
    );
  });
}
