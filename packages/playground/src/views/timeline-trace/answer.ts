import { chromeTrace } from '@shardform/runtime-dist';
import { defineAnswer } from '../define-view.ts';

/** The timeline as a trace that Perfetto shows, as JSON; `null` where the program can't be simulated. */
export default defineAnswer((session, { stage: index }: { readonly stage: number }): string | null => {
  const { study, machine, input } = session;
  const stage = session.stage(index);
  const run = stage === null ? null : study.measuredAt(stage, machine).run;
  if (run === null) return null;
  const { program, simulation } = run.simulated;
  return JSON.stringify(chromeTrace([{ name: `${input.name} on ${machine.name}`, program, simulation }]));
});
