import type { Builder, Class, OpDefinition, Operation, Value } from '@shardform/ir-core';
import type { TensorBuilder } from '@shardform/dialect-ttir';

/** Whose operations remain: those of TTNN, of TTMetal, or of programs for the host. */
export type Target = 'ttnn' | 'ttmetal' | 'cpu-fallback';

/** What decompositions make operations with: they are inserted before the one that they replace. */
export interface Maker {
  readonly create: Builder['create'];
  readonly insert: Builder['insert'];
  readonly tensors: TensorBuilder;
  readonly target: Target;
}

/** The values of the results of an operation, made of other operations; `null`, without anything made, to keep it. */
export type Decompose<T extends Operation = Operation> = (op: T, make: Maker) => readonly Value[] | null;

/** How the operations of one class are decomposed. */
export interface Decomposition {
  readonly root: string;
  readonly decompose: Decompose;
}

/** Declares a decomposition of the operations of one class. */
/* @__NO_SIDE_EFFECTS__ */
export function decomposition<T extends Operation>(
  opClass: Class<T> & { readonly definition: OpDefinition },
  decompose: Decompose<T>,
): Decomposition {
  // Decompositions are looked up by the name of the operation, so that it is of the class given here.
  return { root: opClass.definition.name, decompose: (op, make) => decompose(op as T, make) };
}

/** The same for the targets on the device only: programs for the host keep the operation. */
/* @__NO_SIDE_EFFECTS__ */
export function onDevice<T extends Operation>(
  opClass: Class<T> & { readonly definition: OpDefinition },
  decompose: Decompose<T>,
): Decomposition {
  return decomposition(opClass, (op, make) => (make.target === 'cpu-fallback' ? null : decompose(op, make)));
}
