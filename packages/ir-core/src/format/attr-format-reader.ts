import type { DefinedParameter } from '../definition/parameter.ts';
import type { Punctuation } from '../text/lexer.ts';
import type { Parser } from '../text/parser.ts';
import { withContext } from '../text/with-context.ts';
import type { AttrFormatElement } from './attr-format-element.ts';
import { isWord, literalReader } from './literal-reader.ts';

/** The values of parameters by accessor while they are read. */
export type ReadValues = Record<string, unknown>;

type Read = (parser: Parser, values: ReadValues) => void;

/**
 * Compiles the format of an attribute or type to what reads it.
 *
 * @param cppName the C++ class in MLIR's messages about parameters that can't be read; `null` for none of these.
 */
export function attrFormatReader(elements: readonly AttrFormatElement[], cppName: string | null): Read {
  const reads = elements.flatMap((element) => readerOf(element, cppName) ?? []);
  return (parser, values) => {
    for (const read of reads) read(parser, values);
  };
}

function readerOf(element: AttrFormatElement, cppName: string | null): Read | null {
  switch (element.kind) {
    case 'space':
      return null;
    case 'literal':
      return literalReader(element.text);
    case 'parameter':
      return valueReader(element.parameter, cppName);
    case 'params':
      return paramsReader(element.parameters, cppName);
    case 'struct':
      return structReader(element.parameters, cppName);
    case 'optional':
      return optionalReader(element.elements, cppName);
  }
}

function acceptLiteral(parser: Parser, text: string): boolean {
  // What is no word is punctuation of the lexer.
  return isWord(text) ? parser.acceptKeyword(text) : parser.accept(text as Punctuation);
}

function valueReader({ name, accessor, parameter }: DefinedParameter, cppName: string | null): Read {
  if (cppName === null)
    return (parser, values) => {
      values[accessor] = parameter.parse(parser);
    };
  const problem = `failed to parse ${cppName} parameter '${name}' which is to be a \`${parameter.cppType ?? parameter.kind}\``;
  return (parser, values) => {
    values[accessor] = withContext(parser, problem, () => parameter.parse(parser));
  };
}

function paramsReader(parameters: readonly DefinedParameter[], cppName: string | null): Read {
  const reads = parameters.map((parameter) => valueReader(parameter, cppName));
  return (parser, values) => {
    parameters.forEach(({ absent }, i) => {
      // The last ones may be missing if they are optional.
      if (absent !== null && !parser.accept(',')) return;
      if (absent === null && i > 0) parser.expect(',');
      reads[i]!(parser, values);
    });
  };
}

/** As MLIR's generated parsers do, which count the entries where all of them are required. */
function structReader(parameters: readonly DefinedParameter[], cppName: string | null): Read {
  const reads = new Map(
    parameters.map((parameter) => [parameter.name, [parameter, valueReader(parameter, cppName)]] as const),
  );
  const readEntry: Read = (parser, values) => {
    const name = parser.parseKeyword();
    parser.expect('=');
    const found = reads.get(name);
    if (found === undefined || found[0].accessor in values)
      return parser.fail(`duplicate or unknown struct parameter name: ${name}`);
    found[1](parser, values);
  };
  const required = parameters.filter(({ absent }) => absent === null);
  if (required.length === parameters.length)
    return (parser, values) => {
      parameters.forEach((_, i) => {
        if (i > 0) parser.expect(',');
        readEntry(parser, values);
      });
    };
  return (parser, values) => {
    if (parser.at('bare'))
      do readEntry(parser, values);
      while (parser.accept(','));
    const missing = required.find(({ accessor }) => !(accessor in values));
    if (missing !== undefined) parser.fail(`struct is missing required parameter: ${missing.name}`);
  };
}

function optionalReader(elements: readonly AttrFormatElement[], cppName: string | null): Read {
  const solid = elements.filter(({ kind }) => kind !== 'space');
  const first = solid[0]!;
  if (first.kind === 'literal') {
    const rest = attrFormatReader(solid.slice(1), cppName);
    return (parser, values) => {
      if (acceptLiteral(parser, first.text)) rest(parser, values);
    };
  }
  // A group that begins with a value is there unless a bracket closes what it stands in.
  const all = attrFormatReader(solid, cppName);
  return (parser, values) => {
    if (!parser.at(']') && !parser.at('}') && !parser.at('>') && !parser.at(')')) all(parser, values);
  };
}
