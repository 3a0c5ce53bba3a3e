import { type Static, type TProperties, type TSchema, Type } from 'typebox';

/** The TypeScript type of the values that a schema describes. */
export type Json<S extends TSchema> = DeepReadonly<Static<S>>;

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** An object with exactly these members. */
export function object<P extends TProperties>(properties: P, description?: string) {
  return Type.Object(properties, { additionalProperties: false, ...described(description) });
}

/** An object that maps names to values of one kind. */
export function record<S extends TSchema>(values: S, description?: string) {
  return Type.Record(Type.String(), values, described(description));
}

/** An array of values of one kind. */
export function list<S extends TSchema>(items: S, description?: string) {
  return Type.Array(items, described(description));
}

/** A string. */
export function text(description?: string) {
  return Type.String(described(description));
}

/** An integer. */
export function integer(description?: string) {
  return Type.Integer(described(description));
}

/** A number. */
export function number(description?: string) {
  return Type.Number(described(description));
}

/** A boolean. */
export function truth(description?: string) {
  return Type.Boolean(described(description));
}

/** One of a few strings. */
export function oneOf<const V extends string[]>(values: readonly [...V], description?: string) {
  return Type.Enum<V>([...values], described(description));
}

/** A value, or `null`. */
export function nullable<S extends TSchema>(schema: S, description?: string) {
  return Type.Union([schema, Type.Null()], described(description));
}

/** Any JSON. */
export function anything(description?: string) {
  return Type.Unknown(described(description));
}

/** A string, or `null`. */
export function textOrNull(description?: string) {
  return nullable(Type.String(), description);
}

/** The version of an output. It changes when members change their meaning; members may be added at any time. */
export const versionOne = Type.Literal(1);

function described(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}
