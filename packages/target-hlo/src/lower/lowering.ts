import type { Operation } from '@shardform/ir-core';
import type { LoweringContext } from './context.ts';

/** Exports operations of one kind. */
export interface Lowering {
  readonly name: string;
  readonly lower: (op: Operation, context: LoweringContext) => void;
  /** Whether the instructions get neither the location nor the sharding nor the frontend attributes of the operation. */
  readonly isBare?: boolean;
}

interface OpClass<T extends Operation> {
  readonly definition: { readonly name: string };
  readonly prototype: T;
}

/** Declares how operations of a class are exported. */
export function lowering<T extends Operation>(
  opClass: OpClass<T> & (abstract new (...args: never[]) => T),
  lower: (op: T, context: LoweringContext) => void,
  isBare = false,
): Lowering {
  const { name } = opClass.definition;
  return {
    name,
    isBare,
    lower: (op, context) => {
      if (!(op instanceof opClass)) throw new Error(`expected '${name}', found '${op.name}'`);
      lower(op, context);
    },
  };
}
