import { mergedName, ofAnyLayer } from '../text/any-layer.ts';
import type { MemoryRow } from './memory-report.ts';

/** Arrays of one name and kind that a device holds at the peak, such as those of equal layers. */
export interface HeldGroup {
  readonly kind: MemoryRow['kind'];
  readonly name: string;
  readonly count: number;
  readonly bytes: number;
}

/** An array that a device holds at the peak. */
export type HeldArray = Omit<HeldGroup, 'count'>;

/** Returns an array with its name in the user's program, or else its operation or its name in the text. */
export function heldArray({ kind, bytes, userName, operation, value }: MemoryRow): HeldArray {
  return { kind, bytes, name: userName ?? operation ?? value?.name ?? '' };
}

/** Returns the arrays of a device at the peak in groups, the largest first. */
export function heldGroups(arrays: readonly HeldArray[]): HeldGroup[] {
  const groups = new Map<string, HeldGroup>();
  for (const { kind, bytes, name } of arrays) {
    const key = `${kind} ${ofAnyLayer(name)}`;
    const known = groups.get(key);
    groups.set(
      key,
      known === undefined
        ? { kind, name, count: 1, bytes }
        : {
            ...known,
            name: mergedName(known.name, name)!,
            count: known.count + 1,
            bytes: known.bytes + bytes,
          },
    );
  }
  return [...groups.values()].sort((a, b) => b.bytes - a.bytes);
}
