import { type MachineTraffic, machineTraffic } from '@shardform/study';
import type { Basis } from '../../compiler/messages.ts';
import { defineAnswer } from '../define-view.ts';

/** A machine with what the program sends over its wires. */
export interface MachinePicture extends MachineTraffic {
  readonly basis: Basis;
}

/** What the program sends over the wires of the machine as far as a step, or why that is unknown. */
export default defineAnswer(
  (
    session,
    { stage: index }: { readonly stage: number },
  ): MachinePicture | { readonly problem: string } | null => {
    const { study, machine } = session;
    const stage = session.stage(index);
    if (stage === null) return null;
    const traffic = machineTraffic(study, stage, machine);
    if (traffic === null) {
      const [problem] = study.measuredAt(stage, machine).facts.problems;
      return { problem: problem ?? 'the program can not be simulated' };
    }
    return { ...traffic, basis: session.basisAt(stage) };
  },
);
