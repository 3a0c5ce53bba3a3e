import type { FuncOp } from '@shardform/dialect-func';
import { donatedArguments } from '../program/donation.ts';
import { type AssignedBytes, type AssignedMemory, assignBuffers } from './assign-buffers.ts';
import { buildGraph, type NamedComputation } from './build-graph.ts';
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
 * @param donated by number of the result, the argument whose memory it takes; by default what the function says.
 * @throws CostError for an unknown function.
 */
export function estimateMemory(func: FuncOp, donated = donatedArguments(func)): MemoryEstimate {
  return assignMemory(func, donated).estimate;
}

/** An estimate with what it is made from. */
export interface AssignedProgram {
  readonly estimate: MemoryEstimate;
  readonly graph: NamedComputation;
  readonly memory: AssignedMemory;
  /** By number of the result, the number of the argument whose memory it takes. */
  readonly donated: ReadonlyMap<number, number>;
}

/** Assigns the memory of a program. @throws CostError for an unknown function. */
export function assignMemory(func: FuncOp, donated = donatedArguments(func)): AssignedProgram {
  const graph = buildGraph(func);
  const memory = assignBuffers(scheduled(graph), donated);
  const { bytes } = memory;
  const peak = bytes.arguments + bytes.results + bytes.temporaries - bytes.aliased;
  return { estimate: { ...bytes, peak, notes: memoryNotes(graph) }, graph, memory, donated };
}
