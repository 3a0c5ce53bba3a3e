import type { OpDefinition } from '../definition/op-definition.ts';
import type { OpWithDefinition } from './interface.ts';
import type { Operation } from './operation.ts';

/** A function of the operations of one class; made by {@link byOp}. */
export interface OpEntry<A extends readonly unknown[], R> {
  readonly definition: OpDefinition;
  /** Called with operations of `definition` only. */
  readonly apply: (this: void, op: Operation, ...args: A) => R;
}

/** Pairs an op class with a function of its operations, for an {@link OpTable} or a driver that looks operations up. */
/* @__NO_SIDE_EFFECTS__ */
export function byOp<T extends Operation, A extends readonly unknown[], R>(
  { definition }: OpWithDefinition<T>,
  apply: (op: T, ...args: A) => R,
): OpEntry<A, R> {
  // Entries are looked up by the name of the operation, so that it is of the class given here.
  return { definition, apply: apply as (op: Operation, ...args: A) => R };
}

/** Functions by the class of the operation that they are applied to. */
export class OpTable<A extends readonly unknown[], R> {
  readonly #entries = new Map<string, OpEntry<A, R>>();

  /** @throws when a class has several entries. */
  constructor(entries: readonly OpEntry<A, R>[]) {
    for (const entry of entries) {
      const { name } = entry.definition;
      if (this.#entries.has(name)) throw new Error(`'${name}' has several entries`);
      this.#entries.set(name, entry);
    }
  }

  /** Names of the operations that have an entry. */
  get names(): Iterable<string> {
    return this.#entries.keys();
  }

  /** Returns true if operations of a name, such as `stablehlo.add`, have an entry. */
  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Applies the function of the operation's class; `undefined` where it has none. */
  apply(op: Operation, ...args: A): R | undefined {
    return this.#entries.get(op.name)?.apply(op, ...args);
  }
}
