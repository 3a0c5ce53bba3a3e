import type { StagedProgram } from '@shardform/passes-planning';
import { isStaged, type MeshPlan, peakOf, secondsOf, simulatedBest } from './plan-answer.ts';
import type { Pipelines } from './plan-stages.ts';
import { bestCompiled, type VerifiedPlans } from './verified-plans.ts';

/** The best of all plans. */
export interface BestPlan {
  readonly plan: MeshPlan | StagedProgram;
  readonly fits: boolean;
}

/** The fastest of those that fit into memory, with stages or without; of those that don't the smallest. `null` for none. */
export function bestOf(
  plans: readonly MeshPlan[],
  pipelines: Pipelines | null,
  memory: number | null,
): BestPlan | null {
  const all = [...plans, ...(pipelines?.found ?? [])].map((plan) => {
    const { own } = simulatedBest(plan);
    return { plan, own, fits: peakOf(own) <= (memory ?? Infinity) };
  });
  const merit = ({ own, fits }: (typeof all)[number]): number => (fits ? secondsOf(own) : peakOf(own));
  const [best] = all.sort((a, b) => Number(b.fits) - Number(a.fits) || merit(a) - merit(b));
  return best === undefined ? null : { plan: best.plan, fits: best.fits };
}

/** Returns the plan of the same mesh that is best as XLA has compiled it. */
export function withBestCompiled(found: BestPlan, verified: VerifiedPlans, memory: number | null): BestPlan {
  if (isStaged(found.plan)) return found;
  const best = bestCompiled(found.plan, verified, memory ?? Infinity);
  const bytes = verified.compiled.get(best)?.facts.memory?.bytes ?? peakOf(best);
  return {
    plan: { ...found.plan, plan: { ...found.plan.plan, best } },
    fits: bytes <= (memory ?? Infinity),
  };
}

/** Seconds of the best plan, if it fits. */
export function secondsToBeat([best]: readonly MeshPlan[]): number {
  return best?.plan.fits === true ? secondsOf(best.plan.best) : Infinity;
}
