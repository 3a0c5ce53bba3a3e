import { DEFAULT_PARTITIONER, type Partitioner, PARTITIONERS } from '@shardform/study';
import type { Flag } from '../command/flag.ts';

/** The flag that says whose choices a program is partitioned with. */
export const partitionerFlag = {
  value: 'NAME',
  choices: PARTITIONERS,
  description: `whose choices are made: those that XLA's partitioner would make (xla), Shardy's (shardy), or those by which devices send the least, or a named machine is the fastest (best); ${DEFAULT_PARTITIONER} unless given`,
} as const satisfies Flag;

/** Returns what {@link partitionerFlag} says, of a command's flags; `null` for nothing. */
export function givenPartitioner(flags: Readonly<Record<string, unknown>>): Partitioner | null {
  return PARTITIONERS.find((own) => own === flags.partitioner) ?? null;
}
