import { ParseFailure } from '../diagnostic/diagnostic.ts';
import type { Parser } from './parser.ts';

/**
 * Parses one parameter of an attribute. When it fails, its error is reported and another one follows that names the
 * parameter, so that a message deep inside an attribute says where it belongs (as MLIR's generated parsers do).
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
