import { closestName } from '@shardform/ir-core';
import { UsageError } from '../tool-io.ts';

/** The command line of `shardform run`. */
export interface RunArguments {
  readonly file: string;
  /** Seed of the random inputs. */
  readonly seed: number;
  /** Standard deviation of random inputs. */
  readonly deviation: number;
  /** An npz file with `arg0`, `arg1`, ..., or `null` for random inputs. */
  readonly inputs: string | null;
  /** Where to write `res0`, `res1`, ..., or `null`. */
  readonly outputs: string | null;
  /** Largest difference allowed, as a part of the largest magnitude of a result; `null` for the kind's default. */
  readonly tolerance: number | null;
  readonly tellsMemory: boolean;
  /** Bytes of memory that a device has, or `null` for any. */
  readonly memoryLimit: number | null;
  /** A file that tells what goes wrong, or `null`. */
  readonly faults: string | null;
  readonly checksNumerics: boolean;
  readonly engine: 'simulator' | 'xla';
  /** Number of processes that XLA runs in. */
  readonly processes: number;
  /** The Python that has jax, or `null` for the one that the environment names. */
  readonly python: string | null;
  /** Threads that execute devices; 1 for the thread of the command itself. */
  readonly workers: number;
}

const SWITCHES = ['check-numerics', 'memory'];
const FLAGS = [
  'seed',
  'inputs',
  'outputs',
  'tolerance',
  'memory-limit',
  'faults',
  'workers',
  'deviation',
  'engine',
  'processes',
  'python',
  'help',
  ...SWITCHES,
];

/** Reads the command line of `shardform run`. @throws UsageError */
export function parseRunArguments(args: readonly string[]): RunArguments {
  const values = new Map<string, string>();
  let file: string | null = null;
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (!argument.startsWith('-') || argument === '-') {
      if (file !== null) throw new UsageError(`too many input files: '${file}' and '${argument}'`);
      file = argument;
      continue;
    }
    const [, name, given] = /^--?([^=]*)(?:=([\s\S]*))?$/.exec(argument)!;
    if (!FLAGS.includes(name!)) {
      const close = closestName(name!, FLAGS);
      throw new UsageError(
        `unknown flag '--${name!}'; ${close === null ? "run 'shardform run --help'" : `did you mean '--${close}'?`}`,
      );
    }
    if (SWITCHES.includes(name!)) {
      if (given !== undefined) throw new UsageError(`flag '--${name!}' takes no value`);
      values.set(name!, '');
      continue;
    }
    const value = given ?? args[++i];
    if (value === undefined) throw new UsageError(`flag '--${name!}' requires a value`);
    values.set(name!, value);
  }
  if (file === null) throw new UsageError('expected a file; use - for standard input');
  if (values.has('seed') && values.has('inputs')) {
    throw new UsageError("'--seed' and '--inputs' both say what the inputs are; give one of them");
  }
  const tolerance = values.get('tolerance');
  const memoryLimit = values.get('memory-limit');
  return {
    file,
    seed: numberOf('seed', values.get('seed') ?? '0', Number.isInteger),
    deviation: numberOf('deviation', values.get('deviation') ?? '1', (value) => value > 0),
    inputs: values.get('inputs') ?? null,
    outputs: values.get('outputs') ?? null,
    tolerance: tolerance === undefined ? null : numberOf('tolerance', tolerance, (value) => value >= 0),
    tellsMemory: values.has('memory'),
    memoryLimit: memoryLimit === undefined ? null : sizeOf('memory-limit', memoryLimit),
    faults: values.get('faults') ?? null,
    checksNumerics: values.has('check-numerics'),
    engine: engineOf(values.get('engine') ?? 'simulator'),
    processes: numberOf(
      'processes',
      values.get('processes') ?? '1',
      (value) => Number.isInteger(value) && value > 0,
    ),
    python: values.get('python') ?? null,
    workers: numberOf(
      'workers',
      values.get('workers') ?? '1',
      (value) => Number.isInteger(value) && value > 0,
    ),
  };
}

function engineOf(text: string): 'simulator' | 'xla' {
  if (text !== 'simulator' && text !== 'xla')
    throw new UsageError(`flag '--engine' expects 'simulator' or 'xla', got '${text}'`);
  return text;
}

/** A number of bytes: `4096`, `512KiB`, `1.5GB`. */
function sizeOf(flag: string, text: string): number {
  const [, number, unit] = /^([0-9]*\.?[0-9]+) *([KMGT]i?)?B?$/.exec(text) ?? [];
  if (number === undefined) throw new UsageError(`flag '--${flag}' expects a size like 16GiB, got '${text}'`);
  const power = unit === undefined ? 0 : 1 + 'KMGT'.indexOf(unit[0]!);
  return Math.floor(Number(number) * (unit?.endsWith('i') === true ? 1024 : 1000) ** power);
}

function numberOf(flag: string, text: string, accepts: (value: number) => boolean): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!accepts(value)) throw new UsageError(`flag '--${flag}' expects a number, got '${text}'`);
  return value;
}
