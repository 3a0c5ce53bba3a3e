import { affineCombine, affineNegate, affineSubtract } from '../builtin/attrs/affine-arithmetic.ts';
import {
  affineConstant,
  affineDim,
  type AffineBinaryKind,
  type AffineExpr,
  affineSymbol,
  isSymbolicOrConstant,
} from '../builtin/attrs/affine-expr.ts';
import { type AffineConstraint, AffineMapAttr, IntegerSetAttr } from '../builtin/attrs/affine-map-attr.ts';
import { StridedLayoutAttr, type StridedSize } from '../builtin/attrs/strided-layout-attr.ts';
import type { Parser } from './parser.ts';

/** Names of dimensions and symbols in the text, with what they stand for. */
interface Space {
  readonly names: Map<string, AffineExpr>;
  readonly dimCount: number;
  readonly symbolCount: number;
}

/** `affine_map<(d0)[s0] -> (d0 + s0)>`. */
export function parseAffineMapAttr(parser: Parser): AffineMapAttr {
  parser.advance();
  parser.expect('<', ' in affine map');
  const map = parseAffineMapBody(parser);
  parser.expect('>', ' in affine map');
  return map;
}

/** `(d0)[s0] -> (d0 + s0)`. */
export function parseAffineMapBody(parser: Parser): AffineMapAttr {
  const { offset } = parser;
  const space = parseSpace(parser);
  if (parser.at(':')) parser.failSyntax('expected AffineMap, but got IntegerSet', offset);
  if (!parser.accept('->')) parser.failToken("expected '->' or ':'");
  const results = parser.parseList(
    'paren',
    () => new ExprParser(parser, space.names).parse(),
    ' in affine map range',
  );
  return AffineMapAttr.get(space.dimCount, space.symbolCount, results);
}

/** `d0 floordiv 2 + s0`. @param names of dimensions and symbols, with what they stand for. */
export function parseAffineExpression(parser: Parser, names: ReadonlyMap<string, AffineExpr>): AffineExpr {
  return new ExprParser(parser, names).parse();
}

/** `affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 4)>`. */
export function parseIntegerSetAttr(parser: Parser): IntegerSetAttr {
  parser.advance();
  parser.expect('<', ' in integer set');
  const { offset } = parser;
  const space = parseSpace(parser);
  if (parser.at('->')) parser.failSyntax('expected IntegerSet, but got AffineMap', offset);
  if (!parser.accept(':')) parser.failToken("expected '->' or ':'");
  const constraints = parser.parseList(
    'paren',
    () => parseConstraint(parser, space.names),
    ' in integer set constraint list',
  );
  parser.expect('>', ' in integer set');
  // No constraint at all is written as the condition that always holds.
  const all = constraints.length > 0 ? constraints : [{ expression: affineConstant(0), isEquality: true }];
  return IntegerSetAttr.get(space.dimCount, space.symbolCount, all);
}

/** `strided<[4, ?], offset: 3>`. */
export function parseStridedAttr(parser: Parser): StridedLayoutAttr {
  parser.advance();
  parser.expect('<', " after 'strided'");
  const strides = parser.parseList('square', () => parseStridedSize(parser));
  let offset: StridedSize = 0n;
  if (!parser.at('>')) {
    parser.expect(',');
    if (!parser.acceptKeyword('offset')) parser.failToken("expected 'offset' after comma");
    parser.expect(':', " after 'offset'");
    offset = parseStridedSize(parser);
  }
  parser.expect('>');
  return StridedLayoutAttr.get(strides, offset);
}

function parseStridedSize(parser: Parser): StridedSize {
  if (parser.accept('?')) return null;
  const { offset } = parser;
  const problem = "expected a 64-bit signed integer or '?'";
  const negative = parser.accept('-');
  if (!parser.at('integer')) parser.failSyntax(problem, offset);
  const value = BigInt(parser.spelling) * (negative ? -1n : 1n);
  if (BigInt.asIntN(64, value) !== value) parser.failSyntax(problem, offset);
  parser.advance();
  return value;
}

function parseSpace(parser: Parser): Space {
  const names = new Map<string, AffineExpr>();
  const declare = (meaning: AffineExpr): void => {
    const { offset } = parser;
    const name = parser.parseOptionalKeyword() ?? parser.failToken('expected bare identifier');
    if (names.has(name)) parser.failSyntax(`redefinition of identifier '${name}'`, offset);
    names.set(name, meaning);
  };
  let dimCount = 0;
  let symbolCount = 0;
  parser.parseList('paren', () => declare(affineDim(dimCount++)), ' in dimensional identifier list');
  if (parser.at('[')) {
    parser.parseList('square', () => declare(affineSymbol(symbolCount++)), ' in symbol list');
  }
  return { names, dimCount, symbolCount };
}

function parseConstraint(parser: Parser, names: ReadonlyMap<string, AffineExpr>): AffineConstraint {
  const lhs = new ExprParser(parser, names).parse();
  const { kind } = parser;
  const isRelation = kind === '=' || kind === '>' || kind === '<';
  if (!isRelation || !parser.accept(kind) || !parser.accept('=')) {
    return parser.failSyntax("expected '== affine-expr' or '>= affine-expr' at end of affine constraint");
  }
  const rhs = new ExprParser(parser, names).parse();
  const expression = kind === '<' ? affineSubtract(rhs, lhs) : affineSubtract(lhs, rhs);
  return { expression, isEquality: kind === '=' };
}

const PRODUCT_KEYWORDS: ReadonlyMap<string, AffineBinaryKind> = new Map([
  ['floordiv', 'floordiv'],
  ['ceildiv', 'ceildiv'],
  ['mod', 'mod'],
]);

const PRODUCT_MESSAGES: Readonly<Record<string, string>> = {
  mul: 'at least one of the multiply operands has to be either a constant or symbolic',
  floordiv: 'right operand of floordiv has to be either a constant or symbolic',
  ceildiv: 'right operand of ceildiv has to be either a constant or symbolic',
  mod: 'right operand of mod has to be either a constant or symbolic',
};

/** Expressions are trees that recursive functions visit; a limit keeps the call stack in bounds. */
const MAX_OPERATORS = 1000;

/** Sums of products; products bind tighter, both from left to right. */
class ExprParser {
  readonly #parser: Parser;
  readonly #names: ReadonlyMap<string, AffineExpr>;
  #operators = 0;

  constructor(parser: Parser, names: ReadonlyMap<string, AffineExpr>) {
    this.#parser = parser;
    this.#names = names;
  }

  parse(): AffineExpr {
    const parser = this.#parser;
    let sum = this.#product(false);
    while (parser.at('+') || parser.at('-')) {
      const subtracts = parser.at('-');
      this.#takeOperator();
      const term = this.#product(true);
      sum = subtracts ? affineSubtract(sum, term) : affineCombine('add', sum, term);
    }
    return sum;
  }

  #product(isRight: boolean): AffineExpr {
    const parser = this.#parser;
    let product = this.#operand(isRight);
    for (;;) {
      const kind = parser.at('*')
        ? 'mul'
        : parser.at('bare')
          ? PRODUCT_KEYWORDS.get(parser.spelling)
          : undefined;
      if (kind === undefined) return product;
      const { offset } = parser;
      this.#takeOperator();
      product = this.#combine(kind, product, this.#operand(true), offset);
    }
  }

  #takeOperator(): void {
    if (++this.#operators > MAX_OPERATORS) {
      this.#parser.failSyntax(`affine expression is too long (more than ${MAX_OPERATORS} operators)`);
    }
    this.#parser.advance();
  }

  #combine(kind: AffineBinaryKind, lhs: AffineExpr, rhs: AffineExpr, offset: number): AffineExpr {
    if (!isSymbolicOrConstant(rhs) && !(kind === 'mul' && isSymbolicOrConstant(lhs))) {
      this.#parser.failSyntax(`non-affine expression: ${PRODUCT_MESSAGES[kind]!}`, offset);
    }
    return affineCombine(kind, lhs, rhs);
  }

  #operand(isRight: boolean): AffineExpr {
    const parser = this.#parser;
    switch (parser.kind) {
      case 'integer': {
        const value = BigInt(parser.spelling);
        if (value > (1n << 63n) - 1n) parser.failSyntax('constant too large for index');
        parser.advance();
        return affineConstant(value);
      }
      case 'bare': {
        const known = this.#names.get(parser.spelling) ?? parser.failSyntax('use of undeclared identifier');
        parser.advance();
        return known;
      }
      case '(':
        return parser.nested(() => {
          parser.advance();
          if (parser.at(')')) parser.failSyntax('no expression inside parentheses');
          const inner = this.parse();
          parser.expect(')');
          return inner;
        });
      case '-':
        parser.advance();
        return parser.nested(() => affineNegate(this.#operand(isRight)));
      case '+':
      case '*':
        return parser.failSyntax(`missing ${isRight ? 'right' : 'left'} operand of binary operator`);
      default:
        return parser.failSyntax(
          isRight ? 'missing right operand of binary operator' : 'expected affine expression',
        );
    }
  }
}
