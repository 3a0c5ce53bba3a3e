import { describeMismatchWith, numberText, type ResultComparison, resultTitle } from '@shardform/inspect';
import { holds, resultLine, summaryLine } from './result-line.ts';
import type { ExecutedResultJson } from './execution-schema.ts';

/** Returns the JSON form of the results of an execution. */
export function executedResults(comparisons: readonly ResultComparison[]): ExecutedResultJson[] {
  return comparisons.map(
    ({ index, name = null, description, verdict, elements, maxDifference, relative, mismatch, device }) => ({
      index,
      name,
      type: description,
      verdict,
      elements,
      maxDifference,
      relative,
      mismatch:
        mismatch === null
          ? null
          : {
              position: [...mismatch.position],
              // That of whole results is none.
              device: device === null ? null : mismatch.device,
              actual: numberText(mismatch.actual),
              expected: numberText(mismatch.expected),
            },
    }),
  );
}

/** Returns the report of an execution: a heading, a line for each result, a summary, and notes. */
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

/**
 * Returns an error for each result that differs, or has no number to compare.
 *
 * @param reference the file of the program that was compared with; `null` for the executed one itself.
 */
export function differenceErrors(
  comparisons: readonly ResultComparison[],
  reference: string | null = null,
): string {
  const against = reference === null ? 'sequential execution' : `'${reference}'`;
  return comparisons
    .filter((comparison) => !holds(comparison))
    .map((comparison) => `shardform: error: ${problemOf(comparison, against)}\n`)
    .join('');
}

function problemOf(comparison: ResultComparison, against: string): string {
  if (comparison.mismatch !== null) return describeMismatchWith(comparison, against);
  return `output ${resultTitle(comparison)} is NaN throughout, in ${against} too: nothing was compared; give other inputs with '--in' or '--deviation', or find the operation with '--check-numerics'`;
}
