import {
  type Builder,
  type Class,
  type OpDefinition,
  type Operation,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import type { MeshAttr } from '@shardform/dialect-sdy';

/** Where an operation is converted. */
export interface ConversionScope {
  /** Stands before the operation. */
  readonly builder: Builder;
  /** The mesh that collectives run on; `null` when the module has none. */
  readonly mesh: MeshAttr | null;
}

/** How operations of one kind become TTIR. A value: see {@link conversion}. */
export interface Conversion {
  readonly root: string;
  /** Creates the replacement and returns the values that replace the results; `null` when there is none. */
  convert(op: Operation, scope: ConversionScope): readonly Value[] | null;
}

/** Declares how operations of one class are converted. */
/* @__NO_SIDE_EFFECTS__ */
export function conversion<T extends Operation>(
  op: Class<T> & { readonly definition: OpDefinition },
  convert: (op: T, scope: ConversionScope) => readonly Value[] | Operation | null,
): Conversion {
  return {
    root: op.definition.name,
    convert(found, scope) {
      // Conversions are looked up by the name of the operation, so that it is of the class given here.
      const made = convert(found as T, scope);
      return made === null || Array.isArray(made)
        ? (made as readonly Value[] | null)
        : (made as Operation).results;
    },
  };
}

/** The values that are tensors of known rank. */
export function tensorsOf(values: readonly Value[]): Value<RankedTensorType>[] {
  return values.filter((value): value is Value<RankedTensorType> => value.type instanceof RankedTensorType);
}
