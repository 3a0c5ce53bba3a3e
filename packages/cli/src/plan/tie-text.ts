import { bytesText } from '@shardform/ir-core';
import { bytesWithoutScatters, type PlannedProgram, type StagedProgram } from '@shardform/passes-planning';
import { countText, percentText } from '@shardform/study';
import { isStaged, peakOf, type PlanAnswer, secondsOf, triedPrograms } from './plan-answer.ts';
import { isKept, type VerifiedPlans } from './verified-plans.ts';

/** Returns why a plan is taken though another one is faster, and another one that people know; nothing where none is. */
export function tieLines(
  answer: Pick<PlanAnswer, 'tried' | 'pipelines' | 'memory' | 'verified'>,
  found: PlannedProgram | StagedProgram,
): string[] {
  const { memory, verified } = answer;
  const [fastest, ...others] = triedPrograms(answer)
    .map(({ own }) => own)
    .filter((own) => peakOf(own) <= (memory ?? Infinity));
  if (fastest === undefined || fastest === found || isStaged(fastest) || isStaged(found)) return [];
  const lineOf = (faster: PlannedProgram, name: string): string[] => {
    const share = 1 - secondsOf(faster) / secondsOf(found);
    const reason = share <= 0 ? null : reasonAgainst(faster, found, verified);
    return reason === null ? [] : [`  ${name} takes ${percentText(share)} less, but ${reason}`];
  };
  const isKnown = ({ layout }: PlannedProgram): boolean => layout !== null && !layout.isChanged;
  const known = isKnown(fastest)
    ? undefined
    : others.find((own): own is PlannedProgram => !isStaged(own) && isKnown(own));
  return [
    ...lineOf(fastest, 'the fastest'),
    ...(known?.layout == null || known === found ? [] : lineOf(known, known.layout.name)),
  ];
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
    return `needs ${countText(constraints.length, 'constraint')}${found.constraints.length === 0 ? '' : ` instead of ${found.constraints.length}`}`;
  const plain = bytesWithoutScatters(facts);
  return plain > bytesWithoutScatters(found.facts)
    ? `sends ${bytesText(plain)} where the compiler makes no reduce-scatters`
    : null;
}
