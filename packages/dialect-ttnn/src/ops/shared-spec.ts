import type { OpDefinition, OpSpec } from '@shardform/ir-core';

/** A class of TTIR operations, by the spec that it was declared with. */
export interface TtirOp<S extends OpSpec = OpSpec> {
  readonly definition: OpDefinition<S>;
}

/**
 * Returns the declaration that an operation of the library shares with the TTIR operation that it executes, all but
 * traits: to be spread into its own spec.
 */
/* @__NO_SIDE_EFFECTS__ */
export function sharedWith<S extends OpSpec>({ definition }: TtirOp<S>): Omit<S, 'traits'> {
  const { traits: _, ...shared } = definition.spec;
  return shared;
}

/** The name of the library's operation with the mnemonic of one of TTIR: `ttnn.add` for `ttir.add`. */
/* @__NO_SIDE_EFFECTS__ */
export function libraryName({ definition: { name } }: TtirOp): string {
  return `ttnn.${name.slice('ttir.'.length)}`;
}
