import { ParseFailure, type Parser } from '@shardform/ir-core';

/**
 * Parses one part of an attribute. When it fails, its error is reported and another one follows that names
 * the part, so that a message deep inside a sharding says where it belongs (as MLIR's generated parsers do).
 */
export function withContext<T>(parser: Parser, message: string, parse: () => T): T {
  try {
    return parse();
  } catch (failure) {
    // What the lexer can't read is reported once.
    if (!(failure instanceof ParseFailure) || parser.at('error')) throw failure;
    parser.context.diagnostics.emit(failure.diagnostic);
    return parser.fail(message);
  }
}

/** Like {@link withContext}, with the message of MLIR's generated attribute parsers. */
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

/** `element (',' element)*`, without brackets. */
export function parseCommaSeparated<T>(parser: Parser, element: () => T): T[] {
  return parser.parseList('none', element);
}
