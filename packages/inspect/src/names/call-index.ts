import { CallOp, FuncOp } from '@shardform/dialect-func';
import { isFusionCall } from '@shardform/dialect-hlo';
import type { Location, ModuleOp, Operation, Value } from '@shardform/ir-core';
import type { CallPath } from './call-path.ts';

/** Functions that call themselves end there. */
const MOST_CALLS = 64;

/** The functions of a program and their calls. */
export class CallIndex {
  readonly #functions = new Map<string, FuncOp>();
  readonly #calls = new Map<string, CallOp[]>();
  /** Unique locations tell calls in copies of the program, too. */
  readonly byLocation: ReadonlyMap<Location, CallOp>;

  constructor(module: ModuleOp) {
    const byLocation = new Map<Location, CallOp>();
    module.walk((op) => {
      if (op instanceof FuncOp) this.#functions.set(op.symName.value, op);
      if (!(op instanceof CallOp)) return;
      byLocation.set(op.location, op);
      const known = this.#calls.get(op.callee.root);
      if (known === undefined) this.#calls.set(op.callee.root, [op]);
      else known.push(op);
    }, 'pre');
    this.byLocation = byLocation;
  }

  callsOf(callee: string): readonly CallOp[] {
    return this.#calls.get(callee) ?? [];
  }

  /** The path inside of what an operation calls. */
  entered(op: Operation, path: CallPath): CallPath {
    return op instanceof CallOp ? path.entering(op) : path;
  }

  /** The calls through which the function around an operation was entered, the innermost first, as far as they are known. */
  around(op: Operation, path: CallPath): CallOp[] {
    const calls: CallOp[] = [];
    let call = this.#callAround(op, path);
    for (let steps = 0; call !== null && steps < MOST_CALLS; steps++) {
      // The name of a fusion is that of its last operation.
      if (!isFusionCall(call)) calls.push(call);
      call = this.#callAround(call, path);
    }
    return calls;
  }

  /** The call that entered the function around an operation: that of the path, or the only one. */
  #callAround(op: Operation, path: CallPath): CallOp | null {
    let func = op.parentOp;
    while (func !== null && !(func instanceof FuncOp)) func = func.parentOp;
    if (func === null) return null;
    const callee = func.symName.value;
    const calls = this.callsOf(callee);
    return path.of(callee) ?? (calls.length === 1 ? (calls[0] ?? null) : null);
  }

  /** The function that an operation calls; `null` for none that has a body. */
  calledBy(op: Operation): FuncOp | null {
    const callee = op instanceof CallOp ? this.#functions.get(op.callee.root) : undefined;
    return callee === undefined || callee.isDeclaration ? null : callee;
  }

  /** The value that an operation returns from inside of what it calls or contains; `null` for one that computes its result itself. */
  returned(op: Operation, index: number): Value | null {
    const blocks = this.calledBy(op)?.body.blocks ?? (PASSING.has(op.name) ? op.regions[0]?.blocks : []);
    return blocks?.at(-1)?.terminator?.operandValues()[index] ?? null;
  }
}

/** Operations whose regions have their operands as arguments, and whose results their regions return. */
const PASSING: ReadonlySet<string> = new Set([
  'sdy.manual_computation',
  'sdy.named_computation',
  'mpmd.fragment',
]);

/** Returns whether an operation hands its operands to its region as they are. */
export function passesOperands({ name }: Operation): boolean {
  return PASSING.has(name);
}
