import {
  type Arithmetic,
  bytesOfType,
  type DeviceWork,
  fusesOperands,
  fusionRole,
  isFusedIntoUsers,
  operationCost,
} from '@shardform/cost-model';
import { type Block, type Context, Operation, type Value } from '@shardform/ir-core';
import type { Item } from './program-graph.ts';

/** What an operation does on all parts together. */
export interface KernelWork {
  readonly flops: number;
  readonly arithmetic: Arithmetic;
  /** Bytes that it reads of each operand: none of one that is fused into it. */
  readonly reads: readonly number[];
  /** Bytes that it writes of each result: none if it is fused into its users. */
  readonly writes: readonly number[];
  readonly launches: number;
}

/**
 * What operations do, by the cost model of simulations. Elementwise operations are fused into their users, as in
 * simulations: they are not launched, and what they compute is neither written nor read.
 */
export class KernelWorks {
  readonly #context: Context;
  readonly #fused = new Set<Operation>();

  constructor(block: Block, context: Context) {
    this.#context = context;
    for (const op of block) if (isFusedIntoUsers(op, context)) this.#fused.add(op);
  }

  /** @throws CostError for an operation of unknown cost. */
  workOf(op: Operation): KernelWork {
    const { flops, arithmetic, reads, writes, launches } = operationCost(op, this.#context);
    const isFused = this.#fused.has(op);
    const isComputed = (value: Value): boolean => {
      const producer = value.definingOp;
      return producer !== null && this.#fused.has(producer);
    };
    return {
      flops,
      arithmetic,
      reads: op
        .operandValues()
        .map((value, i) => (isComputed(value) ? 0 : (reads[i] ?? bytesOfType(value.type)))),
      writes: op.results.map(({ type }, i) => {
        if (isFused) return 0;
        return writes === null ? bytesOfType(type) : i === 0 ? writes : 0;
      }),
      launches: isFused ? 0 : launches,
    };
  }
}

/** Returns whether an item of a program is a kernel that fuses its operands: cutting out a part of these takes no kernel. */
export function fusesOperandsOf(item: Item, context: Context): boolean {
  return item instanceof Operation && fusesOperands(fusionRole(item, context));
}

/** The work of kernels that only move bytes. */
export function moving(launches: number, bytes: number): DeviceWork {
  return { launches, flops: 0, arithmetic: 'vector', bytes };
}
