import { readRun } from '../src/run/read-run.ts';
import type { SizedRun } from '../src/run/training-run.ts';

/** A model of two layers whose programs are executed in a moment. */
export const smallModel = {
  ...{ layers: 2, hidden: 8, heads: 4, kvHeads: 2, ffn: 16, gated: true },
  ...{ vocab: 24, sequence: 8 },
};

/** Returns a run of a small model on one device, in which some fields are others. */
export function smallRun(fields: Readonly<Record<string, unknown>> = {}): SizedRun {
  const { model, ...others } = fields;
  const run = readRun({
    ...{ model: { ...smallModel, ...(model as object | undefined) }, hardware: 'h100-80gb', devices: 1 },
    ...{ batch: 4, microbatch: 1, precision: 'fp32' },
    ...others,
  });
  return { ...run, microbatch: run.microbatch! };
}
