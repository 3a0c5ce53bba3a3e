import type { Value } from '@shardform/ir-core';
import { isConstantArgument } from '../constant-arguments.ts';
import { lookUp } from '@shardform/ir-core';

/** The arguments on which a value depends. */
interface Origins {
  readonly parameters: boolean;
  readonly inputs: boolean;
}

/**
 * Tells which values are computed from parameters only, and so once and not at each run. Answers are kept: moving an
 * operation past another does not change what values depend on.
 */
export class ConstantPaths {
  readonly #origins = new Map<Value, Origins>();

  /** Returns true if the value depends on parameters or constants among the arguments, and on no other arguments. */
  isConstant(value: Value): boolean {
    const { parameters, inputs } = this.#originsOf(value);
    return parameters && !inputs;
  }

  #originsOf(value: Value): Origins {
    const pending = [value];
    for (let at = pending.at(-1); at !== undefined; at = pending.at(-1)) {
      const missing = at.definingOp?.operandValues().filter((operand) => !this.#origins.has(operand)) ?? [];
      if (missing.length > 0 && !this.#origins.has(at)) {
        pending.push(...missing);
        continue;
      }
      pending.pop();
      if (!this.#origins.has(at)) this.#origins.set(at, this.#joined(at));
    }
    return lookUp(this.#origins, value);
  }

  #joined(value: Value): Origins {
    if (value.definingOp === null) {
      const isParameter = isConstantArgument(value);
      return { parameters: isParameter, inputs: !isParameter };
    }
    const operands = value.definingOp.operandValues().map((operand) => lookUp(this.#origins, operand));
    return {
      parameters: operands.some(({ parameters }) => parameters),
      inputs: operands.some(({ inputs }) => inputs),
    };
  }
}
