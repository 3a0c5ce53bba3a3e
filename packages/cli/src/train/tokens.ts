import type { RunOutcome } from '@shardform/training-run';

/** Training on a number of tokens, step after step. */
export interface Training {
  readonly tokens: number;
  readonly steps: number;
  /** Of the steps alone: nothing restarts, is evaluated or is saved. */
  readonly days: number;
}

const SECONDS_OF_DAY = 86_400;

/** Returns the tokens that all devices process in a second. */
export function tokensPerSecond({ run, tokensPerSecondPerDevice }: RunOutcome): number {
  return tokensPerSecondPerDevice * run.devices;
}

/** Returns how many steps training on so many tokens takes, and how long. */
export function trainingOf({ run, seconds }: RunOutcome, tokens: number): Training {
  const steps = Math.ceil(tokens / (run.batch * run.model.sequence));
  return { tokens, steps, days: (steps * seconds) / SECONDS_OF_DAY };
}

/** `15T tokens in 22.9 days: 3,576,279 steps`. */
export function trainingText({ tokens, steps, days }: Training): string {
  const [taken, count] = [daysText(days), countText(steps)];
  return `${tokensText(tokens)} tokens in ${taken} days: ${count} ${steps === 1 ? 'step' : 'steps'}, and nothing between them`;
}

/** Three digits of days. */
export function daysText(days: number): string {
  return days < 1000 ? String(Number(days.toPrecision(3))) : countText(days);
}

/** `1,234`. */
export function countText(count: number): string {
  return Math.round(count).toLocaleString('en');
}

const UNITS = ['T', 'B', 'M', 'K'];

/** `15T`, as flags take it. */
export function tokensText(tokens: number): string {
  const power = UNITS.findIndex((_, i) => tokens >= 1000 ** (UNITS.length - i));
  if (power < 0) return String(tokens);
  return `${Number((tokens / 1000 ** (UNITS.length - power)).toPrecision(6))}${UNITS[power]!}`;
}
