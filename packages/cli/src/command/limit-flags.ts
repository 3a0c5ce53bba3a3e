import {
  amountText,
  closestName,
  type LimitName,
  type Limits,
  limits,
  type LimitSpec,
} from '@shardform/ir-core';
import { UsageError } from '../tool-io.ts';
import { readSize } from './size.ts';
import { takeFlags } from './take-flags.ts';

const PREFIX = 'limit-';

/**
 * Returns the limits that a command line gives by `--limit-NAME=VALUE`, and the other arguments.
 *
 * @throws UsageError for a limit that there isn't, or no amount.
 */
export function takeLimitFlags(args: readonly string[]): {
  readonly values: Partial<Limits>;
  readonly rest: readonly string[];
} {
  const values: Partial<Record<LimitName, number>> = {};
  const rest = takeFlags(args, /^--?limit-([^=]*)(?:=([\s\S]*))?$/, (given, text) => {
    const name = limitNamed(given);
    values[name] = amountOf(name, text);
    return true;
  });
  return { values, rest };
}

/** Returns the flags by which limits are set, for help texts: how each is given, and what it limits. */
export function limitFlagRows(): (readonly [string, string])[] {
  return Object.entries<LimitSpec>(limits).map(([name, { unit, description, default: value }]) => {
    const sign = { count: 'N', bytes: 'SIZE', seconds: 'SECONDS' }[unit];
    const text = value === Infinity ? 'none' : unit === 'bytes' ? sizeOf(value) : value.toLocaleString('en');
    return [`--${PREFIX}${name} ${sign}`, `${description}; ${text} unless given`] as const;
  });
}

function limitNamed(given: string): LimitName {
  const names = Object.keys(limits);
  // One of the keys of `limits`.
  if (names.includes(given)) return given as LimitName;
  const close = closestName(given, names);
  const hint = close === null ? `limits are ${names.join(', ')}` : `did you mean '--${PREFIX}${close}'?`;
  throw new UsageError(`unknown flag '--${PREFIX}${given}'; ${hint}`);
}

function amountOf(name: LimitName, text: string | undefined): number {
  const flag = `${PREFIX}${name}`;
  if (text === undefined) throw new UsageError(`flag '--${flag}' requires a value`);
  const { unit, greatest = Infinity }: LimitSpec = limits[name];
  const amount = unit === 'bytes' ? readSize(flag, text) : numberOf(text);
  const isRight = amount > 0 && (unit !== 'count' || Number.isInteger(amount) || amount === Infinity);
  if (!isRight) {
    const kind = unit === 'count' ? 'a whole number' : 'a number';
    throw new UsageError(`flag '--${flag}' expects ${kind} above 0, or none, got '${text}'`);
  }
  if (amount <= greatest) return amount;
  throw new UsageError(
    `flag '--${flag}': ${amountText(name, greatest)} is the most there can be, got '${text}'`,
  );
}

/** `none` takes a limit away. */
function numberOf(text: string): number {
  if (text === 'none') return Infinity;
  return /^[0-9]/.test(text) ? Number(text.replaceAll(/[,_]/g, '')) : NaN;
}

function sizeOf(bytes: number): string {
  return bytes >= 2 ** 30 ? `${bytes / 2 ** 30}GiB` : `${bytes / 2 ** 20}MiB`;
}
