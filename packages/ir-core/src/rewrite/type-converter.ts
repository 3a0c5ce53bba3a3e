import type { Type } from '../ir/attribute.ts';
import type { Location } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import type { Rewriter } from './rewriter.ts';

/**
 * One rule of a {@link TypeConverter}: the new type, or several (or none) that stand for the type together; `null`
 * for "can't be converted", `undefined` for "not mine".
 */
export type TypeConversion = (type: Type) => Type | readonly Type[] | null | undefined;

/** Makes a value of a type from values of other types, at the insertion point; `undefined` for "not mine". */
export type Materialization = (
  rewriter: Rewriter,
  type: Type,
  inputs: readonly Value[],
  location: Location,
) => Value | undefined;

/**
 * The reason to materialize a value: for operations that still use the type from before the conversion (`source`), for
 * block arguments of such (`argument`), or for converted operations, from values that were not converted (`target`).
 */
export type MaterializationKind = 'source' | 'argument' | 'target';

/** The type conversions of a dialect conversion. Rules added last are tried first, as in MLIR. */
export class TypeConverter {
  readonly #conversions: TypeConversion[] = [];
  readonly #materializations: Record<MaterializationKind, Materialization[]> = {
    source: [],
    argument: [],
    target: [],
  };
  readonly #known = new Map<Type, readonly Type[] | null>();

  addConversion(conversion: TypeConversion): this {
    this.#conversions.unshift(conversion);
    this.#known.clear();
    return this;
  }

  /** Adds a way to bridge types where converted and unconverted operations meet; of all kinds by default. */
  addMaterialization(
    materialization: Materialization,
    kinds: readonly MaterializationKind[] = ['source', 'argument', 'target'],
  ): this {
    for (const kind of kinds) this.#materializations[kind].unshift(materialization);
    return this;
  }

  /** The type that stands for `type`; `null` when there is none, or not exactly one. */
  convert(type: Type): Type | null {
    const types = this.convertToMany(type);
    return types?.length === 1 ? types[0]! : null;
  }

  /** The types that stand for `type` together, or `null` when it can't be converted. */
  convertToMany(type: Type): readonly Type[] | null {
    let converted = this.#known.get(type);
    if (converted === undefined) {
      converted = this.#convert(type);
      this.#known.set(type, converted);
    }
    return converted;
  }

  #convert(type: Type): readonly Type[] | null {
    for (const conversion of this.#conversions) {
      const converted = conversion(type);
      if (converted === undefined) continue;
      return isList(converted) || converted === null ? converted : [converted];
    }
    return null;
  }

  /** The types that stand for `types`, all in one list, or `null` when one can't be converted. */
  convertAll(types: readonly Type[]): Type[] | null {
    const all: Type[] = [];
    for (const type of types) {
      const converted = this.convertToMany(type);
      if (converted === null) return null;
      all.push(...converted);
    }
    return all;
  }

  /** Returns true if the type stands for itself. */
  isLegal(type: Type): boolean {
    return this.convert(type) === type;
  }

  /**
   * Returns true if all types of operands and results, and of block arguments directly inside, stand for themselves.
   */
  isLegalOp(op: Operation): boolean {
    const isLegal = ({ type }: Value): boolean => this.isLegal(type);
    return (
      op.operands.every(({ value }) => isLegal(value)) &&
      op.results.every(isLegal) &&
      op.regions.every((region) => region.blocks.every((block) => block.arguments.every(isLegal)))
    );
  }

  /** Makes a value of `type` from `inputs`, or `null` when no rule can. */
  materialize(
    kind: MaterializationKind,
    rewriter: Rewriter,
    type: Type,
    inputs: readonly Value[],
    location: Location,
  ): Value | null {
    for (const materialization of this.#materializations[kind]) {
      const made = materialization(rewriter, type, inputs, location);
      if (made !== undefined) return made;
    }
    return null;
  }
}

function isList(converted: Type | readonly Type[] | null): converted is readonly Type[] {
  return Array.isArray(converted);
}
