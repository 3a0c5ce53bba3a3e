import type { PartitionSettings } from '@shardform/passes-sharding';

/** Whose choices a program is partitioned with: those by which devices send the least, Shardy's, or those of XLA's partitioner. */
export type Partitioner = PartitionSettings['partitioner'];

/** All of them. */
export const PARTITIONERS = ['xla', 'shardy', 'best'] as const satisfies readonly Partitioner[];

/** The one where nothing else is asked for. */
export const DEFAULT_PARTITIONER: Partitioner = 'xla';

const TEXTS: Readonly<Record<Partitioner, string>> = {
  xla: 'as XLA would, predicted',
  shardy: 'as Shardy does',
  best: 'with the least communication',
};

/** `as XLA would, predicted`. */
export function partitionerText(partitioner: Partitioner): string {
  return TEXTS[partitioner];
}
