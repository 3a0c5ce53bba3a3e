import { type Parser, withContext } from '@shardform/ir-core';

/** Parses one parameter of an attribute with the message of MLIR's generated attribute parsers. */
export function parameter<T>(
  parser: Parser,
  attribute: string,
  name: string,
  type: string,
  parse: () => T,
): T {
  return withContext(
    parser,
    `failed to parse Sdy_${attribute} parameter '${name}' which is to be a \`${type}\``,
    parse,
  );
}

/** `string` as the name of an axis. */
export function parseAxisName(parser: Parser, attribute: string): string {
  return parameter(parser, attribute, 'name', '::llvm::StringRef', () => parser.parseString());
}
