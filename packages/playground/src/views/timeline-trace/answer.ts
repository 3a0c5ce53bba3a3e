import { timelineTrace } from '@shardform/study';
import { defineAnswer } from '../define-view.ts';

/** The timeline as a trace that Perfetto shows, as JSON; `null` where the program can't be simulated. */
export default defineAnswer((session, { stage: index }: { readonly stage: number }): string | null => {
  const { study, machine, input } = session;
  const stage = session.stage(index);
  const trace =
    stage === null ? null : timelineTrace(study, stage, machine, `${input.name} on ${machine.name}`);
  return trace === null ? null : JSON.stringify(trace);
});
