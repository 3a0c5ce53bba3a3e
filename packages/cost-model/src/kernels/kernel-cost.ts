import { type Context, defineOpInterface, type Operation, type OpInterface } from '@shardform/ir-core';
import type { Arithmetic } from './arithmetic.ts';
import type { FusionRole } from './fusion-role.ts';

/** The use that an operation makes of its operands' memory: `view` aliases it, `update` changes a slice of it. */
export type MemoryRole = 'plain' | 'view' | 'update';

/** Properties of a cost that most operations leave out. */
interface KernelDetails {
  /** By default `loop` for `elementwise` operations, `dear` for `transcendental` ones, and `none` for all others. */
  readonly fusion?: FusionRole;
  /** `plain` by default. */
  readonly memory?: MemoryRole;
  /** Launches of kernels: 1 by default, 0 for operations that are `free`. */
  readonly launches?: number;
  /** The arithmetic of most floating-point operations: `vector` by default. */
  readonly arithmetic?: () => Arithmetic;
  /** Whether the operation reads only as much of its first operand as its results have. */
  readonly readsPart?: boolean;
  /** Memory that the operation changes in place; by default it reads all operands and writes all results. */
  readonly updates?: () => MemoryUpdate;
}

/** Memory of operands that an operation changes in place: it reads nothing of these but what it declares as bytes. */
export interface MemoryUpdate {
  /** Number of the first operands that it changes. */
  readonly operands: number;
  readonly bytes: number;
}

/** An operation whose kind implies the number of floating-point operations. */
export interface SimpleKernelCost extends KernelDetails {
  /**
   * - `elementwise`: one floating-point operation for each element of the results, and for each part of a complex one;
   * - `transcendental`: a function of many instructions for each element, counted as one floating-point operation;
   * - `move`: elements change places, without floating-point operations;
   * - `free`: another name of the same bytes, or an order of operations: neither time nor memory;
   * - `communication`: devices, or a device and its host, communicate; a collective has its own cost;
   * - `regions`: the cost is that of the operation's regions.
   */
  readonly kind: 'elementwise' | 'transcendental' | 'move' | 'free' | 'communication' | 'regions';
  /** Overrides the number that the kind implies. */
  readonly flops?: () => number | null;
  readonly executions?: undefined;
}

/** An operation with a number of floating-point operations of its own. */
export interface AlgorithmCost extends KernelDetails {
  readonly kind: 'algorithm';
  /** Floating-point operations on tensors of static shape; `null` if unknown, such as those of a custom call. */
  readonly flops: () => number | null;
  readonly executions?: undefined;
}

/** An operation whose floating-point operations are those of its regions, which its kernel executes for elements. */
export interface CombiningKernelCost extends KernelDetails {
  readonly kind: 'elementwise' | 'algorithm';
  /** Executions of each region; `null` if unknown. */
  readonly executions: () => readonly number[] | null;
  readonly flops?: undefined;
}

/** The cost that an operation declares: the work of one execution, and its part in fusions. */
export type KernelCost = SimpleKernelCost | AlgorithmCost | CombiningKernelCost;

/** One of the kinds of {@link KernelCost}. */
export type KernelKind = KernelCost['kind'];

/**
 * The cost of an operation as one kernel. A package implements it for its own operations, such as
 * `kernelCost.implementFor(ScaleRowsOp, () => ({ kind: 'elementwise' }))`.
 *
 * The simulator, the planner and the partitioner ask {@link operationCost}, which completes it with the bytes of operands and results.
 */
export const kernelCost: OpInterface<KernelCost> = /* @__PURE__ */ defineOpInterface<KernelCost>(
  'cost.kernel',
  'the cost of a kernel',
);

/** Returns the kind of an operation; `null` for operations that declare no cost. */
export function kernelKind(op: Operation, context: Context): KernelKind | null {
  return context.query(kernelCost, op)?.kind ?? null;
}

/** Returns whether an operation computes each element of its results from the elements at the same index of its operands. */
export function isElementwise(op: Operation, context: Context): boolean {
  const kind = kernelKind(op, context);
  return kind === 'elementwise' || kind === 'transcendental';
}

/** Returns how an operation uses the memory of its first operand. */
export function memoryRole(op: Operation, context: Context): MemoryRole {
  return context.query(kernelCost, op)?.memory ?? 'plain';
}
