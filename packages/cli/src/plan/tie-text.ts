import { bytesText } from '@shardform/ir-core';
import { bytesWithoutScatters, type PlannedProgram, type StagedProgram } from '@shardform/passes-planning';
import { percentText } from '@shardform/study';
import { isStaged, peakOf, type PlanAnswer, secondsOf, triedPrograms } from './plan-answer.ts';
import { isKept, type VerifiedPlans } from './verified-plans.ts';

/** Returns why a plan is taken though another one is faster; nothing where none is. */
export function tieLines(
  answer: Pick<PlanAnswer, 'tried' | 'pipelines' | 'memory' | 'verified'>,
  found: PlannedProgram | StagedProgram,
): string[] {
  const { memory, verified } = answer;
  const [fastest] = triedPrograms(answer).filter(({ own }) => peakOf(own) <= (memory ?? Infinity));
  if (fastest === undefined || fastest.own === found || isStaged(fastest.own) || isStaged(found)) return [];
  const share = 1 - secondsOf(fastest.own) / secondsOf(found);
  if (share <= 0) return [];
  const reason = reasonAgainst(fastest.own, found, verified);
  return reason === null ? [] : [`  the fastest takes ${percentText(share)} less, but ${reason}`];
}

/** Returns what speaks against a plan that is nearly as fast as another one, as a verb with its object; `null` for nothing. */
export function reasonAgainst(
  faster: PlannedProgram,
  found: PlannedProgram,
  verified: VerifiedPlans | null,
): string | null {
  const compiled = verified?.compiled.get(faster);
  if (compiled !== undefined && !isKept(faster, compiled))
    return `sends ${bytesText(compiled.sentBytes)} as compiled`;
  const { layout, constraints, facts } = faster;
  if (layout === null || layout.isChanged) return 'departs from the layouts that people know';
  if (layout.isContrary && found.layout?.isContrary !== true)
    return 'uses axes of the mesh for something else than their names say';
  if (constraints.length > found.constraints.length)
    return `needs ${constraints.length} constraints instead of ${found.constraints.length}`;
  const plain = bytesWithoutScatters(facts);
  return plain > bytesWithoutScatters(found.facts)
    ? `sends ${bytesText(plain)} where the compiler makes no reduce-scatters`
    : null;
}
