import type { Builder, Class, OpDefinition, Operation, Value } from '@shardform/ir-core';
import type { DeviceType } from '@shardform/dialect-ttnn';

/** Where an operation is converted. */
export interface ConversionScope {
  /** Stands before the operation. */
  readonly builder: Builder;
  /** The opened devices. */
  readonly device: Value<DeviceType>;
  /** Rows and columns of devices. */
  readonly mesh: readonly number[];
}

/** How operations of one kind become TTNN. A value: see {@link conversion}. */
export interface Conversion {
  readonly root: string;
  /** Creates the replacement and returns the values that replace the results; `null` when there is none. */
  convert(op: Operation, scope: ConversionScope): readonly Value[] | null;
}

/** Declares how operations of one class are converted. */
/* @__NO_SIDE_EFFECTS__ */
export function conversion<T extends Operation>(
  op: Class<T> & { readonly definition: OpDefinition },
  convert: (op: T, scope: ConversionScope) => Operation | Value | null,
): Conversion {
  return {
    root: op.definition.name,
    convert(found, scope) {
      // Conversions are looked up by the name of the operation, so that it is of the class given here.
      const made = convert(found as T, scope);
      if (made === null) return null;
      return 'results' in made ? made.results : [made];
    },
  };
}
