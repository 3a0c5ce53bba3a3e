import { UsageError } from '../tool-io.ts';

/** Returns the number of bytes that a flag gives: `4096`, `512KiB`, `1.5GB`. @throws UsageError */
export function readSize(flag: string, text: string): number {
  const [, number, unit] = /^([0-9]*\.?[0-9]+) *([KMGT]i?)?B?$/.exec(text) ?? [];
  if (number === undefined) throw new UsageError(`flag '--${flag}' expects a size like 16GiB, got '${text}'`);
  const power = unit === undefined ? 0 : 1 + 'KMGT'.indexOf(unit[0]!);
  return Math.floor(Number(number) * (unit?.endsWith('i') === true ? 1024 : 1000) ** power);
}
