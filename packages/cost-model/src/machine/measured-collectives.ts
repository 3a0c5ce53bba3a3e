/** Collectives that are measured, as calibration files name them. */
export const collectiveKinds = ['allreduce', 'allgather', 'reducescatter', 'alltoall', 'permute'] as const;

/** One of {@link collectiveKinds}. */
export type CollectiveKind = (typeof collectiveKinds)[number];

/**
 * Seconds of a collective: `perGigabit * gigabits + constant`. Gigabits are those that a device has: of an all-gather
 * the result, of all others the operand.
 */
export interface CollectiveFit {
  readonly perGigabit: number;
  readonly constant: number;
}

/** Fits of measured collectives, by kind and by the number of devices of a group. */
export type MeasuredCollectives = ReadonlyMap<CollectiveKind, ReadonlyMap<number, CollectiveFit>>;
