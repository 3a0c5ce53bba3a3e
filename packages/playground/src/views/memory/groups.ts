import type { MemoryRow } from '@shardform/study';

/** What rows are put together by. */
export type Grouping = 'kind' | 'layer' | 'none';

/** Rows with something in common, and their sum. */
export interface RowGroup {
  /** Empty for a list without groups. */
  readonly name: string;
  readonly rows: readonly MemoryRow[];
  readonly bytes: number;
}

const KINDS: Readonly<Record<MemoryRow['kind'], string>> = {
  argument: 'arguments',
  donated: 'donated arguments, for results too',
  result: 'results',
  temporary: 'temporaries',
  addresses: 'tables of addresses',
  gaps: 'gaps between temporaries',
};

/** Returns the rows in groups, the largest first. Sums of all groups add up to the peak. */
export function groupedRows(rows: readonly MemoryRow[], by: Grouping): readonly RowGroup[] {
  const groups = new Map<string, MemoryRow[]>();
  for (const row of rows) {
    const name = groupOf(row, by);
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [row]);
    else known.push(row);
  }
  return Array.from(groups, ([name, own]) => ({
    name,
    rows: own,
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
  })).sort((a, b) => b.bytes - a.bytes);
}

function groupOf({ kind, layer, operation }: MemoryRow, by: Grouping): string {
  switch (by) {
    case 'kind':
      return KINDS[kind];
    case 'layer':
      // What no operation makes is in no layer.
      return layer ?? (operation === null ? KINDS[kind] : 'elsewhere');
    case 'none':
      return '';
  }
}
