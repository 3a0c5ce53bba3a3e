import { locationOf } from '@shardform/inspect';
import type { ModuleOp } from '@shardform/ir-core';
import type { Simulation } from '@shardform/runtime-dist';
import { ExecutionCounts, programEntries } from '@shardform/runtime-sim';

/** Such a time is no estimate of anything. */
const NOTHING_TAKES_TIME = 'nothing in the program takes time: no operation computes or communicates';

/** Returns what the time of a simulation does not contain. */
export function simulationWarnings(module: ModuleOp, { latency }: Simulation): string[] {
  return [...unknownLoopWarnings(module), ...(latency === 0 ? [NOTHING_TAKES_TIME] : [])];
}

/** Returns warnings for loops with an unknown trip count: a simulation executes their bodies once. */
export function unknownLoopWarnings(module: ModuleOp): string[] {
  return new ExecutionCounts(programEntries(module)).unknownLoops.map((loop) => {
    const place = locationOf(loop);
    return `${place === null ? '' : `${place}: `}how often this loop runs depends on data: time and communication of one iteration are counted`;
  });
}
