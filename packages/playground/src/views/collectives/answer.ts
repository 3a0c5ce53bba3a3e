import { type CollectiveList, collectiveRows } from '@shardform/study';
import type { Basis } from '../../compiler/messages.ts';
import { defineAnswer } from '../define-view.ts';

/** The collectives of the program with what they cost, and whether there is a mesh along which devices communicate. */
export interface ListedCollectives extends CollectiveList {
  /** Of the step; `null` where the program was not simulated. */
  readonly stepSeconds: number | null;
  readonly hasMesh: boolean;
  readonly basis: Basis;
  /** Why the program has no collectives, or these no times. */
  readonly problems: readonly string[];
}

/** The collectives of the program. */
export default defineAnswer((session): ListedCollectives => {
  const { study, machine } = session;
  const { facts } = study.measured(machine);
  return {
    ...collectiveRows(study, machine),
    stepSeconds: facts.time?.seconds ?? null,
    hasMesh: facts.mesh !== null,
    problems: facts.problems,
    basis: session.basisAt(study.stages.at(-1) ?? study.source),
  };
});
