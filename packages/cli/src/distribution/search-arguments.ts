import { currentBudget } from '@shardform/ir-core';
import { type ScheduleName, scheduleNames, unknownSchedule, type Workload } from '@shardform/passes-dist';
import type { Flags, FlagValues } from '../command/flag.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { functionWorkload } from './function-workload.ts';
import { modelWorkload } from './model-workload.ts';
import { DEFAULT_CHUNKS, workloadFlags } from './workload.ts';

/** The flags of `shardform dist search`. */
export const searchFlags = {
  ...workloadFlags,
  devices: {
    value: 'N',
    type: 'integer',
    least: 1,
    description: 'devices; all products of replicas, shards and stages are candidates',
  },
  memory: {
    value: 'SIZE',
    type: 'size',
    description: 'the most that a device may hold, such as 40GB; anything unless given',
  },
  schedules: {
    value: 'LIST',
    description: `${scheduleNames.join(', ')}, separated by commas, or all; pipedream unless given`,
  },
  chunks: {
    value: 'LIST',
    description: 'numbers of chunks of the model on each device with interleaved-1f1b, 2 unless given',
  },
  recompute: { description: 'candidates that compute activations again as well' },
  exhaustive: { description: 'simulate all candidates, not only those that may be best' },
  pareto: { description: 'show all candidates that no other beats in both time and memory' },
  top: { value: 'N', type: 'integer', least: 1, description: 'how many are shown, 10 unless given' },
  workers: {
    value: 'N',
    type: 'integer',
    least: 1,
    description:
      'threads that simulate, one for each core unless given; the result is the same with any number',
  },
  part: {
    value: 'I/N',
    description: 'search in part I of N of the candidates only, such as 3/16, on one of several computers',
  },
  merge: {
    value: 'FILE',
    type: 'input',
    repeats: true,
    description:
      'take the outcomes of all parts from what --part --json printed: the result is that of one search',
  },
  csv: {
    value: 'FILE',
    type: 'output',
    description: 'write all outcomes, also after Ctrl-C; those in the file already are reused',
  },
} as const satisfies Flags;

/** Values of {@link searchFlags}. */
export type SearchValues = FlagValues<typeof searchFlags>;

/** The arguments of a search. */
export interface SearchArguments {
  readonly values: SearchValues;
  readonly devices: number;
  /** The model's name, or the function's. */
  readonly model: string;
  readonly workload: Workload;
  /** The model, and which parts of a step are simulated. */
  readonly simulated: string;
  /** Contributions that the times don't include. */
  readonly warnings: readonly string[];
}

/** Reads the workload of a search. @throws UsageError or ModuleError */
export function searchArguments(
  file: string | undefined,
  values: SearchValues,
  input: ToolInput,
): SearchArguments {
  const { devices } = values;
  if (devices === null) throw new UsageError('expected --devices');
  currentBudget().check('devices', 'the search has', devices);
  const {
    name: model,
    workload,
    simulated,
    warnings,
  } = file === undefined
    ? modelWorkload(values, devices, input)
    : functionWorkload(file, values, devices, input);
  return { values, devices, model, workload, simulated, warnings };
}

/** Returns the schedules that `--schedules` lists. @throws UsageError */
export function schedulesOf({ schedules }: SearchValues): readonly ScheduleName[] {
  if (schedules === 'all') return scheduleNames;
  return (schedules ?? 'pipedream').split(',').map((name) => scheduleNamed(name.trim()));
}

/** @throws UsageError */
export function scheduleNamed(name: string): ScheduleName {
  const found = scheduleNames.find((known) => known === name);
  if (found === undefined) throw new UsageError(unknownSchedule(name));
  return found;
}

/** Returns the numbers of chunks that `--chunks` lists for a schedule. @throws UsageError */
export function chunkCounts({ chunks }: SearchValues, schedule: ScheduleName): readonly number[] {
  if (schedule !== 'interleaved-1f1b') return [1];
  if (chunks === null) return [DEFAULT_CHUNKS];
  return chunks.split(',').map((text) => {
    const count = Number(text);
    if (Number.isInteger(count) && count > 0) return count;
    throw new UsageError(`flag '--chunks' expects positive integers, got '${text}'`);
  });
}
