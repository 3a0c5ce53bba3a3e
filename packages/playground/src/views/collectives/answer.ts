import {
  collectiveRows,
  type CompiledProgram,
  type ProfiledCollective,
  type StageCollectives,
} from '@shardform/study';
import type { Basis } from '../../compiler/messages.ts';
import { defineAnswer } from '../define-view.ts';

/** Whose collectives are listed: those of the compiled program, where there is one, or the predicted ones. */
export type Told = 'compiled' | 'predicted';

/** What was measured of collectives, by their instructions. */
export type MeasuredCollectives = ReadonlyMap<string, ProfiledCollective>;

/** The collectives of the program with what they cost, and whether there is a mesh along which devices communicate. */
export interface ListedCollectives extends StageCollectives {
  /** Of the step; `null` where the program was not simulated. */
  readonly stepSeconds: number | null;
  readonly hasMesh: boolean;
  /** True if the tensors are placed on devices, which need no mesh for that. */
  readonly isPlaced: boolean;
  readonly basis: Basis;
  /** `null` where there is no compiled program. */
  readonly told: Told | null;
  /** What was measured, by the instructions of the compiled program; `null` without a profile. */
  readonly measured: MeasuredCollectives | null;
  /** True if no collective of the compiled program is matched with an operation, as where the program has no locations. */
  readonly isUnmatched: boolean;
  /** Why the program has no collectives, or these no times. */
  readonly problems: readonly string[];
}

/** The collectives of the program. */
export default defineAnswer(
  async (session, { wanted }: { readonly wanted: Told }): Promise<ListedCollectives> => {
    const { study, machine } = session;
    const compiled = study.stages.find((stage) => stage.compiled !== undefined) ?? null;
    const told = compiled === null ? null : wanted;
    // Strategies place tensors on devices, which then communicate.
    const made = study.stages.findLast((stage) => stage.compiled === undefined) ?? study.source;
    const last = told === 'compiled' && compiled !== null ? compiled : made;
    const { facts } = study.measuredAt(last, machine);
    const overlay = told === 'compiled' ? await session.profiled() : null;
    return {
      ...collectiveRows(study, machine, last),
      stepSeconds: facts.time?.seconds ?? null,
      hasMesh: facts.mesh !== null,
      isPlaced: study.isPlacedAt(last.module),
      problems: facts.problems,
      basis: session.basisAt(last),
      told,
      measured:
        overlay === null ? null : new Map(overlay.report.collectives.map((own) => [own.instruction, own])),
      isUnmatched: last.compiled !== undefined && isUnmatched(last.compiled),
    };
  },
);

function isUnmatched({ collectives }: CompiledProgram): boolean {
  return collectives.length > 0 && collectives.every(({ moved }) => moved.every(({ op }) => op === null));
}
