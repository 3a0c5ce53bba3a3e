import { closestName } from '@shardform/ir-core';
import { UsageError } from '../tool-io.ts';
import { type Flag, flagNames, type Flags, flagText, type FlagValues } from './flag.ts';
import { readCount } from './count.ts';
import { readSize } from './size.ts';

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
    // Every argument with a leading dash matches.
    const [, given, text] = /^--?([^=]*)(?:=([\s\S]*))?$/.exec(argument)!;
    const [name, flag] = findFlag(command, flags, given!);
    if (flag.value === undefined) {
      values[name] = readSwitch(name, text);
      continue;
    }
    const valueText = text ?? flag.implied ?? args[++i];
    if (valueText === undefined) throw new UsageError(`flag '${flagText(name)}' requires a value`);
    const value = readValue(name, flag, valueText);
    // A flag that repeats has a list as its value.
    values[name] = flag.repeats === true ? [...(values[name] as readonly unknown[]), value] : value;
  }
  // Filled according to each flag's declaration.
  return { positionals, flags: values as FlagValues<F> };
}

function findFlag(command: string, flags: Flags, given: string): readonly [string, Flag] {
  for (const [name, flag] of Object.entries(flags)) {
    if (flagNames(name, flag).includes(given)) return [name, flag];
  }
  const close = closestName(given, [...Object.keys(flags), 'help']);
  const hint =
    close === null ? `run 'shardform ${command} --help' for the flags` : `did you mean '${flagText(close)}'?`;
  throw new UsageError(`unknown flag '${flagText(given)}'; ${hint}`);
}

function readSwitch(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new UsageError(`flag '${flagText(name)}' is a switch: '${text}' is neither true nor false`);
}

function readValue(name: string, flag: Flag, text: string): string | number {
  if (flag.type === 'size') return readSize(name, text);
  if (flag.type === 'count') return readCount(name, text);
  if (flag.type === 'integer' || flag.type === 'number') return readNumber(name, flag, text);
  checkChoice(name, flag, text);
  return text;
}

function readNumber(name: string, flag: Flag, text: string): number {
  const value = text.trim() === '' ? NaN : Number(text);
  const isRight =
    (flag.type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
    value >= (flag.least ?? -Infinity) &&
    value > (flag.above ?? -Infinity);
  if (isRight) return value;
  throw new UsageError(`flag '${flagText(name)}' expects ${numberText(flag)}, got '${text}'`);
}

/** `an integer of at least 1`. */
function numberText({ type, least, above }: Flag): string {
  const kind = type === 'integer' ? 'an integer' : 'a number';
  if (least !== undefined) return `${kind} of at least ${least}`;
  return above === undefined ? kind : `${kind} above ${above}`;
}

function checkChoice(name: string, { choices }: Flag, value: string): void {
  if (choices === undefined || choices.includes(value)) return;
  const close = closestName(value, choices);
  const hint = close === null ? `expected ${choices.join(', ')}` : `did you mean '${close}'?`;
  throw new UsageError(`flag '${flagText(name)}': unknown value '${value}'; ${hint}`);
}
