import {
  type AttrAssembly,
  arrayParameter,
  camelCase,
  defaultParameter,
  integerParameter,
  type OptionalParameter,
  type ParameterValues,
  type Parser,
  type Printer,
} from '@shardform/ir-core';

/** Dimensions, `[0, 1]`; none where the text leaves them out. */
export const dimensions: OptionalParameter<readonly number[]> = /* @__PURE__ */ defaultParameter(
  /* @__PURE__ */ arrayParameter(integerParameter),
  () => [],
);

/** A dimension; 0 where the text leaves it out. */
export const dimension: OptionalParameter<number> = /* @__PURE__ */ defaultParameter(
  integerParameter,
  () => 0,
);

/** Parameters that are dimensions, by the names of the text. */
export type DimensionParameters = Readonly<Record<string, typeof dimensions | typeof dimension>>;

type Values = Readonly<Record<string, readonly number[] | number>>;

/**
 * Returns the text `<a = [0], b = 1>` in any order, as StableHLO's own parser reads it: what is missing is empty or
 * zero, and a trailing comma is accepted.
 *
 * @param what names the attribute in messages: "dot dimension numbers".
 */
/* @__NO_SIDE_EFFECTS__ */
export function dimensionFields<P extends DimensionParameters>(
  parameters: P,
  what: string,
): AttrAssembly<ParameterValues<P>> {
  return {
    syntax: '`<` struct(params) `>`',
    parse(parser) {
      parser.expect('<');
      return parseFieldsInAnyOrder(parser, parameters, what);
    },
    // Parameters are dimensions and lists of them.
    print: (printer, values) => printFields(printer, parameters, values),
  };
}

/** Writes `<a = [0], b = 1>`; empty lists and zeros are left out. */
function printFields(printer: Printer, parameters: DimensionParameters, values: Values): void {
  const fields = Object.keys(parameters)
    .map((name) => [name, values[camelCase(name)]!] as const)
    .filter(([, value]) => (typeof value === 'number' ? value !== 0 : value.length > 0));
  printer.write('<');
  printer.writeList(fields, ([name, value]) =>
    printer.write(`${name} = ${typeof value === 'number' ? value : `[${value.join(', ')}]`}`),
  );
  printer.write('>');
}

/** Reads `a = [0], b = 1>`; the opening bracket was read. */
export function parseFieldsInAnyOrder<P extends DimensionParameters>(
  parser: Parser,
  parameters: P,
  what: string,
): ParameterValues<P> {
  const values: Record<string, readonly number[] | number> = {};
  const names = Object.keys(parameters);
  const fail = (message: string, offset: number): never => {
    parser.report(message, offset);
    return parser.fail(`failed parsing ${what} attribute`, offset);
  };
  while (!parser.accept('>')) {
    const { offset } = parser;
    const name = parser.parseOptionalKeyword() ?? '';
    const parameter = names.includes(name) ? parameters[name] : undefined;
    if (parameter === undefined) {
      return fail(`expected one of: ${names.map((field) => `\`${field}\``).join(', ')}`, offset);
    }
    if (camelCase(name) in values) fail(`duplicated \`${name}\` entry`, parser.offset);
    parser.expect('=');
    values[camelCase(name)] = parameter.parse(parser);
    if (parser.accept(',')) continue;
    if (!parser.accept('>')) {
      // What is missing is missing after the previous token.
      parser.report("expected '>'", parser.lexer.previousEnd);
      parser.fail(`failed parsing ${what} attribute`);
    }
    break;
  }
  for (const name of names) values[camelCase(name)] ??= parameters[name]!.absent();
  // Every name has a value of its kind by now.
  return values as ParameterValues<P>;
}
