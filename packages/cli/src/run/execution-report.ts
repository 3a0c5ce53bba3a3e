import { describeMismatch, type ResultComparison } from '@shardform/inspect';
import { resultLine } from './result-line.ts';
import type { GlobalCheckReport } from './global-check-report.ts';

/** What `shardform run --json` prints; `version` changes when members change their meaning. */
export interface ExecutionJson {
  readonly version: 1;
  readonly engine: 'simulator' | 'xla';
  readonly devices: number;
  readonly results: readonly ExecutedResultJson[];
  /** `null` unless asked for. */
  readonly check: GlobalCheckReport | null;
  /** What else the execution showed, for people. */
  readonly messages: readonly string[];
}

/** How a result of the split execution lies to that of the sequential one. */
export interface ExecutedResultJson {
  readonly index: number;
  readonly type: string;
  readonly verdict: 'equal' | 'different' | 'unstable';
  readonly maxDifference: number;
  /** As a part of the largest magnitude of the result. */
  readonly relative: number;
}

/** The JSON form of the results of an execution. */
export function executedResults(comparisons: readonly ResultComparison[]): ExecutedResultJson[] {
  return comparisons.map(({ index, description, maxDifference, relative, mismatch, roundingEffect }) => ({
    index,
    type: description,
    verdict: mismatch !== null ? 'different' : roundingEffect === undefined ? 'equal' : 'unstable',
    maxDifference,
    relative,
  }));
}

/** What an execution tells people: a heading, a line for each result, and what else there is. */
export function executionText(
  heading: string,
  comparisons: readonly ResultComparison[],
  messages: readonly string[],
): string {
  return [heading, ...comparisons.map(resultLine), ...messages].map((line) => `${line}\n`).join('');
}

/** An error for each result that differs. */
export function differenceErrors(comparisons: readonly ResultComparison[]): string {
  return comparisons
    .filter(({ mismatch }) => mismatch !== null)
    .map((comparison) => `shardform: error: ${describeMismatch(comparison)}\n`)
    .join('');
}
