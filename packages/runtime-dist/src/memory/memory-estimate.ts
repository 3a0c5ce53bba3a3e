import type { FuncOp } from '@shardform/dialect-func';
import { donatedArguments } from '../program/donation.ts';
import { type AssignedBytes, assignBuffers } from './assign-buffers.ts';
import { buildGraph } from './build-graph.ts';
import { memoryNotes } from './memory-notes.ts';
import { scheduled } from './schedule.ts';

/** The memory that a program of local shapes needs on each device. */
export interface MemoryEstimate extends AssignedBytes {
  /** Arguments, results and temporaries, but for results in the memory of arguments. */
  readonly peak: number;
  /** Limitations of the estimate. */
  readonly notes: readonly string[];
}

/**
 * Estimates the memory of a program as XLA assigns it on CPUs.
 *
 * @throws FlattenError for an unknown function.
 */
export function estimateMemory(func: FuncOp): MemoryEstimate {
  const graph = buildGraph(func);
  const assigned = assignBuffers(scheduled(graph), donatedArguments(func));
  const peak = assigned.arguments + assigned.results + assigned.temporaries - assigned.aliased;
  return { ...assigned, peak, notes: memoryNotes(graph) };
}
