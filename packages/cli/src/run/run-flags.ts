import type { FlagValues } from '../command/flag.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { costFlag } from '../sim/cost-flag.ts';
import { machineFlagFor } from '../sim/machine-flag.ts';
import { clusterArguments, clusterFlags } from '../engine/cluster-flags.ts';
import { UsageError } from '../tool-io.ts';

/** Flags of `shardform run`. */
export const runFlags = {
  in: {
    value: 'FILE',
    type: 'input',
    description: 'an npz or safetensors file with the global arrays arg0, arg1, ..., or by their names',
  },
  out: {
    value: 'FILE',
    type: 'output',
    description:
      'write the global results there under the names res0, res1, ..., as safetensors if the file is called so',
  },
  'save-inputs': {
    value: 'FILE',
    type: 'output',
    description: 'write the global inputs there under the names arg0, arg1, ..., as --in reads them',
  },
  expect: {
    value: 'FILE',
    type: 'input',
    description: "compare with the results res0, res1, ... in this file too, such as JAX's; takes --in",
  },
  seed: { value: 'N', type: 'integer', description: 'seed of the random inputs, 0 unless given' },
  deviation: {
    value: 'D',
    type: 'number',
    above: 0,
    description:
      'standard deviation of all random floating-point inputs; unless given, each is drawn as its use asks',
  },
  'check-global': {
    description: "compare every value, not only results, with the whole program's; tells one line",
  },
  tolerance: {
    value: 'R',
    type: 'number',
    least: 0,
    description: 'largest difference allowed, as a fraction of the largest magnitude of a result',
  },
  reference: {
    value: 'FILE',
    type: 'input',
    description:
      'compare with this program, executed as a whole on the same inputs, such as the plain function of a shard_map',
  },
  machine: machineFlagFor('that the program is partitioned for; unless given, devices send the fewest bytes'),
  cost: costFlag,
  engine: {
    value: 'NAME',
    choices: ['simulator', 'xla'],
    description:
      'xla executes with XLA on the devices that jax has, CPUs unless given, which takes a Python with it',
  },
  processes: {
    value: 'N',
    type: 'integer',
    least: 1,
    description: 'in so many processes on this machine, which talk over the loopback device; 1 unless given',
  },
  ...clusterFlags,
  workers: {
    value: 'N',
    type: 'integer',
    least: 1,
    description: "threads among which the devices' work is spread, 1 unless given",
  },
  memory: { description: 'tell how much memory a device needs, and where' },
  'memory-limit': {
    value: 'SIZE',
    type: 'size',
    description: 'memory of a device, such as 16GiB; a run that needs more ends where it ran out',
  },
  'check-numerics': {
    description: 'end at the first NaN or infinity, with the operation and the device that made it',
  },
  faults: { value: 'FILE', type: 'input', description: 'what goes wrong during the run, as JSON; see below' },
} as const;

/** The source of an execution's inputs. */
export interface InputFlags {
  /** A file with `arg0`, `arg1`, ..., or `null` for random inputs. */
  readonly in: string | null;
  /** Seed of the random inputs. */
  readonly seed: number;
  /** Standard deviation of random inputs; `null` to draw them by their use. */
  readonly deviation: number | null;
}

/** The parsed flags of `shardform run`. */
export interface RunArguments extends InputFlags {
  /** The path for `res0`, `res1`, ..., or `null`. */
  readonly out: string | null;
  /** The path for `arg0`, `arg1`, ..., or `null`. */
  readonly saveInputs: string | null;
  /** A file with the results to expect, or `null`. */
  readonly expect: string | null;
  /** Largest difference allowed, relative to the largest magnitude of a result; `null` for the kind's default. */
  readonly tolerance: number | null;
  /** The program to compare with, executed as a whole, or `null` for the executed one. */
  readonly reference: string | null;
  readonly checksGlobal: boolean;
  readonly tellsMemory: boolean;
  /** Bytes of memory that a device has, or `null` for any. */
  readonly memoryLimit: number | null;
  /** A file with a fault scenario, or `null`. */
  readonly faults: string | null;
  readonly checksNumerics: boolean;
  readonly usesXla: boolean;
  /** The machine that the program is partitioned for, or `null`. */
  readonly machine: string | null;
  /** Arguments for the launcher of XLA. */
  readonly launch: readonly string[];
  /** The Python that has jax, or `null` for the one of the environment. */
  readonly python: string | null;
  /** Threads that execute devices; 1 for the thread of the command itself. */
  readonly workers: number;
}

/** Reads the inputs' flags. @throws UsageError */
export function inputFlags(flags: {
  readonly in: string | null;
  readonly seed: number | null;
  readonly deviation?: number | null;
}): InputFlags {
  if (flags.seed !== null && flags.in !== null)
    throw new UsageError("'--seed' and '--in' both say what the inputs are; give one of them");
  if (flags.in !== null) refuseIdleFlags(flags, ['deviation'], "beside '--in': inputs are not random");
  return {
    in: flags.in,
    seed: flags.seed ?? 0,
    deviation: flags.deviation ?? null,
  };
}

/** Observations of simulated devices that require a single thread. */
const WATCHES = ['memory', 'memory-limit', 'check-numerics', 'faults', 'check-global'] as const;

function refuseIdleRunFlags(flags: FlagValues<typeof runFlags>): void {
  if (flags.engine === 'xla') {
    refuseIdleFlags(flags, ['workers', ...WATCHES], "beside '--engine xla': it is the simulator's");
    return;
  }
  refuseIdleFlags(flags, ['processes', ...Object.keys(clusterFlags)], "without '--engine xla'");
  const watch = WATCHES.find((flag) => flags[flag] !== null && flags[flag] !== false);
  if (watch !== undefined && flags.workers !== 1)
    refuseIdleFlags(flags, ['workers'], `beside '--${watch}': one thread does it all`);
}

/** Every process of a cluster gets the whole results, to compare them; those of this machine write them to one folder. */
function launchArguments(flags: FlagValues<typeof runFlags>): string[] {
  const { processes, platform } = flags;
  if (processes !== null)
    refuseIdleFlags(flags, ['coordinator'], "beside '--processes', which are of this machine");
  return [
    ...clusterArguments({ ...flags, platform: platform ?? 'cpu' }),
    ...(processes === null ? ['--gather'] : ['--local-processes', String(processes)]),
  ];
}

/** Reads the flags of `shardform run`. @throws UsageError */
export function runArguments(flags: FlagValues<typeof runFlags>): RunArguments {
  const { tolerance, faults, python, out, expect } = flags;
  refuseIdleRunFlags(flags);
  if (flags.reference !== null)
    refuseIdleFlags(flags, ['check-global'], "beside '--reference', which has values of its own");
  if (expect !== null && flags.in === null)
    throw new UsageError("'--expect' takes '--in': the results that a file has belong to its own inputs");
  return {
    ...inputFlags(flags),
    out,
    saveInputs: flags['save-inputs'],
    expect,
    tolerance,
    reference: flags.reference,
    checksGlobal: flags['check-global'],
    tellsMemory: flags.memory,
    memoryLimit: flags['memory-limit'],
    faults,
    checksNumerics: flags['check-numerics'],
    usesXla: flags.engine === 'xla',
    machine: flags.machine,
    launch: flags.engine === 'xla' ? launchArguments(flags) : [],
    python,
    workers: flags.workers ?? 1,
  };
}
