import type { Type } from '../ir/attribute.ts';
import type { Location } from '../ir/location.ts';
import type { Value } from '../ir/value.ts';
import type { Rewriter } from './rewriter.ts';

/** One rule of a {@link TypeConverter}: the new type, `null` for "can't be converted", `undefined` for "not mine". */
export type TypeConversion = (type: Type) => Type | null | undefined;

/** Makes a value of another type from a value, at the insertion point; `undefined` for "not mine". */
export type Materialization = (
  rewriter: Rewriter,
  type: Type,
  value: Value,
  location: Location,
) => Value | undefined;

/** Which types stand for which during a conversion. Rules added last are asked first, as in MLIR. */
export class TypeConverter {
  readonly #conversions: TypeConversion[] = [];
  readonly #materializations: Materialization[] = [];
  readonly #known = new Map<Type, Type | null>();

  addConversion(conversion: TypeConversion): this {
    this.#conversions.unshift(conversion);
    this.#known.clear();
    return this;
  }

  /** Adds a way to bridge types where converted and unconverted operations meet. */
  addMaterialization(materialization: Materialization): this {
    this.#materializations.unshift(materialization);
    return this;
  }

  /** The type that stands for `type`, or `null` when there is none. */
  convert(type: Type): Type | null {
    let converted = this.#known.get(type);
    if (converted === undefined) {
      converted = this.#convert(type);
      this.#known.set(type, converted);
    }
    return converted;
  }

  #convert(type: Type): Type | null {
    for (const conversion of this.#conversions) {
      const converted = conversion(type);
      if (converted !== undefined) return converted;
    }
    return null;
  }

  /** The types that stand for `types`, or `null` when one can't be converted. */
  convertAll(types: readonly Type[]): Type[] | null {
    const converted = types.map((type) => this.convert(type));
    return converted.every((type) => type !== null) ? converted : null;
  }

  /** Whether the type stands for itself. */
  isLegal(type: Type): boolean {
    return this.convert(type) === type;
  }

  /** Makes a value of `type` from `value`, or `null` when no rule can. */
  materialize(rewriter: Rewriter, type: Type, value: Value, location: Location): Value | null {
    for (const materialization of this.#materializations) {
      const made = materialization(rewriter, type, value, location);
      if (made !== undefined) return made;
    }
    return null;
  }
}
