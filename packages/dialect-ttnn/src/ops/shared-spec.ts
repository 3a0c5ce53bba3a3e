import type {
  AttrDeclarations,
  OpDefinition,
  OpSignature,
  OpSpec,
  RegionDeclarations,
  ValueDeclarations,
} from '@shardform/ir-core';

/** A class of TTIR operations, by the spec that it was declared with. */
export interface TtirOp<S extends OpSpec = OpSpec> {
  readonly definition: OpDefinition<S>;
}

/**
 * Returns the signature that an operation of the library shares with the TTIR operation that it executes, without traits,
 * effects, speculation and inference: to be spread into its own spec.
 */
/* @__NO_SIDE_EFFECTS__ */
export function sharedWith<
  O extends ValueDeclarations,
  R extends ValueDeclarations,
  A extends AttrDeclarations,
  G extends RegionDeclarations,
>({
  definition,
}: TtirOp<OpSpec<O, R, A, G>>): Omit<OpSignature<O, R, A, G>, 'traits' | 'attrs'> & { readonly attrs: A } {
  const { traits: _, effects: __, speculates: ___, infer: ____, ...shared } = definition.spec;
  // Where the declaration leaves attributes out, `A` has no names.
  return { ...shared, attrs: definition.spec.attrs ?? ({} as A) };
}

/** Returns the name of the library's operation with the mnemonic of one of TTIR: `ttnn.add` for `ttir.add`. */
/* @__NO_SIDE_EFFECTS__ */
export function libraryName({ definition: { name } }: TtirOp): string {
  return `ttnn.${name.slice('ttir.'.length)}`;
}
