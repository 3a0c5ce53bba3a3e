import { bytesText } from '@shardform/ir-core';
import type { PlannedProgram } from '@shardform/passes-planning';
import { percentText, secondsText } from '@shardform/study';
import { peakOf, type PlanAnswer, secondsOf } from './plan-answer.ts';
import { reasonAgainst } from './tie-text.ts';

/** What programs are judged by, beside their simulated times. */
export type PlanLimits = Pick<PlanAnswer, 'memory' | 'verified'>;

/** A plan that is recognized, or sends no more without reduce-scatters, is taken though it is slower by up to this factor. */
const TIE = 1.05;

/** Less has no digit as a percentage. */
const LEAST_SHARE = 5e-4;

/**
 * Returns how much less time a program takes than the plan, and why it is not the plan: `takes 3.0 % less time, but does not fit into
 * 40.0 GiB`. `null` for one that is as fast or slower.
 */
export function fasterText(
  other: PlannedProgram,
  plan: PlannedProgram,
  { memory, verified }: PlanLimits,
): string | null {
  const share = 1 - secondsOf(other) / secondsOf(plan);
  if (!(share >= LEAST_SHARE)) return null;
  const less = `takes ${percentText(share)} less time`;
  if (peakOf(other) > (memory ?? Infinity)) return `${less}, but does not fit into ${bytesText(memory!)}`;
  const [own, best] = [other, plan].map((program) => verified?.compiled.get(program)?.seconds);
  if (own !== undefined && best !== undefined && own > best)
    return `${less}, but ${secondsText(own)} as compiled, in place of ${secondsText(best)}`;
  // Other plans are not judged by layouts that people know.
  const isJudged = other.argumentSplits !== null && secondsOf(plan) <= TIE * secondsOf(other);
  const reason = isJudged ? reasonAgainst(other, plan, verified) : null;
  return reason === null
    ? `${less}, but was simulated after the plan was chosen, for comparison`
    : `${less}, too little for one that ${reason}`;
}
