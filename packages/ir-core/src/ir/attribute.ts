import { Printer } from '../text/printer.ts';
import { claimProcess } from './single-copy.ts';

// Here because nothing of ir-core works without this module, and bundlers keep it.
claimProcess();

let attributeCount = 0;
/** Texts of more characters, such as those of large constants, are not kept. */
const LONGEST_KEPT = 200;
const NO_ATTRIBUTES: readonly Attribute[] = [];

/**
 * An immutable, interned fact about the program: equal attributes are the same object, so `===` compares
 * and an attribute can key a `Map`. A {@link Type} is an attribute that may type a value.
 *
 * Subclasses have a static `get` that interns; their constructors are not called from elsewhere.
 */
export abstract class Attribute {
  // Assigned in the constructor, which V8 does faster than initialized fields of objects of many classes.
  /** Unique in the process; interning keys of composite attributes are made from the ids of their sub-elements. */
  declare readonly id: number;
  /** @internal The text, once somebody has asked for it. */
  declare keptText: string | null;

  constructor() {
    this.id = ++attributeCount;
    this.keptText = null;
  }

  /** Writes the attribute as it stands in a module, aliases of nested attributes included. */
  abstract print(printer: Printer): void;

  /** True of types. */
  get isType(): boolean {
    return false;
  }

  /** True of the attribute that dictionaries print as a bare key. */
  get isUnit(): boolean {
    return false;
  }

  /**
   * The attributes and types that this one is made of. Symbol references are found and types are replaced
   * through them, so that an attribute which holds others has to name them here.
   */
  subAttributes(): readonly Attribute[] {
    return NO_ATTRIBUTES;
  }

  /** Returns the same attribute made of other sub-elements, as many and in the order of {@link subAttributes}. */
  // eslint-disable-next-line @typescript-eslint/prefer-return-this-type -- subclasses return others of their class
  withSubAttributes(_parts: readonly Attribute[]): Attribute {
    return this;
  }

  /** The attribute's text, without aliases. Short ones are kept: a list of values asks for those of a few types and shardings. */
  toString(): string {
    if (this.keptText !== null) return this.keptText;
    const printer = new Printer();
    this.print(printer);
    const text = printer.text();
    if (text.length <= LONGEST_KEPT) this.keptText = text;
    return text;
  }
}

/** The type of a value. */
export abstract class Type extends Attribute {
  override get isType(): true {
    return true;
  }

  /** True of function types, which lists of results print in parentheses. */
  get isFunctionType(): boolean {
    return false;
  }
}

/** A class whose instances are `T`, whatever the visibility of its constructor. */
export interface Class<T> {
  readonly name: string;
  readonly prototype: T;
}

/** Tells whether `value` is an instance of `cls`, also for classes with private constructors. */
export function isInstance<T>(cls: Class<T>, value: unknown): value is T {
  // Private constructors are no `new () => T` for the checker; `instanceof` only needs the prototype.
  return value instanceof (cls as unknown as abstract new () => object);
}
