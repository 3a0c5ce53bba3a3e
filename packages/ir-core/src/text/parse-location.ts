import { CallSiteLoc, FileLineColLoc, FusedLoc, Location, NameLoc, UnknownLoc } from '../ir/location.ts';
import { isInstance } from '../ir/attribute.ts';
import type { Parser } from './parser.ts';

/** Parses the text between the parentheses of `loc(...)`. */
export function parseLocationInstance(parser: Parser): Location {
  if (parser.at('hash')) return parseLocationAlias(parser);
  if (parser.at('string')) return parseFileOrName(parser);
  if (!parser.at('bare')) parser.failToken('expected location instance');
  const { offset } = parser;
  const keyword = parser.parseKeyword();
  if (keyword === 'unknown') return UnknownLoc.instance;
  if (keyword === 'callsite') {
    parser.expect('(', ' in callsite location');
    const callee = parser.nested(() => parseLocationInstance(parser));
    parser.expectKeyword('at', ' in callsite location');
    const caller = parser.nested(() => parseLocationInstance(parser));
    parser.expect(')', ' in callsite location');
    return CallSiteLoc.get(callee, caller);
  }
  if (keyword === 'fused') {
    let metadata = null;
    if (parser.accept('<')) {
      metadata = parser.parseAttribute();
      parser.expect('>', ' after fused location metadata');
    }
    const locations = parser.parseList(
      'square',
      () => parser.nested(() => parseLocationInstance(parser)),
      ' in fused location',
    );
    return FusedLoc.get(locations, metadata);
  }
  return parser.failSyntax('expected location instance', offset);
}

function parseLocationAlias(parser: Parser): Location {
  const { offset, spelling } = parser;
  const attribute = parser.attributeAliases.use(spelling.slice(1));
  parser.advance();
  if (attribute === undefined) return parser.deferredLocation(spelling.slice(1), offset);
  if (!isInstance(Location, attribute))
    parser.failSyntax(`expected location, but found '${String(attribute)}'`, offset);
  return attribute;
}

function parseFileOrName(parser: Parser): Location {
  const name = parser.parseString();
  if (parser.accept(':')) {
    const line = integer(parser, 'expected integer line number in FileLineColRange');
    if (!parser.accept(':')) return FileLineColLoc.get(name, line, 0);
    const column = integer(parser, 'expected integer column number in FileLineColRange');
    if (!parser.acceptKeyword('to')) return FileLineColLoc.get(name, line, column);
    const endLine = parser.at('integer') ? integer(parser, '') : line;
    parser.expect(':', ' in FileLineColRange');
    const endColumn = integer(parser, 'expected integer column number in FileLineColRange');
    return FileLineColLoc.get(name, line, column, endLine, endColumn);
  }
  if (!parser.accept('(')) return NameLoc.get(name);
  const child = parser.nested(() => parseLocationInstance(parser));
  parser.expect(')', ' after child location of NameLoc');
  return NameLoc.get(name, child);
}

function integer(parser: Parser, message: string): number {
  if (!parser.at('integer')) parser.failToken(message);
  return parser.parseNumber();
}
