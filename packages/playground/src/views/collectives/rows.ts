import { type CollectiveRow, sourceId } from '@shardform/study';

/** What rows are put together by. */
export type Grouping = 'axis' | 'layer' | 'cause' | 'none';
/** What rows are sorted by, the largest first. */
export type Order = 'seconds' | 'bytes' | 'executions';

/** Rows with something in common, and their sums. */
export interface RowGroup {
  /** What they have in common; empty for a list without groups. */
  readonly name: string;
  readonly rows: readonly CollectiveRow[];
  /** `null` where the program was not simulated. */
  readonly seconds: number | null;
  readonly bytes: number;
  readonly executions: number;
}

/** Returns the rows in groups; groups and the rows of each are sorted, the largest first. */
export function groupedRows(rows: readonly CollectiveRow[], by: Grouping, order: Order): readonly RowGroup[] {
  const groups = new Map<string, CollectiveRow[]>();
  for (const row of rows) {
    const name = groupOf(row, by);
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [row]);
    else known.push(row);
  }
  return Array.from(groups, ([name, own]) => ({
    name,
    rows: own.sort(largestFirst(order)),
    ...sumsOf(own),
  })).sort(largestFirst(order));
}

/** Returns the sums of rows. */
export function sumsOf(rows: readonly CollectiveRow[]): Pick<RowGroup, 'seconds' | 'bytes' | 'executions'> {
  const sum = (of: (row: CollectiveRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  return {
    seconds: rows.some(({ seconds }) => seconds === null) ? null : sum(({ seconds }) => seconds ?? 0),
    bytes: sum(({ bytes }) => bytes),
    executions: sum(({ executions }) => executions),
  };
}

/** Returns the rows that have each of the words of a search somewhere. */
export function searchedRows(rows: readonly CollectiveRow[], search: string): readonly CollectiveRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = [
      row.kind,
      row.axis,
      row.value,
      row.userName,
      row.layer,
      row.reason,
      `line ${row.line ?? ''}`,
      ...(row.compiled?.moved.flatMap(({ value, userName }) => [value, userName]) ?? []),
    ]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Returns the collective that makes a value, or else the first one that moves what it was derived from; `null` for none. */
export function selectedRow(rows: readonly CollectiveRow[], id: string | null): CollectiveRow | null {
  if (id === null) return null;
  const moves = ({ compiled }: CollectiveRow): boolean =>
    compiled?.moved.some((array) => array.id === id) === true;
  return (
    rows.find((row) => row.id === id) ??
    rows.find((row) => sourceId(row.id) === id) ??
    rows.find(moves) ??
    null
  );
}

/** Returns why a collective is there, in the words of the program. */
export function causeOf({ reason }: CollectiveRow): string {
  return reason ?? 'in the program as given';
}

/** Returns the cause as the partitioner has it, which does not name values, without the name of the usual dialect. */
export function kindOfCause(row: CollectiveRow): string {
  return row.detail?.replaceAll('stablehlo.', '') ?? causeOf(row);
}

function groupOf(row: CollectiveRow, by: Grouping): string {
  switch (by) {
    case 'axis':
      return row.axis;
    case 'layer':
      return row.layer ?? 'elsewhere';
    case 'cause':
      return kindOfCause(row);
    case 'none':
      return '';
  }
}

/** Ties are broken by bytes, and stay in the order of the program. */
function largestFirst(order: Order) {
  return (a: Pick<RowGroup, Order>, b: Pick<RowGroup, Order>): number =>
    (b[order] ?? 0) - (a[order] ?? 0) || b.bytes - a.bytes;
}

/** Returns rows as a table for spreadsheets, with a line of titles. */
export function csvOf(rows: readonly CollectiveRow[]): string {
  const lines = rows.map((row) => COLUMNS.map((column) => cell(row[column])).join(','));
  return [COLUMNS.join(','), ...lines, ''].join('\r\n');
}

const COLUMNS = [
  ...([
    'kind',
    'axis',
    'value',
    'userName',
    'layer',
    'line',
    'seconds',
    'contentionSeconds',
    'hiddenSeconds',
  ] as const),
  ...(['bytes', 'executions', 'executionsMeaning', 'groupSize', 'type', 'reason', 'detail'] as const),
];

function cell(value: string | number | null): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
