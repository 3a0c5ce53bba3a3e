import type { CostedCollective } from './measured-program.ts';

/** Bytes that each device sends for collectives that are one; `undefined` for none. */
export function sentTogether(collectives: readonly CostedCollective[]): number | undefined {
  return collectives.length === 0 ? undefined : collectives.reduce((sum, { bytes }) => sum + bytes, 0);
}
