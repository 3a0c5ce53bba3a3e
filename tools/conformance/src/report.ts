import { dirname } from 'node:path';
import type { LitStatus } from '@shardform/lit';

/** How a file counts. */
export type Verdict = 'passed' | 'failed' | 'skipped';

/** The result of one file. */
export interface FileResult {
  /** Relative to the root. */
  readonly path: string;
  readonly verdict: Verdict;
  /** The reason why the file did not pass, in one line; empty otherwise. */
  readonly reason: string;
  readonly milliseconds: number;
}

/** How a test's status counts: an expected failure passes, and what cannot be run is skipped. */
export function verdictOf(status: LitStatus): Verdict {
  if (status === 'passed' || status === 'expected-failure') return 'passed';
  return status === 'unsupported' || status === 'unresolved' ? 'skipped' : 'failed';
}

const longestReason = 240;

/** The most informative line of a report: the first error, else the first output of a command. */
export function firstReason(report: string): string {
  const lines = report.split('\n').map((line) => line.trim());
  const written = lines.filter((line) => line !== '' && !/^(?:\$ |# |RUN: at line )/.test(line));
  const reason =
    written.find((line) => /\b(?:error|crashed|not found)\b/i.test(line)) ?? written[0] ?? lines[0] ?? '';
  return reason.length > longestReason ? `${reason.slice(0, longestReason)}...` : reason;
}

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

function countVerdicts(results: readonly FileResult[]): Count {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const { verdict } of results) count[verdict]++;
  return count;
}

/** One line a folder with its counts and the share that passed of those that ran, then the total line. */
export function summarize(results: readonly FileResult[]): string {
  const folders = new Map<string, FileResult[]>();
  for (const result of results) {
    const folder = dirname(result.path);
    const known = folders.get(folder);
    if (known) known.push(result);
    else folders.set(folder, [result]);
  }
  const width = Math.max(0, ...[...folders.keys()].map((folder) => folder.length));
  const lines = [...folders].map(([folder, inside]) => {
    const { passed, failed, skipped } = countVerdicts(inside);
    const ran = passed + failed;
    const share = ran === 0 ? '' : `${((100 * passed) / ran).toFixed(1)}%`;
    const counts = `${passed}/${ran}`.padStart(9);
    return `${folder.padEnd(width)} ${counts} ${share.padStart(6)}${skipped > 0 ? `  ${skipped} skipped` : ''}`;
  });
  const { passed, failed, skipped } = countVerdicts(results);
  return [...lines, '', `${passed} passed, ${failed} failed, ${skipped} skipped`, ''].join('\n');
}
