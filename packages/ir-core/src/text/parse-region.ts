import { Block } from '../ir/block.ts';
import { parseOperation } from './parse-operation.ts';
import type { ParsedArgument, ParsedOp, ParsedRegion, UnresolvedOperand } from './parsed-op.ts';
import type { Parser } from './parser.ts';

/** `%name` or `%name#1`. */
export function parseOptionalOperand(parser: Parser): UnresolvedOperand | null {
  if (!parser.at('percent')) return null;
  const { offset, lexer } = parser;
  const name = parser.scopes.nameAt(lexer.start, lexer.end);
  parser.advance();
  // `%x#1` is lexed as `%x` and `#1`; a lone `#` attribute can't follow an operand without a separator.
  if (lexer.kind === 'hash' && lexer.start === lexer.previousEnd) {
    const digits = parser.spelling.slice(1);
    // No operation has as many results as a longer number says.
    if (!/^[0-9]{1,6}$/.test(digits)) parser.failSyntax('invalid SSA value result number');
    parser.advance();
    return { name, number: Number(digits), offset };
  }
  return { name, number: 0, offset };
}

/** `%name: type {attributes} loc(...)`. */
export function parseArgument(
  parser: Parser,
  allow: { readonly type: boolean; readonly attributes: boolean },
): ParsedArgument {
  const name = parser.parseOperand();
  if (!allow.type) parser.failSyntax('expected type');
  const type = parser.parseColonType();
  const attributes = allow.attributes ? parser.parseOptionalAttrDict() : [];
  return { name, type, location: parser.parseOptionalLocation(), attributes };
}

/** `^name`. */
export function parseSuccessor(parser: Parser): Block {
  if (!parser.at('caret')) parser.failToken('expected block name');
  const { offset, spelling } = parser;
  parser.advance();
  return parser.scopes.useBlock(spelling, offset);
}

/** Parses a region if one follows; `null` otherwise. */
export function parseOptionalRegion(
  parser: Parser,
  state: ParsedOp,
  args: readonly ParsedArgument[],
): ParsedRegion | null {
  return parser.at('{') ? parseRegion(parser, state, args) : null;
}

/** `{ ops (^block(args): ops)* }`; the region belongs to the operation of `state`. */
export function parseRegion(parser: Parser, state: ParsedOp, args: readonly ParsedArgument[]): ParsedRegion {
  // Without a closure: regions nest deeper in the call stack than anything else.
  const levels = 2;
  parser.checkDepth(levels);
  parser.depth += levels;
  parser.expect('{', ' to begin a region');
  parser.scopes.pushRegion();
  const { customOp } = parser;
  parser.customOp = null;
  const blocks = parseBlocks(parser, args);
  parser.customOp = customOp;
  parser.scopes.popRegion();
  if (!parser.at('}')) parser.failToken('expected operation name in quotes');
  parser.advance();
  parser.depth -= levels;
  return { blocks };
}

function parseBlocks(parser: Parser, args: readonly ParsedArgument[]): Block[] {
  const blocks: Block[] = [];
  if (args.length > 0 || (!parser.at('}') && !parser.at('caret'))) blocks.push(parseEntryBlock(parser, args));
  while (parser.at('caret')) blocks.push(parseBlock(parser));
  return blocks;
}

function parseEntryBlock(parser: Parser, args: readonly ParsedArgument[]): Block {
  const block = new Block();
  for (const argument of args) {
    const { name, offset } = argument.name;
    const before = parser.scopes.offsetOf(name);
    if (before !== null) {
      parser.failSyntax(`region entry argument '${parser.scopes.spelling(name)}' is already in use`, offset, [
        parser.noteAt(before, 'previously referenced here'),
      ]);
    }
    addArgument(parser, block, argument);
  }
  // With named arguments the entry block may not have a label of its own.
  if (args.length > 0 && parser.at('caret'))
    parser.failSyntax('invalid block name in region with named arguments');
  parseOperations(parser, block);
  return block;
}

function addArgument(parser: Parser, block: Block, { name, type, location }: ParsedArgument): void {
  const argument = block.addArgument(type, location ?? parser.locationAt(name.offset));
  parser.scopes.define(name.name, [argument], name.offset);
}

function parseBlock(parser: Parser): Block {
  const { offset, spelling } = parser;
  parser.advance();
  const block = parser.scopes.defineBlock(spelling, offset);
  if (parser.at('(')) {
    parser.parseList('paren', () => addArgument(parser, block, parseBlockArgument(parser)));
  }
  parser.expect(':', ' after block name');
  parseOperations(parser, block);
  return block;
}

function parseBlockArgument(parser: Parser): ParsedArgument {
  const name = parser.parseOperand();
  parser.expect(':', ' and type for SSA operand');
  return { name, type: parser.parseType(), location: parser.parseOptionalLocation(), attributes: [] };
}

function parseOperations(parser: Parser, block: Block): void {
  while (!parser.at('}') && !parser.at('caret') && !parser.at('eof')) {
    const op = parser.recovery === null ? parseOperation(parser) : parser.recovery.parseOperation();
    if (op !== null) block.append(op);
  }
}
