import {
  compareWithKnown,
  InputError,
  numberText,
  type ResultComparison,
  resultsFromFile,
  type RoundingSamples,
  type ShardedFunction,
} from '@shardform/inspect';
import type { NdArray } from '@shardform/runtime-sim';
import { readInput, type ToolInput, UsageError } from '../tool-io.ts';
import { resultLine, summaryLine } from './result-line.ts';
import type { RunArguments } from './run-flags.ts';

/** The comparison of an execution's results with those of a file. */
export interface KnownResults {
  readonly file: string;
  readonly comparisons: readonly ResultComparison[];
}

/** Results with what they are compared with. */
interface ComparableResults {
  readonly results: readonly NdArray[];
  readonly expected: readonly NdArray[];
  /** `null` if there are none: only the last digits may differ. */
  readonly samples: RoundingSamples | null;
}

/**
 * Compares an execution with the results in the file that the flags name, which another tool computed from the same inputs. The effect
 * of rounding is sampled on the sequential execution.
 *
 * @returns `null` without such a file.
 * @throws UsageError for a file with other results.
 */
export function knownResults(
  { results, expected, samples }: ComparableResults,
  program: Pick<ShardedFunction, 'results'>,
  { expect: file, tolerance }: Pick<RunArguments, 'expect' | 'tolerance'>,
  input: ToolInput,
): KnownResults | null {
  if (file === null) return null;
  try {
    const known = resultsFromFile(expected, file, readInput(file, input));
    return { file, comparisons: compareWithKnown(results, known, expected, program, tolerance, samples) };
  } catch (error) {
    if (error instanceof InputError) throw new UsageError(error.message);
    throw error;
  }
}

/** Returns the lines about a comparison with a file. */
export function knownResultsLines({ file, comparisons }: KnownResults): string[] {
  const summary = comparisons.length > 1 ? [summaryLine(comparisons)] : [];
  return [`compared with ${file}`, ...comparisons.map(resultLine), ...summary];
}

/** Returns an error for each result that is not the file's. */
export function knownResultsErrors({ file, comparisons }: KnownResults): string {
  return comparisons
    .flatMap(({ index, mismatch }) =>
      mismatch === null
        ? []
        : [
            `shardform: error: output res${index}[${mismatch.position.join(', ')}] is ${numberText(mismatch.actual)}, in '${file}' ${numberText(mismatch.expected)}\n`,
          ],
    )
    .join('');
}
