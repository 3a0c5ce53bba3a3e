import {
  type Builder,
  byOp,
  type OpEntry,
  type Operation,
  type OpWithDefinition,
  type Value,
} from '@shardform/ir-core';
import type { TensorBuilder } from '@shardform/dialect-ttir';

/** The target whose operations remain: TTNN, TTMetal, or programs for the host. */
export type Target = 'ttnn' | 'ttmetal' | 'cpu-fallback';

/** Creates the operations of a decomposition, before the one that they replace. */
export interface Maker {
  readonly create: Builder['create'];
  readonly insert: Builder['insert'];
  readonly tensors: TensorBuilder;
  readonly target: Target;
  /** The library gathers along a dimension by itself. */
  readonly libraryIndexing: boolean;
  /** Dimensions of size one are permuted like others. */
  readonly keepsPermutes: boolean;
}

/** The values of the results of an operation, made of other operations; `null`, without anything made, to keep it. */
export type Decomposition = OpEntry<[make: Maker], readonly Value[] | null>;

/** Declares a decomposition for the targets on the device only: programs for the host keep the operation. */
/* @__NO_SIDE_EFFECTS__ */
export function onDevice<T extends Operation>(
  opClass: OpWithDefinition<T>,
  decompose: (op: T, make: Maker) => readonly Value[] | null,
): Decomposition {
  return byOp(opClass, (op, make) => (make.target === 'cpu-fallback' ? null : decompose(op, make)));
}
