import { type CollectiveList, collectiveRows } from '@shardform/study';
import type { Basis } from '../../compiler/messages.ts';
import { defineAnswer } from '../define-view.ts';

/** The collectives of the program with what they cost, and whether there is a mesh along which devices communicate. */
export interface ListedCollectives extends CollectiveList {
  /** Of the step; `null` where the program was not simulated. */
  readonly stepSeconds: number | null;
  readonly hasMesh: boolean;
  /** True if the tensors are placed on devices, which need no mesh for that. */
  readonly isPlaced: boolean;
  readonly basis: Basis;
  /** Why the program has no collectives, or these no times. */
  readonly problems: readonly string[];
}

/** The collectives of the program. */
export default defineAnswer((session): ListedCollectives => {
  const { study, machine } = session;
  // Strategies place tensors on devices, which then communicate.
  const last = study.stages.at(-1) ?? study.source;
  const { facts } = study.measuredAt(last, machine);
  return {
    ...collectiveRows(study, machine, last),
    stepSeconds: facts.time?.seconds ?? null,
    hasMesh: facts.mesh !== null,
    isPlaced: study.isPlacedAt(last.module),
    problems: facts.problems,
    basis: session.basisAt(last),
  };
});
