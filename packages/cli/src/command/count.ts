import { UsageError } from '../tool-io.ts';

/** Powers of a thousand as models and their tokens are counted: a billion is `B`. */
const UNITS = ['', 'K', 'M', 'B', 'T'];

/** Returns the number that a flag gives: `15T`, `1.5B`, `4096`, `2e12`. @throws UsageError */
export function readCount(flag: string, text: string): number {
  const [, number, unit] = /^([0-9]*\.?[0-9]+(?:e\+?[0-9]+)?)([KMBT]?)$/.exec(text) ?? [];
  const count = Number(number ?? NaN) * 1000 ** UNITS.indexOf(unit ?? '');
  if (Number.isFinite(count) && count > 0) return count;
  throw new UsageError(`flag '--${flag}' expects a number such as 15T, got '${text}'`);
}
