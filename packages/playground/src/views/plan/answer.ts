import { CostError, MachineError } from '@shardform/cost-model';
import { LimitError, printOp } from '@shardform/ir-core';

import { PlanningError } from '@shardform/passes-planning';
import { defineAnswer } from '../define-view.ts';
import { type PlanComparison, planComparison } from './compared-plan.ts';
import { type FoundPlan, foundPlan } from './found-plan.ts';
import { type PlanPython, pythonOf } from './plan-for-jax.ts';
import { type PlanQuestion, solvedPlan } from './plan-session.ts';

/** What is asked about a plan. */
export interface PlanParams extends PlanQuestion, Readonly<Record<string, unknown>> {
  /** The parts take longer and longer. */
  readonly part: 'plan' | 'comparison' | 'python' | 'text';
}

/** The answer to one part. */
export type PlanAnswer =
  | { readonly part: 'none'; readonly problem: string }
  | { readonly part: 'plan'; readonly plan: FoundPlan }
  | { readonly part: 'comparison'; readonly comparison: PlanComparison | null }
  | { readonly part: 'python'; readonly found: PlanPython | null }
  | { readonly part: 'text'; readonly text: string };

/** Plans shardings for all values of the program on the machine. */
export default defineAnswer((session, { part, memory, pins, keeps }: PlanParams): PlanAnswer => {
  if (!session.study.model.isValid) return { part: 'none', problem: 'the program has errors' };
  if (session.study.source.isLocal)
    return { part: 'none', problem: 'it is the program of one device already' };
  if (session.study.isPlacedAt(session.study.module))
    return {
      part: 'none',
      problem: 'the program places its tensors on devices itself; Strategies has others',
    };
  try {
    const solved = solvedPlan(session, { memory, pins, keeps });
    switch (part) {
      case 'plan':
        return { part, plan: foundPlan(session, solved) };
      case 'comparison':
        return { part, comparison: planComparison(session, solved) };
      case 'python':
        return { part, found: pythonOf(session, solved) };
      case 'text':
        return { part, text: printOp(solved.plan.best.module, session.study.context) };
    }
  } catch (error) {
    const isKnown =
      error instanceof PlanningError ||
      error instanceof CostError ||
      error instanceof MachineError ||
      error instanceof LimitError;
    if (!isKnown) throw error;
    return { part: 'none', problem: error.message };
  }
});
