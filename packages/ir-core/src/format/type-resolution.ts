import type { Type } from '../ir/attribute.ts';

/** The types known of an operation while its custom text is parsed, for traits to complete. */
export interface TypeResolution {
  /** The type of a single operand or result, if the text gave it. */
  typeOf(name: string): Type | null;
  /** Gives a type to a name that has none so far. */
  setType(name: string, type: Type): void;
  /** Some type that the text gave. */
  anyKnownType(): Type | null;
  /** Gives a type to everything that has none so far. */
  setAllTypes(type: Type): void;
}
