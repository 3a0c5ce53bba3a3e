import {
  type Block,
  type Context,
  type Operation,
  type Region,
  returnLike,
  type Value,
} from '@shardform/ir-core';
import type { NdArray } from '../array/index.ts';
import { ExecutionError } from './execution-error.ts';
import { type DeviceState, type Evaluate, type Execution, interpretable } from './interpretable.ts';
import { lastUses } from './last-uses.ts';
import { runOnDevices } from './run-on-devices.ts';

/** Values of a block under execution and of the blocks around it. */
class Scope {
  readonly #values = new Map<Value, NdArray>();
  readonly #parent: Scope | null;

  constructor(parent: Scope | null) {
    this.#parent = parent;
  }

  get(value: Value): NdArray | undefined {
    return this.#values.get(value) ?? this.#parent?.get(value);
  }

  set(value: Value, array: NdArray): void {
    this.#values.set(value, array);
  }

  free(value: Value): void {
    this.#values.delete(value);
  }
}

/** Executes a program on one device. */
export class DeviceExecution implements DeviceState {
  readonly device: number;
  readonly deviceCount: number;
  readonly #context: Context;
  readonly #observe: OpObserver | null;
  #scope: Scope | null = null;

  constructor(context: Context, device: number, deviceCount: number, observe: OpObserver | null = null) {
    this.#context = context;
    this.device = device;
    this.deviceCount = deviceCount;
    this.#observe = observe;
  }

  *runRegion(region: Region, inputs: readonly NdArray[]): Execution {
    const outer = this.#scope;
    // An isolated region sees nothing of what is around it.
    const scope = new Scope(region.parent.definition.isIsolatedFromAbove ? null : outer);
    this.#scope = scope;
    const results = yield* this.#runBlock(region.entry, inputs, scope);
    this.#scope = outer;
    return results;
  }

  runDevices(
    region: Region,
    deviceCount: number,
    inputsOf: (device: number) => readonly NdArray[],
  ): readonly (readonly NdArray[])[] {
    return runOnDevices(deviceCount, (device) =>
      new DeviceExecution(this.#context, device, deviceCount, this.#observe).runRegion(
        region,
        inputsOf(device),
      ),
    );
  }

  *#runBlock(block: Block, inputs: readonly NdArray[], scope: Scope): Execution {
    if (inputs.length !== block.arguments.length) {
      const op = block.parentOp!;
      throw new ExecutionError(op, `expected ${block.arguments.length} inputs, got ${inputs.length}`);
    }
    block.arguments.forEach((argument, i) => scope.set(argument, inputs[i]!));
    const dying = lastUses(block);
    for (let op = block.firstOp; op !== null; op = op.next) {
      const operands = this.#operandsOf(op, scope);
      if (op.hasTrait(returnLike)) return operands;
      const outcome = this.#evaluatorOf(op)(operands, this);
      const results = isExecution(outcome) ? yield* this.#resume(outcome, scope) : outcome;
      for (let i = 0; i < op.results.length; i++) scope.set(op.results[i]!, results[i]!);
      this.#observe?.(op, results, this.device);
      const values = dying.get(op);
      if (values !== undefined) for (const value of values) scope.free(value);
    }
    return [];
  }

  // Other executions on this device may run while this one waits; the scope is this one's again afterwards.
  *#resume(execution: Execution, scope: Scope): Execution {
    this.#scope = scope;
    const results = yield* execution;
    this.#scope = scope;
    return results;
  }

  #operandsOf(op: Operation, scope: Scope): NdArray[] {
    return op.operands.map(({ value }) => {
      const array = scope.get(value);
      if (array === undefined) throw new ExecutionError(op, 'an operand has no value');
      return array;
    });
  }

  #evaluatorOf(op: Operation): Evaluate {
    const evaluate = this.#context.query(interpretable, op);
    if (evaluate === undefined) {
      throw new ExecutionError(op, `op '${op.name}' can't be executed: no loaded package interprets it`);
    }
    return evaluate;
  }
}

/** Sees the results of each operation when it was executed. */
export type OpObserver = (op: Operation, results: readonly NdArray[], device: number) => void;

function isExecution(outcome: readonly NdArray[] | Execution): outcome is Execution {
  return 'next' in outcome;
}
