import type { Class } from './attribute.ts';
import { byOp } from './op-table.ts';
import type { Operation } from './operation.ts';
import type { OpDefinition } from '../definition/op-definition.ts';

/** A question that operations of any dialect may answer; declared by the package that asks it. */
export interface OpInterface<M> {
  /** Unique name, such as `sharding.rule`. */
  readonly id: string;
  /** The result of the implementation, for messages: "a sharding rule". */
  readonly description: string;
  /** Pairs an op class with an implementation, from any package. The op is typed in `methods`. */
  implementFor<T extends Operation>(op: OpWithDefinition<T>, methods: (op: T) => M): InterfaceImplementation;
}

/** A declared operation class. */
export interface OpWithDefinition<T extends Operation> extends Class<T> {
  readonly definition: OpDefinition;
}

/** One interface implemented for one operation. A value: nothing happens until a context is made with it. */
export interface InterfaceImplementation {
  readonly interface: { readonly id: string };
  readonly definition: OpDefinition;
  /** Called with operations of `definition` only. */
  readonly bind: (op: Operation) => unknown;
}

/** Declares an interface whose implementation, for one operation, is a value of type `M`. */
/* @__NO_SIDE_EFFECTS__ */
export function defineOpInterface<M>(id: string, description: string): OpInterface<M> {
  const declared: OpInterface<M> = {
    id,
    description,
    implementFor: (op, methods) => ({
      interface: declared,
      definition: op.definition,
      bind: byOp(op, methods).apply,
    }),
  };
  return declared;
}
