import {
  type AnyOptionValues,
  closestName,
  type Context,
  type PassOption,
  withDefaults,
} from '@shardform/ir-core';
import { UsageError } from '../tool-io.ts';
import { optFlags, type OptFlags } from './flags.ts';

/** A pass or pipeline given as a flag, with the text of its options. */
export interface PassFlag {
  readonly name: string;
  readonly options: string;
}

/** The command line of `shardform opt`. */
export interface OptArguments {
  /** `-` for standard input. */
  readonly file: string;
  readonly flags: OptFlags;
  readonly passFlags: readonly PassFlag[];
}

/** An argument that is a flag, as it was given. */
interface GivenFlag {
  readonly name: string;
  /** The text after the equals sign. */
  readonly value: string | undefined;
}

/** Reads a command line as mlir-opt does: flags have one or two dashes, passes keep their order. */
export function parseOptArguments(args: readonly string[], context: Context): OptArguments {
  const passFlags: PassFlag[] = [];
  const files: string[] = [];
  const values: Record<string, unknown> = {};
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (argument === '--') {
      files.push(...args.slice(i + 1));
      break;
    }
    const given = readFlag(argument);
    if (given === null) {
      files.push(argument);
      continue;
    }
    const { name } = given;
    const option = flagOption(name);
    if (option === null) {
      if (!context.passes.has(name) && !context.pipelines.has(name))
        throw new UsageError(unknownFlag(name, context));
      passFlags.push({ name, options: given.value ?? '' });
      continue;
    }
    const value = given.value ?? option.impliedText ?? args[++i];
    const fail = (message: string): never => {
      throw new UsageError(`for the --${name} option: ${message}`);
    };
    const parsed = value === undefined ? fail('requires a value!') : option.parse(value, fail, context);
    values[name] = option.isList ? [...list(values[name]), ...list(parsed)] : parsed;
  }
  if (files.length > 1) throw new UsageError(`too many input files: '${files[0]!}' and '${files[1]!}'`);
  const flags = checked(values, context);
  if (flags['pass-pipeline'] !== '' && passFlags.length > 0)
    throw new UsageError("'-pass-pipeline' option can't be used with individual pass options");
  return { file: files[0] ?? '-', flags, passFlags };
}

/** Returns the modules of `--load-extension`, which add flags to those that the command line may have. */
export function extensionFiles(args: readonly string[]): string[] {
  return args.flatMap((argument, i) => {
    const given = readFlag(argument);
    if (given?.name !== 'load-extension') return [];
    const files = given.value ?? args[i + 1];
    return files === undefined ? [] : files.split(',');
  });
}

function readFlag(argument: string): GivenFlag | null {
  if (!argument.startsWith('-') || argument === '-') return null;
  const [, name, value] = /^--?([^=]*)(?:=([\s\S]*))?$/.exec(argument)!;
  return { name: name === 'h' ? 'help' : name!, value };
}

function flagOption(name: string): PassOption | null {
  // The name is a key: the condition has looked it up.
  return Object.hasOwn(optFlags, name) ? optFlags[name as keyof OptFlags] : null;
}

// Values of list options are arrays.
function list(value: unknown): readonly unknown[] {
  // Values of list options are arrays, as declared.
  return (value ?? []) as readonly unknown[];
}

function checked(values: AnyOptionValues, context: Context): OptFlags {
  // Each value was read by the option of its name.
  const flags = withDefaults(optFlags, values) as OptFlags;
  for (const flag of ['mlir-print-ir-before', 'mlir-print-ir-after'] as const) {
    const unknown = flags[flag].find((name) => !context.passes.has(name));
    if (unknown !== undefined)
      throw new UsageError(`for the --${flag} option: Cannot find option named '${unknown}'!`);
  }
  return flags;
}

function unknownFlag(flag: string, context: Context): string {
  const names = [...Object.keys(optFlags), ...context.passes.keys(), ...context.pipelines.keys()];
  const close = closestName(flag, names);
  const hint =
    close === null ? "run 'shardform opt --help' for the flags and passes" : `did you mean '--${close}'?`;
  return `unknown flag or pass '--${flag}'; ${hint}`;
}
