import type { Operation } from '@shardform/ir-core';

/** Selects among the operations that could be partitioned. */
export interface InstructionFilter {
  /** Numbers of the first and the last one, counted in the order of the module. */
  readonly low: number;
  readonly high: number;
  /** Parts of names; none for any name. */
  readonly names: readonly string[];
}

/**
 * Reads `dot, pad`, `selectLow=3, selectHigh=9` or a mixture of both; quotes around all of it are ignored.
 *
 * @returns `null` when a number is none.
 */
export function parseInstructionFilter(text: string): InstructionFilter | null {
  const unquoted = /^(['"])([\s\S]*)\1$/.exec(text.trim())?.[2] ?? text;
  let [low, high] = [0, Infinity];
  const names: string[] = [];
  for (const part of unquoted.split(',').map((item) => item.trim())) {
    const [, bound, number] = /^(selectLow|selectHigh)\s*=\s*(.*)$/.exec(part) ?? [];
    if (bound === undefined) {
      if (part !== '') names.push(part);
      continue;
    }
    if (!/^\d+$/.test(number!)) return null;
    if (bound === 'selectLow') low = Number(number);
    else high = Number(number);
  }
  return { low, high, names };
}

/** Returns whether the filter takes an operation with this number. */
export function isSelected(
  { name }: Operation,
  number: number,
  { low, high, names }: InstructionFilter,
): boolean {
  if (number < low || number > high) return false;
  return names.length === 0 || names.some((part) => name.includes(part));
}
