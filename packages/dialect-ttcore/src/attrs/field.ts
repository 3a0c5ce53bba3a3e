import { type AffineMapAttr, parseAffineMapBody, type Parser, type Printer } from '@shardform/ir-core';
import { parseGrid } from './grid-text.ts';

/** How one named part of an attribute is read and written. */
export interface Field<T = unknown> {
  parse(parser: Parser): T;
  print(printer: Printer, value: T): void;
  /** Text that tells values of the field apart. */
  key(value: T): string;
  /** Whether the part may be missing; it is `null` then. */
  readonly isOptional: boolean;
}

/** Fields by the names that stand in the text, in the order of printing. */
export type Fields = Readonly<Record<string, Field>>;

/** The values of fields. */
export type FieldValues<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

type OptionalNames<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<infer T> ? (null extends T ? K : never) : never;
}[keyof F];

/** The values of fields as they are given: those that may be missing need not be mentioned. */
export type GivenValues<F extends Fields> = {
  readonly [K in Exclude<keyof F, OptionalNames<F>>]: FieldValues<F>[K];
} & { readonly [K in OptionalNames<F>]?: FieldValues<F>[K] };

/* @__NO_SIDE_EFFECTS__ */
function field<T>(
  parse: Field<T>['parse'],
  print: Field<T>['print'],
  key: Field<T>['key'] = String,
): Field<T> {
  return { parse, print, key, isOptional: false };
}

/** A part that may be missing. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalField<T>(inner: Field<T>): Field<T | null> {
  return {
    parse: (parser) => inner.parse(parser),
    print: (printer, value) => {
      if (value !== null) inner.print(printer, value);
    },
    key: (value) => (value === null ? '_' : inner.key(value)),
    isOptional: true,
  };
}

/** A bare integer. */
export const integerField: Field<number> = /* @__PURE__ */ field(
  (parser) => parser.parseNumber(),
  (printer, value) => printer.write(String(value)),
);

/** `true` or `false`. */
export const booleanField: Field<boolean> = /* @__PURE__ */ field(
  (parser) => {
    if (parser.acceptKeyword('true')) return true;
    parser.expectKeyword('false');
    return false;
  },
  (printer, value) => printer.write(String(value)),
);

/** A quoted text. */
export const stringField: Field<string> = /* @__PURE__ */ field(
  (parser) => parser.parseString(),
  (printer, value) => printer.writeString(value),
  (value) => JSON.stringify(value),
);

/** One of a few bare words. */
/* @__NO_SIDE_EFFECTS__ */
export function wordField<const V extends string>(values: readonly V[]): Field<V> {
  return field(
    (parser) => {
      const word = values.find((value) => parser.acceptKeyword(value));
      return word ?? parser.fail(`expected one of: ${values.join(', ')}`);
    },
    (printer, value) => printer.write(value),
  );
}

/** `[a, b]`: any number of values. */
/* @__NO_SIDE_EFFECTS__ */
export function listField<T>(element: Field<T>): Field<readonly T[]> {
  return field(
    (parser) => parser.parseList('square', () => element.parse(parser)),
    (printer, values) => {
      printer.write('[');
      printer.writeList(values, (value) => element.print(printer, value));
      printer.write(']');
    },
    (values) => `[${values.map((value) => element.key(value)).join()}]`,
  );
}

/** An integer with its type, such as `1 : i32`. */
/* @__NO_SIDE_EFFECTS__ */
export function typedIntegerField(type: string): Field<number> {
  return field(
    (parser) => {
      const value = parser.parseNumber();
      parser.expect(':');
      parser.expectKeyword(type);
      return value;
    },
    (printer, value) => printer.write(`${value} : ${type}`),
  );
}

/** Any part with a text of its own. */
/* @__NO_SIDE_EFFECTS__ */
export function customField<T>(
  parse: Field<T>['parse'],
  print: Field<T>['print'],
  key: Field<T>['key'],
): Field<T> {
  return field(parse, print, key);
}

/** Sizes such as `2x4`. */
export const shapeField: Field<readonly number[]> = /* @__PURE__ */ customField<readonly number[]>(
  (parser) => parseGrid(parser),
  (printer, shape) => printer.write(shape.join('x')),
  (shape) => shape.join('x'),
);

/** An affine map without `affine_map<>`. */
export const mapField: Field<AffineMapAttr> = /* @__PURE__ */ customField(
  (parser) => parseAffineMapBody(parser),
  (printer, map) => map.printBody(printer),
  (map) => String(map.id),
);

/** A part with its name in the text: `name = part`. */
/* @__NO_SIDE_EFFECTS__ */
export function namedField<T>(name: string, inner: Field<T>): Field<T> {
  return {
    ...inner,
    parse: (parser) => {
      parser.expectKeyword(name);
      parser.expect('=');
      return inner.parse(parser);
    },
    print: (printer, value) => {
      printer.write(`${name} = `);
      inner.print(printer, value);
    },
  };
}
