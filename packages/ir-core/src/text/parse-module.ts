import { ModuleOp } from '../builtin/ops/module-op.ts';
import { ParseFailure } from '../diagnostic/diagnostic.ts';
import type { Context } from '../ir/context.ts';
import { FileLineColLoc, type Location, SourceText } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import { parseFileMetadata } from './parse-file-metadata.ts';
import { parseOperation } from './parse-operation.ts';
import { parseType } from './parse-type.ts';
import { Parser } from './parser.ts';

/**
 * Parses a file: one module, or operations that are put into one. Problems are reported to the context's
 * diagnostics. Nothing is verified.
 *
 * @returns `null` after an error.
 */
export function parseModule(source: SourceText | string, context: Context): ModuleOp | null {
  const text = typeof source === 'string' ? new SourceText('-', source) : source;
  try {
    return new FileParser(new Parser(text, context)).parse();
  } catch (error) {
    if (!(error instanceof ParseFailure)) throw error;
    context.diagnostics.emit(error.diagnostic);
    return null;
  }
}

class FileParser {
  readonly #parser: Parser;

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  parse(): ModuleOp {
    const parser = this.#parser;
    const operations: Operation[] = [];
    while (!parser.at('eof')) {
      if (parser.at('hash')) this.#parseAttributeAlias();
      else if (parser.at('exclamation')) this.#parseTypeAlias();
      else if (parser.at('{-#')) parseFileMetadata(parser);
      else operations.push(parseOperation(parser));
    }
    parser.scopes.finish();
    const module = wrap(operations, FileLineColLoc.get(parser.source.name, 0, 0));
    this.#resolveLocations(module);
    return module;
  }

  #parseAttributeAlias(): void {
    const parser = this.#parser;
    const name = parser.spelling.slice(1);
    if (parser.attributeAliases.has(name)) parser.fail(`redefinition of attribute alias id '${name}'`);
    if (name.includes('.')) parser.fail("attribute names with a '.' are reserved for dialect-defined names");
    parser.advance();
    parser.expect('=', ' in attribute alias definition');
    parser.attributeAliases.set(name, parser.parseOptionalLocation() ?? parser.parseAttribute());
  }

  #parseTypeAlias(): void {
    const parser = this.#parser;
    const name = parser.spelling.slice(1);
    if (parser.typeAliases.has(name)) parser.fail(`redefinition of type alias id '${name}'`);
    if (name.includes('.')) parser.fail("type names with a '.' are reserved for dialect-defined names");
    parser.advance();
    parser.expect('=', ' in type alias definition');
    parser.typeAliases.set(name, parseType(parser));
  }

  /** Locations may be aliases that the end of the file defines. */
  #resolveLocations(module: ModuleOp): void {
    const parser = this.#parser;
    if (!parser.hasDeferredLocations) return;
    const resolve = (location: Location): Location => parser.resolveDeferred(location);
    module.walk((op) => {
      op.location = resolve(op.location);
      for (const region of op.regions) {
        for (const block of region.blocks) {
          for (const argument of block.arguments) argument.location = resolve(argument.location);
        }
      }
    });
  }
}

function wrap(operations: readonly Operation[], location: Location): ModuleOp {
  const [only] = operations;
  if (operations.length === 1 && only instanceof ModuleOp) return only;
  const module = ModuleOp.empty(location);
  for (const op of operations) module.body.append(op);
  return module;
}
