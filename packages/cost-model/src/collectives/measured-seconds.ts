import { BYTES_PER_GIGABIT } from '../machine/machine.ts';
import type { CollectiveFit } from '../machine/measured-collectives.ts';

/** Returns the seconds of a measured collective of `bytes` on each device. */
export function measuredSeconds({ perGigabit, constant }: CollectiveFit, bytes: number): number {
  return (perGigabit * bytes) / BYTES_PER_GIGABIT + constant;
}
