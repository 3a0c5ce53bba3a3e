import type { Parser, Printer } from '@shardform/ir-core';
import type { Fields, FieldValues, GivenValues } from './field.ts';

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

/** Values with `null` for what was not mentioned. */
export function completeValues<F extends Fields>(fields: F, given: GivenValues<F>): FieldValues<F> {
  const values: Record<string, unknown> = { ...given };
  for (const name of Object.keys(fields)) values[name] ??= null;
  // Only fields that may be missing can have been left out.
  return values as FieldValues<F>;
}

/** Writes `1, <true>`: values in the order of their declaration, without names. */
export function printPositional<F extends Fields>(printer: Printer, fields: F, values: FieldValues<F>): void {
  const shown = Object.entries(fields).filter(([name]) => values[name] !== null);
  printer.writeList(shown, ([name, part]) => part.print(printer, values[name]));
}

/** Reads values in the order of their declaration; the last ones may be missing if they are optional. */
export function parsePositional<F extends Fields>(parser: Parser, fields: F): FieldValues<F> {
  const values: Record<string, unknown> = {};
  Object.entries(fields).forEach(([name, part], i) => {
    if (part.isOptional) values[name] = parser.accept(',') ? part.parse(parser) : null;
    else {
      if (i > 0) parser.expect(',');
      values[name] = part.parse(parser);
    }
  });
  // Every field has a value by now that its own parser made.
  return values as FieldValues<F>;
}
