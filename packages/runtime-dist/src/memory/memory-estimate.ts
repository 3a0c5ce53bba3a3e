import type { FuncOp } from '@shardform/dialect-func';
import { donatedArguments } from '../program/donation.ts';
import { type AssignedBytes, assignBuffers } from './assign-buffers.ts';
import { buildGraph } from './build-graph.ts';
import { memoryNotes } from './memory-notes.ts';
import { scheduled } from './schedule.ts';

/** What a program of local shapes needs of each device's memory. */
export interface MemoryEstimate extends AssignedBytes {
  /** Arguments, results and temporaries, but for results in the memory of arguments. */
  readonly peak: number;
  /** What is not counted, or not known for sure. */
  readonly notes: readonly string[];
}

/**
 * The memory of a program as XLA assigns it on CPUs.
 *
 * @throws FlattenError for a function that isn't known.
 */
export function estimateMemory(func: FuncOp): MemoryEstimate {
  const graph = buildGraph(func);
  const assigned = assignBuffers(scheduled(graph), donatedArguments(func));
  const peak = assigned.arguments + assigned.results + assigned.temporaries - assigned.aliased;
  return { ...assigned, peak, notes: memoryNotes(graph) };
}
