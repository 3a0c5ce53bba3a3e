import { type Attribute, type AttrClass, isInstance, type Parser, type Printer } from '@shardform/ir-core';

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

/** An attribute of one class in its full text. */
/* @__NO_SIDE_EFFECTS__ */
export function attributeField<A extends Attribute>(cls: AttrClass<A>): Field<A> {
  return field(
    (parser) => {
      const { offset } = parser;
      const attribute = parser.parseAttribute();
      return isInstance(cls, attribute) ? attribute : parser.fail(`expected '#${cls.mnemonic}'`, offset);
    },
    (printer, value) => printer.printAttribute(value),
    (value) => String(value.id),
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

/** Writes `a = 1, b = true`; missing parts are left out. */
export function printFields<F extends Fields>(printer: Printer, fields: F, values: FieldValues<F>): void {
  const shown = Object.entries(fields).filter(([name]) => values[name] !== null);
  printer.writeList(shown, ([name, part]) => {
    printer.write(`${name} = `);
    part.print(printer, values[name]);
  });
}

/** Reads `a = 1, b = true` up to `close`, in any order. */
export function parseFields<F extends Fields>(parser: Parser, fields: F, close: '>' | '}'): FieldValues<F> {
  const values: Record<string, unknown> = {};
  while (!parser.at(close)) {
    const { offset } = parser;
    const name = parser.parseKeyword();
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (known === undefined) return parser.fail(`expected one of: ${Object.keys(fields).join(', ')}`, offset);
    if (name in values) parser.fail(`duplicated '${name}'`, offset);
    parser.expect('=');
    values[name] = known.parse(parser);
    if (!parser.accept(',')) break;
  }
  for (const [name, { isOptional }] of Object.entries(fields)) {
    if (name in values) continue;
    if (!isOptional) parser.fail(`missing '${name}'`);
    values[name] = null;
  }
  parser.expect(close);
  // Every field has a value by now that its own parser made.
  return values as FieldValues<F>;
}

/** Text that tells values of fields apart. */
export function fieldsKey<F extends Fields>(fields: F, values: FieldValues<F>): string {
  return Object.entries(fields)
    .map(([name, part]) => part.key(values[name]))
    .join('|');
}
