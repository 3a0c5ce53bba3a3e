import type { ModuleOp } from '@shardform/ir-core';
import { sourceOf } from '@shardform/runtime-dist';
import type { TimedRun } from '../time/simulated-time.ts';
import { contentionSeconds } from '../time/contention-facts.ts';
import { spentTimes } from '../time/time-shares.ts';
import type { ValueId } from '../values/value-id.ts';
import type { StageValues } from '../values/value-identities.ts';

/**
 * Returns what operations take on the slowest device, by the first value that they compute: all executions together, of
 * communication the time that is not overlapped.
 *
 * @param valuesOf the values of a version of the program.
 */
export function operationSeconds(
  { simulated: { program, simulation }, report }: TimedRun,
  valuesOf: (module: ModuleOp) => StageValues,
  modules: readonly ModuleOp[],
): ReadonlyMap<ValueId, number> {
  const seconds = new Map<ValueId, number>();
  const versions = modules.map(valuesOf);
  for (const spent of spentTimes(simulation, report.slowestDevice)) {
    const value = sourceOf(program, spent.event.op)?.results[0];
    if (value === undefined) continue;
    const id = versions.map((own) => own.idOf(value)).find((own) => own !== '');
    if (id !== undefined)
      seconds.set(id, (seconds.get(id) ?? 0) + spent.seconds + contentionSeconds(spent.contention));
  }
  return seconds;
}
