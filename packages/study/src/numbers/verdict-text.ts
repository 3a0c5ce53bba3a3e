import { describeMismatch } from '@shardform/inspect';
import { errorSizeText } from './error-size.ts';
import type { ExecutedStages, StageResult } from './executed-stages.ts';

/** `equal bit for bit`, `equal within tolerance, largest difference 1.2e-7 (3.0e-7 of the largest magnitude)`, or where it differs. */
export function verdictText({ comparison, error }: StageResult): string {
  const { verdict, elements } = comparison;
  const size = `largest difference ${errorSizeText(error.absolute)} (${errorSizeText(error.relative)} of the largest magnitude)`;
  switch (verdict) {
    case 'equal':
      return error.isEqual ? 'equal bit for bit' : `equal within tolerance, ${size}`;
    case 'unstable':
      return `rounding noise, ${size}: other roundings change ${elements.unstable} elements as much`;
    case 'nan':
      return `NaN in both in ${elements.nan} elements${error.isEqual ? '' : `, ${size}`}`;
    case 'different':
      return `differs, ${size}: ${describeMismatch(comparison)}`;
  }
}

/** What an execution as a whole says, in a few words: `equal`, `differs after To local`; `null` if nothing was compared. */
export function overallVerdict({ stages }: ExecutedStages): {
  readonly verdict: 'equal' | 'within' | 'differs';
  /** The largest error of a result at a stage, as a part of its largest magnitude. */
  readonly relative: number;
  /** The first stage with a result that differs; `null` if none has. */
  readonly stage: number | null;
} | null {
  const results = stages.flatMap(({ results: own }) => own);
  if (results.length === 0) return null;
  const stage = stages.findIndex(({ results: own }) =>
    own.some(({ comparison }) => comparison.verdict === 'different'),
  );
  const relative = results.reduce((most, { error }) => Math.max(most, error.relative), 0);
  return {
    verdict: stage !== -1 ? 'differs' : results.every(({ error }) => error.isEqual) ? 'equal' : 'within',
    relative,
    stage: stage === -1 ? null : stage,
  };
}
