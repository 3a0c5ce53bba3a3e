import type { Parser, Printer } from '@shardform/ir-core';
import type { Field, Fields, Params, Values } from './field.ts';

/**
 * The syntax of parameters between angle brackets: `struct` for `name = value` pairs in any order; text in which
 * `$name` stands for a parameter's value; functions where a value's text depends on another parameter; `null` for no
 * brackets at all.
 */
export type Format<F extends Fields> = 'struct' | `$${string}` | `(${string}` | CustomFormat<F> | null;

/** Text that is written and read by hand. */
export interface CustomFormat<F extends Fields> {
  parse(parser: Parser): Values<F>;
  print(printer: Printer, params: Values<F>): void;
}

/** A `$name` of a format, or the text between two of them. */
const PIECES = /\$(\w+)|([^$]+)/g;
const PUNCTUATION = /->|[^\s]/g;

/** Punctuation that formats use. */
type Mark = '->' | ',' | ':' | '(' | ')' | '[' | ']';

function fieldOf(fields: Fields, name: string): Field<unknown> {
  const field = fields[name];
  if (field === undefined) throw new Error(`a format names '${name}', which is no parameter`);
  return field;
}

/** Writes parameters, with the brackets. */
export function printFormat<F extends Fields>(
  printer: Printer,
  format: Format<F>,
  fields: F,
  params: Params,
): void {
  if (format === null) return;
  printer.write('<');
  if (format === 'struct') printStruct(printer, fields, params);
  // The parameters are those of the format's own form.
  else if (typeof format === 'object') format.print(printer, params as Values<F>);
  else {
    for (const [, name, text] of format.matchAll(PIECES)) {
      if (name === undefined) printer.write(text!);
      else fieldOf(fields, name).print(printer, params[name]);
    }
  }
  printer.write('>');
}

function printStruct(printer: Printer, fields: Fields, params: Params): void {
  const present = Object.keys(fields).filter((name) => {
    const field = fieldOf(fields, name);
    return !('absent' in field) || params[name] !== field.absent;
  });
  printer.writeList(present, (name) => {
    printer.write(`${name} = `);
    fieldOf(fields, name).print(printer, params[name]);
  });
}

/** Reads parameters, with the brackets. */
export function parseFormat<F extends Fields>(parser: Parser, format: Format<F>, fields: F): Params {
  if (format === null) return {};
  parser.expect('<');
  const params =
    format === 'struct'
      ? parseStruct(parser, fields)
      : typeof format === 'object'
        ? format.parse(parser)
        : parseText(parser, format, fields);
  parser.expect('>');
  return params;
}

function parseText(parser: Parser, format: string, fields: Fields): Params {
  const params: Record<string, unknown> = {};
  for (const [, name, text] of format.matchAll(PIECES)) {
    if (name !== undefined) params[name] = fieldOf(fields, name).parse(parser);
    // The expression matches only punctuation that parsers know.
    else for (const [mark] of text!.matchAll(PUNCTUATION)) parser.expect(mark as Mark);
  }
  return params;
}

/** `name = value` pairs, each once and in any order (MLIR's `struct` directive). */
function parseStruct(parser: Parser, fields: Fields): Params {
  const params: Record<string, unknown> = {};
  for (let isFirst = true; isFirst || parser.accept(','); isFirst = false) {
    const { offset } = parser;
    const name = parser.parseKeyword();
    const field = fields[name];
    if (field === undefined || name in params) {
      return parser.fail(`duplicate or unknown struct parameter name: ${name}`, offset);
    }
    parser.expect('=');
    params[name] = fieldOf(fields, name).parse(parser);
  }
  for (const name of Object.keys(fields)) {
    if (name in params) continue;
    const field = fieldOf(fields, name);
    if (!('absent' in field)) return parser.fail(`struct is missing required parameter: ${name}`);
    params[name] = field.absent;
  }
  return params;
}
