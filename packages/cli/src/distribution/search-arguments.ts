import type { Workload } from '@shardform/passes-dist';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { functionWorkload } from './function-workload.ts';
import { parseFlags } from './parse-flags.ts';
import { positiveNumber, workloadFlags, workloadOf } from './workload.ts';

const flags = {
  ...workloadFlags,
  devices: { type: 'string' },
  memory: { type: 'string' },
  schedules: { type: 'string' },
  chunks: { type: 'string' },
  recompute: { type: 'boolean' },
  exhaustive: { type: 'boolean' },
  pareto: { type: 'boolean' },
  workers: { type: 'string' },
  top: { type: 'string' },
  csv: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** What the flags of a search say that is no {@link Workload}. */
export type SearchValues = ReturnType<typeof parse>['values'];

/** The command line of a search. */
export interface SearchArguments {
  readonly values: SearchValues;
  readonly devices: number;
  /** The model's name, or the function's. */
  readonly model: string;
  readonly workload: Workload;
  /** What the times don't contain. */
  readonly warnings: readonly string[];
}

/** Whether a command line of `shardform dist search` asks for its help. @throws UsageError */
export function asksForSearchHelp(args: readonly string[]): boolean {
  return parse(args).values.help === true;
}

/** Reads the arguments of `shardform dist search`. @throws UsageError or ModuleError */
export function readSearchArguments(args: readonly string[], input: ToolInput): SearchArguments {
  const { values, positionals } = parse(args);
  const devices = positiveNumber('devices', values.devices);
  const [file, other] = positionals;
  if (other !== undefined) throw new UsageError(`too many input files: '${file!}' and '${other}'`);
  const {
    name: model,
    workload,
    warnings,
  } = file === undefined
    ? { name: String(values.model), workload: workloadOf(values, devices, input), warnings: [] }
    : functionWorkload(file, values, devices, input);
  return { values, devices, model, workload, warnings };
}

function parse(args: readonly string[]) {
  return parseFlags('dist search', flags, args);
}
