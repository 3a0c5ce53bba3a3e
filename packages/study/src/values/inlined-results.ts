import { CallOp, FuncOp } from '@shardform/dialect-func';
import { BlockArgument, type ModuleOp, OpResult, type Value } from '@shardform/ir-core';

/** What is known of the values of a version of a program. */
export interface VersionOfSource {
  /** The values of the version that are one of the source, or copies of it. */
  copiesOf(value: Value): readonly Value[];
  /** Returns whether a value of the version was inlined at a call of the source. */
  isInlinedAt(value: Value, call: CallOp): boolean;
}

/** Calls that are followed into each other; functions that call themselves end there. */
const MOST_CALLS = 64;

/** Finds what the results of calls are in versions of a program in which these were inlined. */
export class InlinedResults {
  readonly calls: readonly CallOp[];
  readonly #functions = new Map<string, FuncOp>();

  /** @param source the program as it was given. */
  constructor(source: ModuleOp) {
    const calls: CallOp[] = [];
    source.walk((op) => {
      if (op instanceof CallOp) calls.push(op);
      else if (op instanceof FuncOp) this.#functions.set(op.symName.value, op);
    }, 'pre');
    this.calls = calls;
  }

  /** Returns the value that a result of a call is in a version; `null` where there is none, or several. */
  find(call: CallOp, index: number, version: VersionOfSource): Value | null {
    return this.#result(call, index, [], version);
  }

  /** @param around the calls around, the outermost first. */
  #result(call: CallOp, index: number, around: readonly CallOp[], version: VersionOfSource): Value | null {
    const callee = this.#functions.get(call.callee.root);
    if (callee === undefined || callee.isDeclaration || around.length >= MOST_CALLS) return null;
    const value = callee.entry.getTerminator().operandValues()[index];
    return value === undefined ? null : this.#value(value, [...around, call], version);
  }

  #value(value: Value, around: readonly CallOp[], version: VersionOfSource): Value | null {
    const call = around.at(-1);
    if (value instanceof BlockArgument && value.owner.parentOp instanceof FuncOp && call !== undefined)
      return this.#value(call.getOperand(value.index), around.slice(0, -1), version);
    const inlined = version
      .copiesOf(value)
      .filter((copy) => around.every((own) => version.isInlinedAt(copy, own)));
    if (inlined.length > 0) return inlined.length === 1 ? inlined[0]! : null;
    const { definingOp } = value;
    return definingOp instanceof CallOp && value instanceof OpResult
      ? this.#result(definingOp, value.index, around, version)
      : null;
  }
}
