import { sourceId, type ValueId } from '@shardform/study';
import { selected } from '../../state/selection.ts';

/** Returns whether the selection is a value of the source, or one that passes derived from it, such as its sum. */
export function isSelected(id: ValueId | null): boolean {
  return id !== null && selected.value !== null && sourceId(selected.value) === id;
}
