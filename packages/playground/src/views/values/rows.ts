import type { ValueRow } from '@shardform/study';

/** What rows are sorted by; numbers largest first, places in the order of the program. */
export type Order = 'bytes' | 'executions' | 'place';

/** Returns the rows that have each of the words of a search somewhere, sorted. */
export function shownRows(rows: readonly ValueRow[], search: string, order: Order): readonly ValueRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => {
    if (words.length === 0) return true;
    const text = wordsOf(row);
    return words.every((word) => text.includes(word));
  });
  return order === 'place' ? found : [...found].sort((a, b) => (b[order] ?? -1) - (a[order] ?? -1));
}

function wordsOf({ value, userName, layer, operation, type, sharding, line }: ValueRow): string {
  const place = line === null ? null : `line ${line}`;
  return [value, userName, layer, operation, type, sharding, place].join(' ').toLowerCase();
}
