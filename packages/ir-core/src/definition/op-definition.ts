import type { AssemblyFormat } from '../format/assembly-format.ts';
import type { CustomDirective } from '../format/directive.ts';
import type { Attribute } from '../ir/attribute.ts';
import type {
  AttrConstraint,
  OptionalAttr,
  RegionConstraint,
  TypeConstraint,
  ValueSpec,
} from './constraint.ts';
import type { CheckPlan } from '../verify/check-plan.ts';
import type { DefinedBehaviour, OpBehaviour } from './op-behaviour.ts';
import type { Trait } from './trait.ts';

/** Constraints of operands or results by name. */
export type ValueDeclarations = Readonly<Record<string, TypeConstraint | ValueSpec>>;
/** Constraints of inherent attributes by name. */
export type AttrDeclarations = Readonly<Record<string, AttrConstraint | OptionalAttr>>;
/** Constraints of regions by name. */
export type RegionDeclarations = Readonly<Record<string, RegionConstraint>>;

/** The signature of an operation: its operands `O`, results `R`, attributes `A` and regions `G`, and their text. */
export interface OpSignature<
  O extends ValueDeclarations = ValueDeclarations,
  R extends ValueDeclarations = ValueDeclarations,
  A extends AttrDeclarations = AttrDeclarations,
  G extends RegionDeclarations = RegionDeclarations,
> {
  /** One line for the reference documentation. */
  readonly summary: string;
  /** Paragraphs for the reference documentation. */
  readonly description?: string;
  /** Operands by name, in order; names are those of MLIR's declaration. */
  readonly operands?: O;
  readonly results?: R;
  /** Inherent attributes by name. */
  readonly attrs?: A;
  readonly regions?: G;
  /** Names of the successors; a last name that starts with `...` is variadic. */
  readonly successors?: readonly string[];
  /** Traits in the order in which they are verified. */
  readonly traits?: readonly Trait[];
  /** MLIR's `assemblyFormat`. Without it the op prints generically, unless the class prints itself. */
  readonly format?: string;
  /** The `custom<Name>` directives that the format uses. */
  readonly directives?: Readonly<Record<string, CustomDirective>>;
  /** Operations of this dialect need no prefix in the op's regions. */
  readonly defaultDialect?: string;
}

/** The declaration of an operation by a package author; see {@link defineOp}. */
export interface OpSpec<
  O extends ValueDeclarations = ValueDeclarations,
  R extends ValueDeclarations = ValueDeclarations,
  A extends AttrDeclarations = AttrDeclarations,
  G extends RegionDeclarations = RegionDeclarations,
>
  extends OpSignature<O, R, A, G>, OpBehaviour<never> {}

/** An operand, result or attribute of a definition. */
export interface DefinedValues {
  readonly name: string;
  /** The name in TypeScript: `broadcastDimensions` for `broadcast_dimensions`. */
  readonly accessor: string;
  readonly arity: 'one' | 'optional' | 'variadic';
  readonly constraint: TypeConstraint;
}

/** An inherent attribute of a definition. */
export interface DefinedAttr {
  readonly name: string;
  /** The name in TypeScript: `broadcastDimensions` for `broadcast_dimensions`. */
  readonly accessor: string;
  readonly constraint: AttrConstraint;
  readonly isOptional: boolean;
  readonly defaultValue: (() => Attribute) | null;
}

/** A region name of a definition. */
export interface DefinedRegion {
  readonly name: string;
  readonly constraint: RegionConstraint;
}

/** The checked, indexed form of an {@link OpSpec}; one object per declared operation. */
export interface OpDefinition<S extends OpSpec = OpSpec> extends DefinedBehaviour {
  /** Full name, such as `stablehlo.add`. */
  readonly name: string;
  /** The name before the first dot. */
  readonly dialect: string;
  readonly spec: S;
  readonly operands: readonly DefinedValues[];
  readonly results: readonly DefinedValues[];
  readonly attrs: readonly DefinedAttr[];
  readonly regions: readonly DefinedRegion[];
  /** Names of the inherent attributes, segment sizes included. */
  readonly attrNames: readonly string[];
  readonly attrIndex: ReadonlyMap<string, number>;
  readonly traits: ReadonlySet<Trait>;
  readonly isTerminator: boolean;
  readonly isIsolatedFromAbove: boolean;
  /** False for operations that no extension declares. */
  readonly isRegistered: boolean;
  /** @internal What the verifier does for each of these operations, once it met one. */
  checkPlan: CheckPlan | null;
  /** The compiled assembly format, or `null` when the op has none. Compiled at first use. */
  assemblyFormat(): AssemblyFormat | null;
}
