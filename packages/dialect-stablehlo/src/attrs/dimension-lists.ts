import type { Parser, Printer } from '@shardform/ir-core';

/** Named lists of dimensions and named integers, as the structured attributes of StableHLO write them. */
export type DimensionFields = Readonly<Record<string, readonly number[] | number>>;

/** Writes `<a = [0], b = 1>`; empty lists and zeros are left out. */
export function printDimensionFields(printer: Printer, fields: DimensionFields): void {
  printer.write('<');
  const shown = Object.entries(fields).filter(([, value]) =>
    typeof value === 'number' ? value !== 0 : value.length > 0,
  );
  printer.writeList(shown, ([name, value]) =>
    printer.write(`${name} = ${typeof value === 'number' ? value : `[${value.join(', ')}]`}`),
  );
  printer.write('>');
}

/**
 * Reads `<a = [0], b = 1>` in any order; what is missing is empty or zero. A trailing comma is accepted.
 *
 * @param what names the attribute in messages: "dot dimension numbers".
 */
export function parseDimensionFields<const L extends string, const I extends string>(
  parser: Parser,
  lists: readonly L[],
  integers: readonly I[],
  what: string,
): Record<L, readonly number[]> & Record<I, number> {
  parser.expect('<');
  const kinds = Object.fromEntries([
    ...lists.map((name) => [name, 'list'] as const),
    ...integers.map((name) => [name, 'integer'] as const),
  ]);
  // Every name of both lists has a value of its kind.
  return parseFieldsInAnyOrder(parser, kinds, what) as Record<L, readonly number[]> & Record<I, number>;
}

type FieldKinds = Readonly<Record<string, 'list' | 'integer'>>;
type FieldValues<K extends FieldKinds> = {
  readonly [N in keyof K]: K[N] extends 'list' ? readonly number[] : number;
};

/** Like {@link parseDimensionFields} for names of both kinds in one order; the opening bracket was read. */
export function parseFieldsInAnyOrder<const K extends FieldKinds>(
  parser: Parser,
  kinds: K,
  what: string,
): FieldValues<K> {
  const values: Record<string, readonly number[] | number> = {};
  const names = Object.keys(kinds);
  const fail = (message: string, offset: number): never => {
    parser.report(message, offset);
    return parser.fail(`failed parsing ${what} attribute`, offset);
  };
  while (!parser.accept('>')) {
    const { offset } = parser;
    const name = parser.parseOptionalKeyword() ?? '';
    if (!names.includes(name)) {
      fail(`expected one of: ${names.map((field) => `\`${field}\``).join(', ')}`, offset);
    }
    if (name in values) fail(`duplicated \`${name}\` entry`, parser.offset);
    parser.expect('=');
    values[name] =
      kinds[name] === 'list' ? parser.parseList('square', () => parser.parseNumber()) : parser.parseNumber();
    if (parser.accept(',')) continue;
    if (!parser.accept('>')) {
      // What is missing is missing after the previous token.
      parser.report("expected '>'", parser.lexer.previousEnd);
      parser.fail(`failed parsing ${what} attribute`);
    }
    break;
  }
  for (const name of names) values[name] ??= kinds[name] === 'list' ? [] : 0;
  // Every name has a value of its kind by now.
  return values as FieldValues<K>;
}
