import { closestName } from '@shardform/ir-core';
import { UsageError } from '../tool-io.ts';

/** The command line of `shardform run`. */
export interface RunArguments {
  readonly file: string;
  /** Seed of the random inputs. */
  readonly seed: number;
  /** An npz file with `arg0`, `arg1`, ..., or `null` for random inputs. */
  readonly inputs: string | null;
  /** Where to write `res0`, `res1`, ..., or `null`. */
  readonly outputs: string | null;
  /** Largest difference allowed, as a part of the largest magnitude of a result; `null` for the kind's default. */
  readonly tolerance: number | null;
}

const FLAGS = ['seed', 'inputs', 'outputs', 'tolerance', 'help'];

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
    const value = given ?? args[++i];
    if (value === undefined) throw new UsageError(`flag '--${name!}' requires a value`);
    values.set(name!, value);
  }
  if (file === null) throw new UsageError('expected a file; use - for standard input');
  if (values.has('seed') && values.has('inputs')) {
    throw new UsageError("'--seed' and '--inputs' both say what the inputs are; give one of them");
  }
  const tolerance = values.get('tolerance');
  return {
    file,
    seed: numberOf('seed', values.get('seed') ?? '0', Number.isInteger),
    inputs: values.get('inputs') ?? null,
    outputs: values.get('outputs') ?? null,
    tolerance: tolerance === undefined ? null : numberOf('tolerance', tolerance, (value) => value >= 0),
  };
}

function numberOf(flag: string, text: string, accepts: (value: number) => boolean): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!accepts(value)) throw new UsageError(`flag '--${flag}' expects a number, got '${text}'`);
  return value;
}
