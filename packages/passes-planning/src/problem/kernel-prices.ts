import {
  type Arithmetic,
  bytesOfType,
  type DeviceWork,
  fusionRole,
  type Machine,
  type MachineDevice,
  MachineError,
  operationCost,
} from '@shardform/cost-model';
import type { Block, Context, Operation, Value } from '@shardform/ir-core';

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
    const operations = [...block];
    for (const op of operations.reverse()) if (isFused(op)) this.#fused.add(op);
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

/** An operation is computed inside its users if these are fusions of the same block; a dear one if it has one user. */
function isFused(op: Operation): boolean {
  const role = fusionRole(op.name);
  const [result, ...others] = op.results;
  if (role === 'none' || role === 'root' || result === undefined || others.length > 0) return false;
  const users = new Set(Array.from(result.uses(), ({ owner }) => owner));
  if (users.size === 0 || (role === 'dear' && users.size > 1)) return false;
  return [...users].every((user) => user.parent === op.parent && fusionRole(user.name) !== 'none');
}

/** The work of kernels that only move bytes. */
export function moving(launches: number, bytes: number): DeviceWork {
  return { launches, flops: 0, arithmetic: 'vector', bytes };
}

/** The device that all are like. Device 0 is the host. @throws MachineError for a machine without devices. */
export function deviceOf({ devices, name }: Machine): MachineDevice {
  const device = devices.get(1);
  if (device === undefined) throw new MachineError(`the machine '${name}' has no device 1`);
  return device;
}
