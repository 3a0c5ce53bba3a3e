import { bytesText, oneLine } from '@shardform/ir-core';
import { secondsText } from '@shardform/study';
import { type Column, isNumeric } from './column.ts';

/** A column is not cut below this. */
const LEAST_WIDTH = 8;
const GAP = '  ';

/**
 * Returns a table for people, with a heading. Columns in which no row has anything are left out.
 *
 * @param width of a line: columns that may shrink are cut to fit, the widest first; `null` for any.
 */
export function tableLines<R>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  width: number | null,
): string {
  const filled = columns.filter((column) => rows.some((row) => column.value(row) !== null));
  const texts = rows.map((row) => filled.map((column) => cellText(column, row)));
  const widths = filled.map(({ name }, i) =>
    Math.max(name.length, ...texts.map((cells) => cells[i]!.length)),
  );
  if (width !== null) shrink(widths, filled, width);
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => {
        const own = cut(cell, widths[i]!, filled[i]!);
        return isNumeric(filled[i]!) ? own.padStart(widths[i]!) : own.padEnd(widths[i]!);
      })
      .join(GAP)
      .trimEnd();
  return [filled.map(({ name }) => name), ...texts].map((cells) => `${line(cells)}\n`).join('');
}

/** Returns what a cell says to people. */
export function cellText<R>(column: Column<R>, row: R): string {
  if (column.text !== undefined) return oneLine(column.text(row));
  const value = column.value(row);
  if (value === null) return '';
  if (typeof value === 'string') return oneLine(value);
  if (column.unit === 'bytes') return bytesText(value);
  return column.unit === 'seconds' ? secondsText(value) : String(value);
}

function shrink<R>(widths: number[], columns: readonly Column<R>[], width: number): void {
  const total = (): number => widths.reduce((sum, own) => sum + own, GAP.length * (widths.length - 1));
  while (total() > width) {
    let widest = -1;
    for (const [i, { keeps }] of columns.entries())
      if (keeps !== undefined && widths[i]! > LEAST_WIDTH && (widest === -1 || widths[i]! > widths[widest]!))
        widest = i;
    if (widest === -1) return;
    widths[widest]!--;
  }
}

function cut<R>(text: string, width: number, { keeps }: Column<R>): string {
  if (text.length <= width) return text;
  return keeps === 'end' ? `…${text.slice(text.length - width + 1)}` : `${text.slice(0, width - 1)}…`;
}
