import { computed } from '@preact/signals';
import type { MarkedValues } from '../code/selection-marks.ts';
import { selected, selectedCard } from './selection.ts';

/** The selection and the operands of its operation, as texts mark them. */
export const marked = computed((): MarkedValues => {
  const id = selected.value;
  const card = selectedCard.value;
  const operands = card?.id !== id ? [] : card.operands.map((operand) => operand.id);
  return { selected: id, operands };
});
