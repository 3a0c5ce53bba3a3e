import type { FuncOp } from '@shardform/dialect-func';
import { donatedArguments } from '../program/donation.ts';
import { type AssignedBytes, type AssignedMemory, assignBuffers } from './assign-buffers.ts';
import { buildGraph, type NamedComputation } from './build-graph.ts';
import { scheduledForMemory } from './accelerator/schedule-kernels.ts';
import type { MemoryRules } from './memory-rules.ts';
import { memoryNotes } from './memory-notes.ts';
import { scheduled } from './schedule.ts';

/** The memory that a program of local shapes needs on each device. */
export interface MemoryEstimate extends AssignedBytes {
  /** Arguments, results and temporaries, but for results in the memory of arguments. */
  readonly peak: number;
  readonly rules: MemoryRules;
  /** Limitations of the estimate. */
  readonly notes: readonly string[];
}

/** Options of {@link estimateMemory}. */
export interface MemoryOptions {
  /** Those of CPUs by default. */
  readonly rules?: MemoryRules;
  /** By number of the result, the argument whose memory it takes; by default what the function says. */
  readonly donated?: ReadonlyMap<number, number>;
}

/**
 * Estimates the memory of a program as XLA assigns it.
 *
 * @throws CostError for an unknown function.
 */
export function estimateMemory(func: FuncOp, options: MemoryOptions = {}): MemoryEstimate {
  return assignMemory(func, options).estimate;
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
export function assignMemory(
  func: FuncOp,
  { rules = 'cpu', donated = donatedArguments(func) }: MemoryOptions = {},
): AssignedProgram {
  const graph = buildGraph(func, rules);
  const kernels = rules === 'cpu' ? scheduled(graph) : scheduledForMemory(graph, donated);
  const memory = assignBuffers(kernels, donated, rules);
  const { bytes } = memory;
  const peak = bytes.arguments + bytes.results + bytes.temporaries - bytes.aliased;
  return { estimate: { ...bytes, peak, rules, notes: memoryNotes(graph) }, graph, memory, donated };
}
