import { describe, expect, test } from 'vitest';
import { printed, problems } from '../../tests/parse-text.ts';
import {
  denseArrayAttr,
  flatSymbolRefAttr,
  integerAttr,
  stringAttr,
  symbolNameAttr,
  unitAttr,
} from '../definition/builtin-constraints.ts';
import {
  anyAttr,
  anyRegion,
  anyType,
  onlyType,
  optional,
  optionalAttr,
  variadic,
} from '../definition/constraint.ts';
import { type AnyOpClass, defineOp } from '../definition/define-op.ts';
import type { OpSignature } from '../definition/op-definition.ts';
import {
  allTypesMatch,
  attrSizedOperandSegments,
  sameOperandsAndResultType,
  terminator,
} from '../definition/traits.ts';
import { i64, index } from '../builtin/types/integer-type.ts';
import { Context } from '../ir/context.ts';
import { argumentTypes } from './directive.ts';

const i64Attr = integerAttr(i64, '64-bit signless integer attribute');
const sizes = denseArrayAttr(i64, 'i64 dense array attribute');
const VALUES = '%a, %b = "d.v"() : () -> (i32, f32)\n%i = "d.i"() : () -> index\n';

function context(spec: Omit<OpSignature, 'summary'>): Context {
  const op = defineOp('toy.op', { summary: '', ...spec }) as unknown as AnyOpClass;
  const made = new Context([{ name: 'toy', dialects: [{ name: 'toy' }], ops: [op] }]);
  made.allowUnregisteredDialects = true;
  return made;
}

/** What `toy.op` prints as after its name, from its own text and from the generic form. */
function body(spec: Omit<OpSignature, 'summary'>, text: string): string {
  const made = context(spec);
  const custom = printed(`${VALUES}${text.replace(/^/, 'toy.op')}`.replace('toy.op%', '%'), {}, made);
  expect(printed(printed(custom, { generic: true }, made), {}, made)).toBe(custom);
  return /toy\.op(.*)\n\}\n$/s.exec(custom)![1]!;
}

function wrong(spec: Omit<OpSignature, 'summary'>, text: string): string[] {
  return problems(`toy.op${text}`, context(spec));
}

describe('spaces', () => {
  test.each([
    ['`word` `->` `word`', ' word -> word'],
    ['`(` `word` `)`', '(word)'],
    ['`<` `word` `>` `[` `]`', '<word> []'],
    ['`a` `,` `b` `:` `c`', ' a, b : c'],
    ['`a` `` `=` `b`', ' a= b'],
    ['`a` ` ` `b`', ' a b'],
    ['`=` `a` `:` `:`', ' = a : :'],
    ['`{` `a` `}`', '{a}'],
  ])('of %s are %j', (format, text) => {
    expect(body({ format: `${format} attr-dict` }, text)).toBe(text);
  });

  test('around values and attributes follow the punctuation', () => {
    const spec = {
      operands: { x: anyType, y: anyType },
      attrs: { n: i64Attr, list: sizes },
      format: '$x `[` $n `]` `,` $y `(` $list `)` attr-dict `:` type($x) `,` type($y)',
    };
    expect(body(spec, ' %a[3], %b([1, 2]) {k} : i32, f32')).toBe(' %0#0[3], %0#1([1, 2]) {k} : i32, f32');
  });

  test('of an empty list stay', () => {
    const spec = { operands: { xs: variadic(anyType) }, format: '$xs attr-dict (`:` type($xs)^)?' };
    expect(body(spec, '')).toBe(' ');
    expect(body(spec, ' %a, %b : i32, f32')).toBe(' %0#0, %0#1 : i32, f32');
  });
});

describe('optional groups', () => {
  const spec = {
    operands: { x: optional(anyType) },
    attrs: { mode: optionalAttr(stringAttr), fast: optionalAttr(unitAttr), n: optionalAttr(i64Attr) },
    format: '(`fast` $fast^)? (`mode` `=` $mode^)? ($x^ `:` type($x))? (`n` $n^):(`none`)? attr-dict',
  };

  test.each([
    [' none', ' none'],
    [' fast none', ' fast none'],
    [' mode = "m" n 3', ' mode = "m" n 3'],
    [' fast mode = "m" %a : i32 n 3 {k = 1 : i8}', ' fast mode = "m" %0#0 : i32 n 3 {k = 1 : i8}'],
  ])('%s', (text, expected) => {
    expect(body(spec, text)).toBe(expected);
  });

  test('are missed where operands need their types', () => {
    const list = { operands: { xs: variadic(anyType) }, format: '$xs attr-dict (`:` type($xs)^)?' };
    expect(wrong(list, ' %a')).toEqual([
      "1:8 custom op 'toy.op' number of operands and types do not match: got 1 operands and 0 types",
    ]);
  });

  test('ask for their other half', () => {
    expect(wrong(spec, '')).toEqual(["1:7 custom op 'toy.op' expected 'none'"]);
  });
});

describe('regions, successors and symbols', () => {
  test('print in place', () => {
    const spec = {
      attrs: { sym_name: symbolNameAttr, target: optionalAttr(flatSymbolRefAttr) },
      regions: { body: anyRegion },
      format: '$sym_name (`to` $target^)? attr-dict-with-keyword $body',
    };
    expect(body(spec, ' @f to @g attributes {k} {\n}')).toBe(' @f to @g attributes {k} {\n  }');
    expect(wrong(spec, ' @f to @g::@h {}')).toEqual([
      "1:14 custom op 'toy.op' invalid kind of attribute specified",
    ]);
    expect(wrong(spec, ' f {}')).toEqual([
      "1:8 custom op 'toy.op' expected valid '@'-identifier for symbol name",
    ]);
  });

  test('name blocks', () => {
    const made = context({
      successors: ['dest'],
      operands: { x: variadic(anyType) },
      traits: [terminator],
      format: '$dest (`(` $x^ `:` type($x) `)`)? attr-dict',
    });
    const text = `"d.r"() ({
  %0 = "d.x"() : () -> i32
  toy.op ^bb1(%0 : i32)
^bb1(%1: i32):  // pred: ^bb0
  "d.end"() : () -> ()
}) : () -> ()`;
    expect(printed(text, {}, made)).toContain('toy.op ^bb1(%0 : i32)');
  });
});

describe('types', () => {
  test('follow from traits', () => {
    const spec = {
      operands: { x: anyType, y: anyType },
      results: { z: anyType },
      traits: [sameOperandsAndResultType],
      format: '$x `,` $y attr-dict `:` type($z)',
    };
    const made = context(spec);
    expect(printed(`${VALUES}%r = toy.op %a, %a : i32`, {}, made)).toContain('%2 = toy.op %0#0, %0#0 : i32');
    expect(problems(`${VALUES}%r = toy.op %a, %b : i32`, made)).toEqual([
      "3:17 use of value '%b' expects different type than prior uses: 'i32' vs 'f32'",
      '1:5 note: prior use here',
    ]);
  });

  test('follow from names that have the same type', () => {
    const spec = {
      operands: { x: anyType, y: anyType },
      traits: [allTypesMatch('x', 'y')],
      format: '$x `,` $y attr-dict `:` type($x)',
    };
    expect(body(spec, ' %a, %a : i32')).toBe(' %0#0, %0#0 : i32');
  });

  test('follow from constraints with one type', () => {
    const spec = {
      operands: { i: onlyType(index, 'index') },
      results: { o: onlyType(index, 'index') },
      format: '$i attr-dict',
    };
    expect(printed(`${VALUES}%r = toy.op %i`, {}, context(spec))).toContain('toy.op %1\n');
  });

  test('stand as a function type', () => {
    const spec = {
      operands: { x: variadic(anyType) },
      results: { r: variadic(anyType) },
      format: '$x attr-dict `:` functional-type(operands, results)',
    };
    expect(printed(`${VALUES}%r:2 = toy.op %a : (i32) -> (f32, i1)`, {}, context(spec))).toContain(
      'toy.op %0#0 : (i32) -> (f32, i1)',
    );
    expect(problems(`${VALUES}toy.op %a : () -> ()`, context(spec))).toEqual([
      "3:1 custom op 'toy.op' number of operands and types do not match: got 1 operands and 0 types",
    ]);
  });

  test('store the sizes of groups', () => {
    const spec = {
      operands: { xs: variadic(anyType), ys: variadic(anyType) },
      traits: [attrSizedOperandSegments],
      format: '`(` $xs `)` `(` $ys `)` attr-dict `:` `(` type($xs) `)` `(` type($ys) `)`',
    };
    const made = context(spec);
    expect(printed(`${VALUES}toy.op(%a)(%b, %b) : (i32) (f32, f32)`, { generic: true }, made)).toContain(
      '"toy.op"(%0#0, %0#1, %0#1) <{operandSegmentSizes = array<i32: 1, 2>}>',
    );
  });
});

describe('custom directives', () => {
  const spec: Omit<OpSignature, 'summary'> = {
    operands: { x: anyType },
    format: '$x attr-dict custom<Colon>(type($x))',
    directives: {
      Colon: {
        print(printer, op, args) {
          printer.write(': ');
          printer.printTypes(argumentTypes(op, args[0]!));
        },
        parse(parser, state, args) {
          parser.expect(':');
          state.setTypes(args[0]!.reference, [parser.parseType()]);
        },
      },
    },
  };

  test('print and parse for themselves', () => {
    expect(body(spec, ' %a : i32')).toBe(' %0#0 : i32');
  });

  test('must be given', () => {
    const made = context({ format: 'custom<None>()' });
    expect(() => problems('toy.op', made)).toThrow(
      "assembly format of 'toy.op': no directive 'None' is given",
    );
  });
});

describe('attribute dictionaries', () => {
  const spec = { attrs: { n: i64Attr, other: optionalAttr(anyAttr) }, format: '$n attr-dict' };

  test('leave out what the format shows', () => {
    expect(body(spec, ' 3 {z = 1 : i8, other = "o"}')).toBe(' 3 {other = "o", z = 1 : i8}');
  });

  test('are checked against the declaration', () => {
    const made = { attrs: { n: optionalAttr(i64Attr) }, format: 'attr-dict' };
    expect(wrong(made, ' {n = "x"}')).toEqual([
      "1:8 custom op 'toy.op' 'toy.op' op attribute 'n' failed to satisfy constraint: 64-bit signless integer attribute",
    ]);
  });
});

describe('a malformed format', () => {
  test.each([
    ['$y', "'$y' is not declared"],
    ['(`a`)?', 'an optional group has no anchor'],
    ['`a`^', 'an anchor stands outside of an optional group'],
    ['foo', "unknown directive 'foo'"],
    ['type($x', "expected ')'"],
    ['$x )', "unexpected ')'"],
  ])('%s is an error of the declaration', (format, problem) => {
    expect(() => problems('toy.op', context({ operands: { x: anyType }, format }))).toThrow(
      `assembly format of 'toy.op': ${problem}`,
    );
  });
});
