import type { DeviceProfile, ProfiledOperation } from './device-profile.ts';

/** Whether an operation needs more memory than there is. */
export function isTooLarge(
  { dram, l1 }: Pick<ProfiledOperation, 'dram' | 'l1'>,
  { dramCapacity, l1Capacity }: Pick<DeviceProfile, 'dramCapacity' | 'l1Capacity'>,
): boolean {
  return dram > dramCapacity || l1 > l1Capacity;
}

/** The seconds of a run, and of what is computed once. */
export function profileSeconds(rows: readonly Pick<ProfiledOperation, 'seconds' | 'executions'>[]): {
  readonly run: number;
  readonly once: number;
} {
  let [run, once] = [0, 0];
  for (const { seconds, executions } of rows) {
    run += seconds * executions;
    if (executions === 0) once += seconds;
  }
  return { run, once };
}

/** Returns the operation that needs most of a memory; `undefined` of none. */
export function largest<R extends Pick<ProfiledOperation, 'dram' | 'l1'>>(
  rows: readonly R[],
  memory: 'dram' | 'l1',
): R | undefined {
  return rows.reduce<R | undefined>(
    (most, own) => (most === undefined || own[memory] > most[memory] ? own : most),
    undefined,
  );
}
