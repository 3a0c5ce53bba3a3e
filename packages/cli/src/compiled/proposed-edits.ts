import { basename } from 'node:path';
import { programEntry } from '@shardform/dialect-func';
import { type ActivationConstraint, activationConstraints } from '@shardform/passes-planning';
import type { ProgramChange, Study } from '@shardform/study';
import { constraintLine } from '../plan/source-patch.ts';
import { type ChangeText, changeText, type SourceLines } from './change-text.ts';
import { isExact } from './exact-change.ts';

/** A change of a program, as its user makes it. */
export interface ProposedEdit {
  readonly changes: readonly ProgramChange[];
  /** Whether the edits of the user's program make exactly the changed one. */
  readonly isExact: boolean;
  /** The edits, which belong together. */
  readonly texts: () => readonly ChangeText[];
}

/** Returns changes as the user makes them. */
export function proposedEdit(
  changes: readonly ProgramChange[],
  study: Study,
  linesOf: SourceLines,
): ProposedEdit {
  return {
    changes,
    isExact: changes.every((own) => isExact(own, study.module)),
    texts: () => changes.map((own) => changeText(own, study, linesOf)),
  };
}

/** Returns the constraints by which activations stay split along the batch. */
export function activationEdits(study: Study): ProposedEdit[] {
  const func = programEntry(study.module);
  if (func === null) return [];
  return activationConstraints(func).map((own) => ({
    changes: own.values.map((value): ProgramChange => {
      return { kind: 'constrain', value, sharding: own.sharding, now: null };
    }),
    isExact: true,
    texts: () => [activationText(own)],
  }));
}

function activationText({ place, kind, shape, spec }: ActivationConstraint): ChangeText {
  const { file, line } = place;
  const added = constraintLine({ place, spec });
  return {
    change: `constrain ${added === null ? `${kind} of ${shape.join('x')}` : 'the result of the line'} to ${spec}`,
    place: `${basename(file)}:${line}`,
    code: added?.text.trim() ?? null,
  };
}
