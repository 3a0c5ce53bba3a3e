import {
  describeMismatch,
  type ElementCounts,
  type ResultComparison,
  resultTitle,
  type Verdict,
} from '@shardform/inspect';
import { holds, resultLine, summaryLine } from './result-line.ts';
import type { GlobalCheckReport } from './global-check-report.ts';

/** What `shardform run --json` prints; `version` changes when members change their meaning. */
export interface ExecutionJson {
  readonly version: 1;
  readonly engine: 'simulator' | 'xla';
  readonly devices: number;
  readonly results: readonly ExecutedResultJson[];
  /** How they lie to the results of a file; `null` unless one was given. */
  readonly expected: { readonly file: string; readonly results: readonly ExecutedResultJson[] } | null;
  /** `null` unless asked for. */
  readonly check: GlobalCheckReport | null;
  /** What else the execution showed, for people. */
  readonly messages: readonly string[];
}

/** How a result of the split execution lies to that of the sequential one. */
export interface ExecutedResultJson {
  readonly index: number;
  /** What the person's program calls it; `null` when nobody says. */
  readonly name: string | null;
  readonly type: string;
  readonly verdict: Verdict;
  /** How many elements have which verdict. */
  readonly elements: ElementCounts;
  readonly maxDifference: number;
  /** As a part of the largest magnitude of the result. */
  readonly relative: number;
}

/** The JSON form of the results of an execution. */
export function executedResults(comparisons: readonly ResultComparison[]): ExecutedResultJson[] {
  return comparisons.map(
    ({ index, name = null, description, verdict, elements, maxDifference, relative }) => ({
      index,
      name,
      type: description,
      verdict,
      elements,
      maxDifference,
      relative,
    }),
  );
}

/** What an execution tells people: a heading, a line for each result, their sum, and what else there is. */
export function executionText(
  heading: string,
  comparisons: readonly ResultComparison[],
  messages: readonly string[],
): string {
  const summary = comparisons.length > 1 ? [summaryLine(comparisons)] : [];
  return [heading, ...comparisons.map(resultLine), ...summary, ...messages]
    .map((line) => `${line}\n`)
    .join('');
}

/** An error for each result that differs, or has no number to compare. */
export function differenceErrors(comparisons: readonly ResultComparison[]): string {
  return comparisons
    .filter((comparison) => !holds(comparison))
    .map((comparison) => `shardform: error: ${problemOf(comparison)}\n`)
    .join('');
}

function problemOf(comparison: ResultComparison): string {
  if (comparison.mismatch !== null) return describeMismatch(comparison);
  return `output ${resultTitle(comparison)} is NaN throughout, in sequential execution too: nothing was compared; give other inputs with '--in' or '--deviation', or find the operation with '--check-numerics'`;
}
