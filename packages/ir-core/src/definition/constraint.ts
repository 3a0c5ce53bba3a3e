import { type Attribute, type Class, isInstance, type Type } from '../ir/attribute.ts';
import type { Parser } from '../text/parser.ts';
import type { Printer } from '../text/printer.ts';

/** A condition on types; accepting a type also fixes its static type. */
export interface TypeConstraint<T extends Type = Type> {
  /** The text after "must be" in a diagnostic, as MLIR words it. */
  readonly summary: string;
  accepts(type: Type): type is T;
  /** The only type that satisfies the constraint, if there is one: formats may leave it out. */
  readonly only?: T;
}

/** A condition on attributes, with their syntax in an assembly format. */
export interface AttrConstraint<A extends Attribute = Attribute> {
  /** The text after "failed to satisfy constraint: " in a diagnostic. */
  readonly summary: string;
  accepts(attribute: Attribute): attribute is A;
  /** Returns true if the attribute is of the right kind at all, which declarative formats check while they parse. */
  isKind?(attribute: Attribute): boolean;
  /**
   * Returns the replacement of an attribute in deprecated syntax, as older versions of the dialect wrote it; `null` for
   * all others. Parsers replace the deprecated one by it, with a remark.
   */
  fromDeprecated?(attribute: Attribute): A | null;
  /** The type that declarative formats give to the literal; without it a type may follow in the text. */
  readonly literalType?: Type;
  /** Text inside a declarative format, where it is shorter than the attribute's own. */
  readonly format?: AttrFormat<A>;
}

/** The short text of an attribute inside an assembly format, such as `[0, 1]` for `array<i64: 0, 1>`. */
export interface AttrFormat<A extends Attribute> {
  print(printer: Printer, attribute: A): void;
  parse(parser: Parser): A;
  /** Parses if the next token can start the attribute; for optional groups. */
  parseOptional?(parser: Parser): A | null;
  /** True of unit attributes, which formats say by a keyword beside them. */
  readonly isEmpty?: boolean;
}

/** Any type. */
export const anyType: TypeConstraint = { summary: 'any type', accepts: (_type): _type is Type => true };

/** Any attribute. */
export const anyAttr: AttrConstraint = {
  summary: 'any attribute',
  accepts: (_attribute): _attribute is Attribute => true,
};

/** Accepts the instances of a class of types. */
/* @__NO_SIDE_EFFECTS__ */
export function typeOf<T extends Type>(cls: Class<T>, summary: string): TypeConstraint<T> {
  return { summary, accepts: (type): type is T => isInstance(cls, type) };
}

/** Accepts the instances of a class of types that also satisfy `holds`. */
/* @__NO_SIDE_EFFECTS__ */
export function typeWhere<T extends Type>(
  cls: Class<T>,
  summary: string,
  holds: (type: T) => boolean,
): TypeConstraint<T> {
  return { summary, accepts: (type): type is T => isInstance(cls, type) && holds(type) };
}

/** Accepts what one of the constraints accepts. The summaries are joined with " or ". */
/* @__NO_SIDE_EFFECTS__ */
export function anyTypeOf<T extends Type>(
  constraints: readonly TypeConstraint<T>[],
  summary: string = constraints.map((constraint) => constraint.summary).join(' or '),
): TypeConstraint<T> {
  return {
    summary,
    accepts: (type): type is T => constraints.some((constraint) => constraint.accepts(type)),
  };
}

/** Accepts exactly one type, which formats then need not mention. */
/* @__NO_SIDE_EFFECTS__ */
export function onlyType<T extends Type>(only: T, summary: string): TypeConstraint<T> {
  return { summary, only, accepts: (type): type is T => type === only };
}

/** Accepts the instances of a class of attributes. */
/* @__NO_SIDE_EFFECTS__ */
export function attrOf<A extends Attribute>(
  cls: Class<A>,
  summary: string,
  format?: AttrFormat<A>,
): AttrConstraint<A> {
  return attrWhere(cls, summary, () => true, format);
}

/** Accepts the instances of a class of attributes that also satisfy `holds`. */
/* @__NO_SIDE_EFFECTS__ */
export function attrWhere<A extends Attribute>(
  cls: Class<A>,
  summary: string,
  holds: (attribute: A) => boolean,
  format?: AttrFormat<A>,
): AttrConstraint<A> {
  const isKind = (attribute: Attribute): attribute is A => isInstance(cls, attribute);
  const accepts = (attribute: Attribute): attribute is A => isKind(attribute) && holds(attribute);
  return format === undefined ? { summary, accepts, isKind } : { summary, accepts, isKind, format };
}

/** Number of values that an operand or result name stands for. */
export type Arity = 'one' | 'optional' | 'variadic';

/** A constraint on each of a name's values, with the number of values. */
export interface ValueSpec<T extends Type = Type, A extends Arity = Arity> {
  readonly arity: A;
  readonly constraint: TypeConstraint<T>;
}

/** Declares that an operand or result name stands for any number of values. */
/* @__NO_SIDE_EFFECTS__ */
export function variadic<T extends Type>(constraint: TypeConstraint<T>): ValueSpec<T, 'variadic'> {
  return { arity: 'variadic', constraint };
}

/** Declares that an operand or result may be absent. */
/* @__NO_SIDE_EFFECTS__ */
export function optional<T extends Type>(constraint: TypeConstraint<T>): ValueSpec<T, 'optional'> {
  return { arity: 'optional', constraint };
}

/** An attribute that need not be there. */
export interface OptionalAttr<A extends Attribute = Attribute> {
  readonly optional: AttrConstraint<A>;
  /** Stands for the absent attribute; formats leave an attribute out that equals it. */
  readonly defaultValue: (() => A) | null;
  /** True if operations that are created without the attribute get the default. */
  readonly isStored?: boolean;
}

/** Declares an attribute that may be absent. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalAttr<A extends Attribute>(constraint: AttrConstraint<A>): OptionalAttr<A> {
  return { optional: constraint, defaultValue: null };
}

/** Declares an attribute that, when absent, means `value()`. The default is never stored. */
/* @__NO_SIDE_EFFECTS__ */
export function defaultAttr<A extends Attribute>(
  constraint: AttrConstraint<A>,
  value: () => A,
): OptionalAttr<A> {
  return { optional: constraint, defaultValue: value };
}

/**
 * Declares an attribute that operations created without it get with the value `value()`, so that generic text
 * shows it (MLIR's DefaultValuedAttr; {@link defaultAttr} is its DefaultValuedOptionalAttr).
 */
/* @__NO_SIDE_EFFECTS__ */
export function storedDefaultAttr<A extends Attribute>(
  constraint: AttrConstraint<A>,
  value: () => A,
): OptionalAttr<A> {
  return { optional: constraint, defaultValue: value, isStored: true };
}

/** A condition on a region of an operation. */
export interface RegionConstraint {
  /** The text after "failed to verify constraint: region with ". */
  readonly summary: string;
  acceptsBlockCount(count: number): boolean;
  /** True if the name stands for any number of regions. */
  readonly variadic: boolean;
  /** True if text without the region means an empty one, to which no terminator is added. */
  readonly isOptional?: boolean;
}

/** Any region. */
export const anyRegion: RegionConstraint = {
  summary: 'any',
  acceptsBlockCount: () => true,
  variadic: false,
};

/** A region with exactly `count` blocks. */
/* @__NO_SIDE_EFFECTS__ */
export function sizedRegion(count: number): RegionConstraint {
  return {
    summary: `region with ${count} blocks`,
    acceptsBlockCount: (blocks) => blocks === count,
    variadic: false,
  };
}

/** A region with at most `count` blocks, which may be absent in text. */
/* @__NO_SIDE_EFFECTS__ */
export function maxSizedRegion(count: number): RegionConstraint {
  return {
    summary: `region with at most ${count} blocks`,
    acceptsBlockCount: (blocks) => blocks <= count,
    variadic: false,
    isOptional: true,
  };
}

/** Any number of regions, each satisfying `constraint`. */
/* @__NO_SIDE_EFFECTS__ */
export function variadicRegion(constraint: RegionConstraint): RegionConstraint & { readonly variadic: true } {
  return { ...constraint, variadic: true };
}
