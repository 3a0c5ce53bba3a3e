import { closestName } from '@shardform/ir-core';
import { UsageError } from '../tool-io.ts';
import type { Flag, Flags, FlagValues } from './flag.ts';

/** A command line taken apart. */
export interface ReadArguments<F extends Flags> {
  readonly positionals: readonly string[];
  readonly flags: FlagValues<F>;
}

/**
 * Reads a command line: flags have one or two dashes, values follow after `=` or as the next argument, and what
 * follows `--` is no flag.
 *
 * @throws UsageError
 */
export function readArguments<F extends Flags>(
  command: string,
  flags: F,
  args: readonly string[],
): ReadArguments<F> {
  const positionals: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { value, repeats }] of Object.entries(flags))
    values[name] = value === undefined ? false : repeats === true ? [] : null;
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (argument === '--') {
      positionals.push(...args.slice(i + 1));
      break;
    }
    if (!argument.startsWith('-') || argument === '-') {
      positionals.push(argument);
      continue;
    }
    // Whatever begins with a dash matches.
    const [, given, text] = /^--?([^=]*)(?:=([\s\S]*))?$/.exec(argument)!;
    const [name, flag] = findFlag(command, flags, given!);
    if (flag.value === undefined) {
      values[name] = readSwitch(name, text);
      continue;
    }
    const value = text ?? args[++i];
    if (value === undefined) throw new UsageError(`flag '--${name}' requires a value`);
    checkChoice(name, flag, value);
    values[name] = flag.repeats === true ? [...(values[name] as readonly string[]), value] : value;
  }
  // Filled with what each flag's declaration says.
  return { positionals, flags: values as FlagValues<F> };
}

/** The number that a flag gives. @throws UsageError when it is none that `accepts` takes. */
export function numberFlag(flag: string, text: string, accepts: (value: number) => boolean): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!accepts(value)) throw new UsageError(`flag '--${flag}' expects a number, got '${text}'`);
  return value;
}

function findFlag(command: string, flags: Flags, given: string): readonly [string, Flag] {
  for (const [name, flag] of Object.entries(flags)) {
    if (name === given || flag.short === given) return [name, flag];
  }
  const close = closestName(given, [...Object.keys(flags), 'help']);
  const hint =
    close === null ? `run 'shardform ${command} --help' for the flags` : `did you mean '--${close}'?`;
  throw new UsageError(`unknown flag '--${given}'; ${hint}`);
}

function readSwitch(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new UsageError(`flag '--${name}' is a switch: '${text}' is neither true nor false`);
}

function checkChoice(name: string, { choices }: Flag, value: string): void {
  if (choices === undefined || choices.includes(value)) return;
  const close = closestName(value, choices);
  const hint = close === null ? `expected ${choices.join(', ')}` : `did you mean '${close}'?`;
  throw new UsageError(`flag '--${name}': unknown value '${value}'; ${hint}`);
}
