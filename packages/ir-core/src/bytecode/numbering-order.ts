import type { NumberedDialect } from './entry-tables.ts';

/** Something that is written once and referred to by its number. */
export interface Entry<T> {
  readonly value: T;
  readonly dialect: NumberedDialect;
  /** Number of references to it. */
  references: number;
  number: number;
}

/** Returns the number of integers that need exactly `bytes` bytes; MLIR counts them like this. */
function groupSize(bytes: number, previous: number): number {
  return 2 ** (7 * bytes) - previous;
}

/**
 * Orders by references, most first; among those whose numbers take equally many bytes, the dialects are kept
 * together, because a dialect is told once for each run of its entries. Numbers the entries.
 */
export function orderEntries<T>(entries: readonly Entry<T>[]): readonly Entry<T>[] {
  // Most things are referred to once: they need no sorting.
  const ordered = entries.filter(({ references }) => references > 1);
  ordered.sort((a, b) => b.references - a.references);
  for (const entry of entries) if (entry.references === 1) ordered.push(entry);
  let firstDialect = 0;
  let size = 0;
  for (let start = 0, bytes = 1; start < ordered.length; start += size, bytes++) {
    size = groupSize(bytes, size);
    const end = Math.min(start + size, ordered.length);
    if (!haveOneDialect(ordered, start, end)) {
      const rank = ({ dialect }: Entry<T>): number => (dialect.number === firstDialect ? -1 : dialect.number);
      const group = ordered.slice(start, end).sort((a, b) => rank(a) - rank(b));
      group.forEach((entry, i) => (ordered[start + i] = entry));
    }
    firstDialect = ordered[end - 1]!.dialect.number;
  }
  for (let i = 0; i < ordered.length; i++) ordered[i]!.number = i;
  return ordered;
}

function haveOneDialect(entries: readonly Entry<unknown>[], start: number, end: number): boolean {
  const { dialect } = entries[start]!;
  for (let i = start + 1; i < end; i++) if (entries[i]!.dialect !== dialect) return false;
  return true;
}
