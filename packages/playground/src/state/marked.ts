import { computed, signal } from '@preact/signals';
import type { ValueId } from '@shardform/study';
import type { MarkedValues } from '../code/selection-marks.ts';
import { selected, selectedCard } from './selection.ts';

/** The value that an axis comes from in a replay of propagation; `null` while nothing is replayed. */
export const replayedFrom = signal<ValueId | null>(null);

/** The selection and the operands of its operation, as texts mark them. */
export const marked = computed((): MarkedValues => {
  const id = selected.value;
  const card = selectedCard.value;
  const from = replayedFrom.value;
  if (from !== null) return { selected: id, operands: [from] };
  const operands = card?.id !== id ? [] : card.operands.map((operand) => operand.id);
  return { selected: id, operands };
});
