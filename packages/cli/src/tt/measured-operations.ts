import type { MeasuredOperation } from '@shardform/study/tenstorrent';
import { UsageError } from '../tool-io.ts';

const COLUMNS = ['operation', 'seconds', 'measured_seconds'] as const;

/**
 * Reads measured times: the table of `shardform tt --profile --csv` with a column `measured_seconds`, which may be empty for
 * some rows.
 *
 * @throws UsageError for other files.
 */
export function readMeasuredOperations(text: string, file: string): MeasuredOperation[] {
  const [head = [], ...rows] = csvRows(text);
  const at = COLUMNS.map((name) => head.indexOf(name));
  const missing = COLUMNS.filter((_, i) => at[i] === -1);
  if (missing.length > 0)
    throw new UsageError(
      `'${file}' has no column ${missing.join(', ')}: it is the CSV of 'shardform tt --profile --csv' with a column measured_seconds`,
    );
  const measured = rows.flatMap((row, i) => {
    const [operation = '', estimated = '', own = ''] = at.map((column) => row[column] ?? '');
    if (own.trim() === '') return [];
    const [estimatedSeconds, measuredSeconds] = [Number(estimated), Number(own)];
    if (!(estimatedSeconds > 0 && measuredSeconds > 0))
      throw new UsageError(
        `'${file}', line ${i + 2}: expected seconds above 0 in the columns seconds and measured_seconds, got '${estimated}' and '${own}'`,
      );
    return [{ operation, estimatedSeconds, measuredSeconds }];
  });
  if (measured.length === 0) throw new UsageError(`'${file}' has no row with measured_seconds`);
  return measured;
}

/** The fields of CSV (RFC 4180), lines that are empty left out. */
function csvRows(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
      ),
    );
}
