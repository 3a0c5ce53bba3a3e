import {
  type ElementCounts,
  type ResultComparison,
  resultTitle,
  type Verdict,
  VERDICTS,
} from '@shardform/inspect';

/** One line about a result, without its end. */
export function resultLine(comparison: ResultComparison): string {
  return `${resultTitle(comparison)} ${comparison.description}: ${verdictText(comparison)}`;
}

/** Returns the text of a result's verdict. */
export function verdictText({
  verdict,
  elements,
  maxDifference,
  relative,
}: Pick<ResultComparison, 'verdict' | 'elements' | 'maxDifference' | 'relative'>): string {
  const count = total(elements);
  const difference = `largest difference ${maxDifference.toExponential(2)} (${relative.toExponential(2)} of the largest magnitude)`;
  switch (verdict) {
    case 'equal':
      return `equal within tolerance, ${difference}`;
    case 'unstable':
      return `unstable, ${difference}; ${share(elements.unstable, count)} rounding noise: other last digits change as much`;
    case 'nan':
      return elements.nan === count
        ? `NaN, ${share(count, count)} NaN in both executions`
        : `equal but for NaN, ${difference}; ${share(elements.nan, count)} NaN in both executions`;
    case 'different':
      return `DIFFERENT, ${difference}; ${share(elements.different, count)} different`;
  }
}

const WORDS: Readonly<Record<Verdict, string>> = {
  equal: 'equal',
  unstable: 'unstable',
  nan: 'NaN',
  different: 'different',
};

/** Returns the last line about an execution: how many results and elements have which verdict. */
export function summaryLine(comparisons: readonly ResultComparison[]): string {
  const results = VERDICTS.flatMap((verdict) => {
    const count = comparisons.filter((comparison) => comparison.verdict === verdict).length;
    return count === 0 && verdict !== 'equal' ? [] : [`${count} ${WORDS[verdict]}`];
  });
  const elements = VERDICTS.flatMap((verdict) => {
    const count = comparisons.reduce((sum, comparison) => sum + comparison.elements[verdict], 0);
    return count === 0 && verdict !== 'equal' ? [] : [`${count} ${WORDS[verdict]}`];
  });
  const all = comparisons.reduce((sum, comparison) => sum + total(comparison.elements), 0);
  return `in all: ${results.join(', ')} of ${comparisons.length} result${plural(comparisons.length)}; ${elements.join(', ')} of ${all} element${plural(all)}`;
}

/**
 * Returns whether an execution shows that a program is right as far as this result goes: its elements were compared,
 * and agree.
 */
export function holds({ verdict, elements }: Pick<ResultComparison, 'verdict' | 'elements'>): boolean {
  return verdict !== 'different' && (elements.nan === 0 || elements.nan < total(elements));
}

function share(some: number, count: number): string {
  return `${some} of ${count} element${plural(count)} ${some === 1 ? 'is' : 'are'}`;
}

function total(elements: ElementCounts): number {
  return VERDICTS.reduce((sum, verdict) => sum + elements[verdict], 0);
}

function plural(count: number): string {
  return count === 1 ? '' : 's';
}
