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
  const values: Record<string, readonly number[] | number> = {};
  const fail = (message: string, offset: number): never => {
    parser.report(message, offset);
    return parser.fail(`failed parsing ${what} attribute`, offset);
  };
  parser.expect('<');
  while (!parser.accept('>')) {
    const { offset } = parser;
    const name = parser.parseOptionalKeyword() ?? '';
    const isList = (lists as readonly string[]).includes(name);
    if (!isList && !(integers as readonly string[]).includes(name)) {
      fail(`expected one of: ${[...lists, ...integers].map((field) => `\`${field}\``).join(', ')}`, offset);
    }
    if (name in values) fail(`duplicated \`${name}\` entry`, parser.offset);
    parser.expect('=');
    values[name] = isList ? parser.parseList('square', () => parser.parseNumber()) : parser.parseNumber();
    if (!parser.accept(',')) {
      parser.expect('>');
      break;
    }
  }
  for (const name of lists) values[name] ??= [];
  for (const name of integers) values[name] ??= 0;
  // Every name of both lists has a value of its kind by now.
  return values as Record<L, readonly number[]> & Record<I, number>;
}
