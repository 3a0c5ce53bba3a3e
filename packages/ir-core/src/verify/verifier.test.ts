import { describe, expect, test } from 'vitest';
import { problems } from '../../tests/parse-text.ts';
import { integerAttr, stringAttr } from '../definition/builtin-constraints.ts';
import {
  anyType,
  optional,
  optionalAttr,
  sizedRegion,
  type TypeConstraint,
  typeOf,
  variadic,
} from '../definition/constraint.ts';
import { type AnyOpClass, defineOp } from '../definition/define-op.ts';
import {
  allTypesMatch,
  attrSizedOperandSegments,
  hasParent,
  isolatedFromAbove,
  noTerminator,
  sameOperandsAndResultType,
  singleBlock,
  singleBlockImplicitTerminator,
  terminator,
} from '../definition/traits.ts';
import { IntegerType, i32 } from '../builtin/types/integer-type.ts';
import { FloatType } from '../builtin/types/float-type.ts';
import { Context } from '../ir/context.ts';
import type { OpReport } from './report.ts';

const integer: TypeConstraint<IntegerType> = typeOf(IntegerType, 'an integer');
const float: TypeConstraint<FloatType> = typeOf(FloatType, 'a float');

class EndOp extends defineOp('toy.end', {
  summary: '',
  operands: { xs: variadic(anyType) },
  traits: [terminator],
}) {}
class HomeOp extends defineOp('toy.home', { summary: '', traits: [hasParent('toy.box', 'toy.single')] }) {}
class InnerOp extends defineOp('toy.inner', { summary: '', traits: [hasParent('toy.box')] }) {}
class BoxOp extends defineOp('toy.box', {
  summary: '',
  regions: { body: sizedRegion(1) },
  traits: [singleBlockImplicitTerminator('toy.end')],
}) {}
class SingleOp extends defineOp('toy.single', {
  summary: '',
  regions: { body: sizedRegion(1) },
  traits: [singleBlock, noTerminator],
}) {}
class TwoOp extends defineOp('toy.two', {
  summary: '',
  operands: { x: integer, y: float },
  results: { r: integer },
  attrs: { z: integerAttr(i32, 'an i32'), b: stringAttr, o: optionalAttr(stringAttr) },
  infer: (op, report) => {
    if (!op.hasAttr('toy.fail')) return [i32];
    report.error('no type');
    return null;
  },
}) {
  override verifyOp(report: OpReport): boolean {
    return !this.hasAttr('toy.own') || report.opError('does not like it');
  }
}
class ManyOp extends defineOp('toy.many', {
  summary: '',
  operands: { x: integer, xs: variadic(float), o: optional(integer) },
  traits: [attrSizedOperandSegments],
}) {}
class SomeOp extends defineOp('toy.some', { summary: '', operands: { x: integer, xs: variadic(float) } }) {}
class SameOp extends defineOp('toy.same', {
  summary: '',
  operands: { x: anyType, y: anyType },
  traits: [allTypesMatch('x', 'y')],
}) {}
class EqualOp extends defineOp('toy.equal', {
  summary: '',
  operands: { x: anyType },
  results: { r: anyType },
  traits: [sameOperandsAndResultType],
}) {}
class FortOp extends defineOp('toy.fort', {
  summary: '',
  regions: { body: sizedRegion(1) },
  traits: [isolatedFromAbove, noTerminator],
}) {}

function context(): Context {
  const ops: unknown[] = [
    EndOp,
    HomeOp,
    InnerOp,
    BoxOp,
    SingleOp,
    TwoOp,
    ManyOp,
    SomeOp,
    SameOp,
    EqualOp,
    FortOp,
  ];
  const made = new Context([
    {
      name: 'toy',
      dialects: [
        {
          name: 'toy',
          verifyOpAttr: (_op, name, _attribute, report) =>
            name !== 'toy.bad' || report.opError('has a bad attribute'),
        },
      ],
      ops: ops as AnyOpClass[],
    },
  ]);
  made.allowUnregisteredDialects = true;
  return made;
}

const VALUES = '%i, %f = "d.v"() : () -> (i32, f32)\n';

describe('one operation is checked in order', () => {
  const attributes = '{z = 1 : i32, b = "b"}';
  test.each([
    [`"toy.two"(%i) : (i32) -> ()`, "'toy.two' op expected 2 operands, but found 1", 'requires one result'],
    [`%0 = "toy.two"(%i) : (i32) -> i32`, "'toy.two' op expected 2 operands, but found 1"],
    [`%0 = "toy.two"(%f, %i) : (f32, i32) -> i32`, "'toy.two' op requires attribute 'b'"],
    [`%0 = "toy.two"(%f, %i) {b = 1} : (f32, i32) -> i32`, "'toy.two' op requires attribute 'z'"],
    [
      `%0 = "toy.two"(%f, %i) {b = 1, z = 2} : (f32, i32) -> i32`,
      "'toy.two' op attribute 'b' failed to satisfy constraint: string attribute",
    ],
    [
      `%0 = "toy.two"(%f, %i) {b = "", z = 2} : (f32, i32) -> i32`,
      "'toy.two' op attribute 'z' failed to satisfy constraint: an i32",
    ],
    [
      `%0 = "toy.two"(%f, %i) {b = "", z = 2 : i32, o = 1} : (f32, i32) -> i32`,
      "'toy.two' op attribute 'o' failed to satisfy constraint: string attribute",
    ],
    [
      `%0 = "toy.two"(%f, %i) ${attributes} : (f32, i32) -> i32`,
      "'toy.two' op operand #0 must be an integer, but got 'f32'",
    ],
    [
      `%0 = "toy.two"(%i, %i) ${attributes} : (i32, i32) -> f32`,
      "'toy.two' op operand #1 must be a float, but got 'i32'",
    ],
    [
      `%0 = "toy.two"(%i, %f) ${attributes} : (i32, f32) -> f32`,
      "'toy.two' op result #0 must be an integer, but got 'f32'",
    ],
    [
      `%0 = "toy.two"(%i, %f) {z = 1 : i32, b = "b", toy.own, toy.fail} : (i32, f32) -> i8`,
      "'toy.two' op does not like it",
    ],
    [`%0 = "toy.two"(%f, %i) {toy.bad} : (f32, i32) -> i32`, "'toy.two' op has a bad attribute"],
  ])('%s', (text, expected, first = '') => {
    const found = problems(VALUES + text, context());
    expect(found[0]!.replace(/^\S+ /, '')).toBe(first === '' ? expected : `'toy.two' op ${first}`);
    expect(found).toHaveLength(1);
  });

  test('with its types last', () => {
    expect(problems(`${VALUES}%0 = "toy.two"(%i, %f) ${attributes} : (i32, f32) -> i8`, context())).toEqual([
      "2:6 'toy.two' op inferred type(s) 'i32' are incompatible with return type(s) of operation 'i8'",
      "2:6 'toy.two' op failed to infer returned types",
    ]);
    expect(
      problems(
        `${VALUES}%0 = "toy.two"(%i, %f) {z = 1 : i32, b = "b", toy.fail} : (i32, f32) -> i32`,
        context(),
      ),
    ).toEqual(['2:6 no type', "2:6 'toy.two' op failed to infer returned types"]);
  });
});

describe('numbers of values, regions and successors', () => {
  test.each([
    ['"toy.end"() ({}) : () -> ()', "'toy.end' op requires zero regions"],
    ['"toy.box"() : () -> ()', "'toy.box' op requires one region"],
    ['%0 = "toy.end"() : () -> i32', "'toy.end' op requires zero results"],
    ['"toy.equal"(%i) : (i32) -> ()', "'toy.equal' op requires one result"],
    ['%0 = "toy.equal"(%i, %i) : (i32, i32) -> i32', "'toy.equal' op requires a single operand"],
    ['"toy.home"(%i) : (i32) -> ()', "'toy.home' op requires zero operands"],
    ['"toy.some"() : () -> ()', "'toy.some' op expected 1 or more operands, but found 0"],
    [
      '"toy.some"(%i, %i) : (i32, i32) -> ()',
      "'toy.some' op operand #1 must be variadic of a float, but got 'i32'",
    ],
    ['"toy.many"(%i) : (i32) -> ()', "'toy.many' op requires attribute 'operandSegmentSizes'"],
    [
      '"toy.many"(%i) {operandSegmentSizes = array<i32: 1>} : (i32) -> ()',
      "'toy.many' op 'operandSegmentSizes' attribute for specifying operand segments must have 3 elements, but got 1",
    ],
    [
      '"toy.many"(%i) {operandSegmentSizes = array<i32: 2, -1, 0>} : (i32) -> ()',
      "'toy.many' op 'operandSegmentSizes' attribute cannot have negative elements",
    ],
    [
      '"toy.many"(%i) {operandSegmentSizes = array<i32: 1, 1, 0>} : (i32) -> ()',
      "'toy.many' op operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'",
    ],
    [
      '"toy.many"(%i, %i, %i) {operandSegmentSizes = array<i32: 1, 0, 2>} : (i32, i32, i32) -> ()',
      "'toy.many' op operand group starting at #1 requires 0 or 1 element, but found 2",
    ],
    [
      '"toy.box"() ({}) : () -> ()',
      "'toy.box' op region #0 ('body') failed to verify constraint: region with 1 blocks",
    ],
    [
      '"toy.box"() ({ "toy.end"() : () -> () \n ^bb1: "toy.end"() : () -> () }) : () -> ()',
      "'toy.box' op expects region #0 to have 0 or 1 blocks",
    ],
  ])('%s', (text, expected) => {
    expect(problems(VALUES + text, context()).map((problem) => problem.replace(/^\S+ /, ''))).toEqual([
      expected,
    ]);
  });
});

describe('traits', () => {
  test.each([
    [
      '"toy.same"(%i, %f) : (i32, f32) -> ()',
      ["2:1 'toy.same' op failed to verify that all of {x, y} have same type"],
    ],
    [
      '%0 = "toy.equal"(%i) : (i32) -> f32',
      ["2:6 'toy.equal' op requires the same type for all operands and results"],
    ],
    ['"toy.inner"() : () -> ()', ["2:1 'toy.inner' op expects parent op 'toy.box'"]],
    ['"toy.home"() : () -> ()', ["2:1 'toy.home' op expects parent op to be one of 'toy.box, toy.single'"]],
    [
      '"toy.box"() ({ "d.x"() : () -> () }) : () -> ()',
      [
        "2:1 'toy.box' op expects regions to end with 'toy.end', found 'd.x'",
        "2:1 note: in custom textual format, the absence of terminator implies 'toy.end'",
      ],
    ],
    [
      '"toy.single"() ({ "toy.end"() : () -> () \n "d.x"() : () -> () }) : () -> ()',
      ["2:19 'toy.end' op must be the last operation in the parent block"],
    ],
    [
      '"toy.fort"() ({ "d.use"(%i) : (i32) -> () }) : () -> ()',
      [
        "2:17 'd.use' op using value defined outside the region",
        '2:1 note: required by region isolation constraints',
      ],
    ],
    [
      '"toy.fort"() ({ %x = "d.x"() : () -> i32 \n "d.r"() ({ "d.use"(%x, %i) : (i32, i32) -> () }) : () -> () }) : () -> ()',
      [
        "3:13 'd.use' op using value defined outside the region",
        '2:1 note: required by region isolation constraints',
      ],
    ],
  ])('%s', (text, expected) => {
    expect(problems(VALUES + text, context())).toEqual(expected);
  });
});

describe('of several problems', () => {
  test('the first in an isolated operation is reported, and those beside it', () => {
    const fort = '"toy.fort"() ({ "toy.inner"() : () -> () \n "toy.inner"() : () -> () }) : () -> ()';
    expect(problems(`${fort}\n${fort}`, context())).toEqual([
      "1:17 'toy.inner' op expects parent op 'toy.box'",
      "3:17 'toy.inner' op expects parent op 'toy.box'",
    ]);
  });

  test('a nested one comes before what follows from regions', () => {
    expect(
      problems(
        '"toy.box"() ({ "toy.home"(%0) : (i32) -> () \n %0 = "d.x"() : () -> i32 }) : () -> ()',
        context(),
      ),
    ).toEqual(["1:16 'toy.home' op requires zero operands"]);
  });
});

describe('operations of a known dialect that are not declared', () => {
  test('are rejected', () => {
    expect(problems('"toy.unknown"() : () -> ()', context())).toEqual([
      "1:1 unregistered operation 'toy.unknown' found in dialect ('toy') that does not allow unknown operations",
    ]);
  });
});
