import { UsageError } from '../tool-io.ts';

/** Returns the number of bytes that a flag gives: `0`, `4096B`, `512KiB`, `1.5GB`. @throws UsageError */
export function readSize(flag: string, text: string): number {
  const [, number, unit] = /^([0-9]*\.?[0-9]+) *([KMGT]i?B?|B)?$/.exec(text) ?? [];
  if (number === undefined) throw new UsageError(`flag '--${flag}' expects a size like 16GiB, got '${text}'`);
  // A bare number may be meant as bytes or as gigabytes.
  if (unit === undefined && Number(number) !== 0)
    throw new UsageError(
      `flag '--${flag}' expects a size with a unit, got '${text}'; write ${number}GB or ${number}GiB, or ${number}B for bytes`,
    );
  const power = 1 + 'KMGT'.indexOf(unit?.[0] ?? '');
  return Math.floor(Number(number) * (unit?.[1] === 'i' ? 1024 : 1000) ** power);
}
