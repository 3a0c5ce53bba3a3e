import { ModuleOp } from '../builtin/ops/module-op.ts';
import type { Context } from '../ir/context.ts';
import { FileLineColLoc, type Location, SourceText } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import { parseFileMetadata } from './parse-file-metadata.ts';
import { parseOperation } from './parse-operation.ts';
import { parseType } from './parse-type.ts';
import { type NameListener, type OperationListener, Parser } from './parser.ts';
import { parseFailureOf, Recovery } from './recovery.ts';

/**
 * Parses a file: one module, or operations that are put into one. Problems are reported to the context's
 * diagnostics. Nothing is verified.
 *
 * @returns `null` after an error.
 * @throws Interrupted when the budget's interrupt ends the work; what was read is dropped.
 */
export function parseModule(source: SourceText | string, context: Context): ModuleOp | null {
  const text = typeof source === 'string' ? new SourceText('-', source) : source;
  const parser = new Parser(text, context);
  try {
    return new FileParser(parser).parse();
  } catch (error) {
    const failure = parseFailureOf(error, parser);
    if (failure === null) throw error;
    context.diagnostics.emit(failure.diagnostic);
    return null;
  }
}

/** The operations that could be read of a text. */
export interface PartialModule {
  readonly module: ModuleOp;
  /** True if all of the text was read. */
  readonly isComplete: boolean;
}

/**
 * Parses a file as far as it goes, for editors: operations that can't be read are reported and left out.
 * Operands that they would have defined have neither an operation nor a block, so that a module that is not
 * complete must not be verified or transformed.
 *
 * @param onName hears what the names of the text stand for.
 * @param onOperation hears where operations stand.
 * @throws Interrupted when the budget's interrupt ends the work; what was read is dropped.
 */
export function parsePartialModule(
  source: SourceText | string,
  context: Context,
  onName: NameListener | null = null,
  onOperation: OperationListener | null = null,
): PartialModule {
  const text = typeof source === 'string' ? new SourceText('-', source) : source;
  const parser = new Parser(text, context);
  parser.onName = onName;
  parser.onOperation = onOperation;
  const recovery = new Recovery(parser);
  parser.recovery = recovery;
  return new FileParser(parser).parsePartially(recovery);
}

class FileParser {
  readonly #parser: Parser;
  readonly #operations: Operation[] = [];

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  parse(): ModuleOp {
    while (!this.#parser.at('eof')) this.#parseTopLevel();
    this.#parser.scopes.finish();
    const module = this.#wrapOperations();
    this.#resolveLocations(module);
    return module;
  }

  parsePartially(recovery: Recovery): PartialModule {
    let isComplete = true;
    const attempt = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        const failure = parseFailureOf(error, this.#parser);
        if (failure === null) throw error;
        isComplete = false;
        this.#parser.context.diagnostics.emit(failure.diagnostic);
      }
    };
    attempt(() => {
      while (!this.#parser.at('eof')) this.#parseTopLevel();
    });
    attempt(() => this.#parser.scopes.finish());
    const module = this.#wrapOperations();
    attempt(() => this.#resolveLocations(module));
    isComplete &&= !recovery.hasErrors;
    if (!isComplete) dropDetachedUses(module);
    return { module, isComplete };
  }

  #parseTopLevel(): void {
    const parser = this.#parser;
    if (parser.at('hash')) this.#parseAttributeAlias();
    else if (parser.at('exclamation')) this.#parseTypeAlias();
    else if (parser.at('{-#')) parseFileMetadata(parser);
    else {
      const op = parser.recovery === null ? parseOperation(parser) : parser.recovery.parseOperation();
      if (op !== null) this.#operations.push(op);
    }
  }

  #wrapOperations(): ModuleOp {
    return wrap(this.#operations, FileLineColLoc.get(this.#parser.source.name, 0, 0));
  }

  #parseAttributeAlias(): void {
    const parser = this.#parser;
    const name = parser.spelling.slice(1);
    if (parser.attributeAliases.has(name)) parser.fail(`redefinition of attribute alias id '${name}'`);
    if (name.includes('.')) parser.fail("attribute names with a '.' are reserved for dialect-defined names");
    parser.advance();
    parser.expect('=', ' in attribute alias definition');
    parser.attributeAliases.define(name, () => parser.parseOptionalLocation() ?? parser.parseAttribute());
  }

  #parseTypeAlias(): void {
    const parser = this.#parser;
    const name = parser.spelling.slice(1);
    if (parser.typeAliases.has(name)) parser.fail(`redefinition of type alias id '${name}'`);
    if (name.includes('.')) parser.fail("type names with a '.' are reserved for dialect-defined names");
    parser.advance();
    parser.expect('=', ' in type alias definition');
    parser.typeAliases.define(name, () => parseType(parser));
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

/** Releases what operations use that were begun and given up. */
function dropDetachedUses(module: ModuleOp): void {
  const drop = (value: Value): void => {
    for (const use of value.uses()) if (!use.owner.isInside(module)) use.drop();
  };
  module.walk((op) => {
    op.results.forEach(drop);
    for (const region of op.regions) for (const block of region.blocks) block.arguments.forEach(drop);
  });
}
