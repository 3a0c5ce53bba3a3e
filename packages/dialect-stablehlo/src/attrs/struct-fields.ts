import type { Parser } from '@shardform/ir-core';

/** Reads the value of one named parameter. */
type FieldParsers = Readonly<Record<string, () => unknown>>;

type FieldValues<F extends FieldParsers> = { [K in keyof F]: ReturnType<F[K]> };

/** `<a = 1, b = 2>`, each parameter once and in any order (MLIR's `struct` directive). */
export function parseStructFields<const F extends FieldParsers>(parser: Parser, fields: F): FieldValues<F> {
  const values: Record<string, unknown> = {};
  parser.expect('<');
  Object.keys(fields).forEach((_, i) => {
    if (i > 0) parser.expect(',');
    const { offset } = parser;
    const name = parser.parseKeyword();
    const parse = fields[name];
    if (parse === undefined || name in values) {
      parser.fail(`duplicate or unknown struct parameter name: ${name}`, offset);
    } else {
      parser.expect('=');
      values[name] = parse();
    }
  });
  parser.expect('>');
  // As many different names were read as there are.
  return values as FieldValues<F>;
}
