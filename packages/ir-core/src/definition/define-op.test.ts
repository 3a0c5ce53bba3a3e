import { describe, expect, test } from 'vitest';
import { openContext, parsed } from '../../tests/parse-text.ts';
import { StringAttr, UnitAttr } from '../builtin/attrs/basic-attrs.ts';
import { i32Attr } from '../builtin/attrs/number-attrs.ts';
import { f32 } from '../builtin/types/float-type.ts';
import { i32 } from '../builtin/types/integer-type.ts';
import { Context } from '../ir/context.ts';
import type { Value } from '../ir/value.ts';
import { parseModule } from '../text/parse-module.ts';
import { printOp } from '../text/print.ts';
import { integerAttr, stringAttr, unitAttr } from './builtin-constraints.ts';
import {
  anyRegion,
  anyType,
  defaultAttr,
  storedDefaultAttr,
  optional,
  optionalAttr,
  variadic,
  variadicRegion,
} from './constraint.ts';
import { camelCase, defineOp } from './define-op.ts';
import { attrSizedOperandSegments, attrSizedResultSegments } from './traits.ts';

class PlainOp extends defineOp('toy.plain', {
  summary: 'one of each',
  operands: { left_side: anyType, right: anyType },
  results: { sum: anyType },
  attrs: {
    some_name: stringAttr,
    flag: optionalAttr(unitAttr),
    count: defaultAttr(integerAttr(i32, '32-bit signless integer attribute'), () => i32Attr(7)),
  },
  regions: { body: anyRegion },
}) {
  get both(): Value[] {
    return [this.leftSide, this.right];
  }
}

class GroupsOp extends defineOp('toy.groups', {
  summary: 'groups of operands',
  operands: { first: variadic(anyType), middle: optional(anyType), last: variadic(anyType) },
  results: { one: anyType, rest: variadic(anyType) },
  regions: { branches: variadicRegion(anyRegion) },
  traits: [attrSizedOperandSegments, attrSizedResultSegments],
}) {}

class DefaultedGroupsOp extends defineOp('toy.defaulted_groups', {
  summary: 'groups of operands beside an attribute with a default',
  operands: { first: optional(anyType), last: optional(anyType) },
  attrs: {
    count: storedDefaultAttr(integerAttr(i32, '32-bit signless integer attribute'), () => i32Attr(7)),
  },
  traits: [attrSizedOperandSegments],
}) {}

class EvenOp extends defineOp('toy.even', {
  summary: 'two groups of one size',
  operands: { inputs: variadic(anyType), inits: variadic(anyType) },
  results: { results: variadic(anyType) },
}) {}

const maker = parsed('%0:4 = "d.a"() : () -> (i32, i32, f32, f32)').body.firstOp!;
const [a, b, c, d] = [maker.getResult(0), maker.getResult(1), maker.getResult(2), maker.getResult(3)];

describe('a declared operation', () => {
  test('has accessors for its parts', () => {
    const op = PlainOp.create({ leftSide: a, right: b, someName: StringAttr.get('n') }, [i32]);
    expect(op.both).toEqual([a, b]);
    expect(op.sum).toBe(op.results[0]);
    expect(op.someName.value).toBe('n');
    expect([op.flag, op.count, op.body.isEmpty]).toEqual([null, null, true]);
    op.flag = UnitAttr.instance;
    op.count = i32Attr(3);
    expect(op.getAttr('flag')).toBe(UnitAttr.instance);
    expect(printOp(op, null)).toContain('<{count = 3 : i32, flag, some_name = "n"}>');
  });

  test('knows its declaration', () => {
    const { definition } = PlainOp;
    expect([definition.name, definition.dialect, definition.isTerminator, definition.isRegistered]).toEqual([
      'toy.plain',
      'toy',
      false,
      true,
    ]);
    expect(definition.attrNames).toEqual(['some_name', 'flag', 'count']);
    expect(GroupsOp.definition.attrNames).toEqual(['operandSegmentSizes', 'resultSegmentSizes']);
  });

  test('splits operands by stored sizes', () => {
    const op = GroupsOp.create({ first: [a], middle: c, last: [b, d] }, [i32, f32]);
    expect([op.first, op.middle, op.last]).toEqual([[a], c, [b, d]]);
    expect(String(op.getAttr('operandSegmentSizes'))).toBe('array<i32: 1, 1, 2>');
    const without = GroupsOp.create({ first: [], last: [d] }, [i32], { regionCount: 2 });
    expect([without.first, without.middle, without.last, without.branches.length]).toEqual([
      [],
      null,
      [d],
      2,
    ]);
  });

  test('has stored defaults and sizes of operands', () => {
    const text = '<{operandSegmentSizes = array<i32: 0, 1>}>';
    const context = new Context([{ name: 'toy', dialects: [{ name: 'toy' }], ops: [DefaultedGroupsOp] }]);
    context.allowUnregisteredDialects = true;
    const program = `%0 = "d.a"() : () -> i32\n"toy.defaulted_groups"(%0) ${text} : (i32) -> ()`;
    const op = parseModule(program, context)?.body.lastOp;
    expect(op).toBeInstanceOf(DefaultedGroupsOp);
    expect(printOp(op!, context)).toContain('<{count = 7 : i32, operandSegmentSizes = array<i32: 0, 1>}>');
  });

  test('splits operands evenly without sizes', () => {
    const op = EvenOp.create({ inputs: [a, b], inits: [c, d] }, []);
    expect([op.inputs, op.inits]).toEqual([
      [a, b],
      [c, d],
    ]);
  });

  test('keeps discardable attributes and places', () => {
    const op = EvenOp.create({ inputs: [], inits: [] }, [], { attributes: [['d.x', i32Attr(1)]] });
    expect([...(op.discardable ?? [])]).toEqual([['d.x', i32Attr(1)]]);
    expect(EvenOp.create({ inputs: [], inits: [] }, [], { attributes: [] }).discardable).toBeNull();
  });
});

describe('a declaration', () => {
  test('must not hide a member of operations', () => {
    expect(() => defineOp('toy.bad', { summary: '', operands: { location: anyType } })).toThrow(
      "'toy.bad': 'location' is a member of Operation",
    );
  });

  test('is looked up by name', () => {
    const context = new Context([{ name: 'toy', dialects: [{ name: 'toy' }], ops: [EvenOp] }]);
    const module = parseModule('"toy.even"() : () -> ()', context);
    expect(module?.body.firstOp).toBeInstanceOf(EvenOp);
    expect(
      () =>
        new Context([
          { name: 'x', ops: [EvenOp] },
          { name: 'y', ops: [EvenOp] },
        ]),
    ).toThrow("op 'toy.even' is provided twice (again by y)");
  });

  test('of an unknown name is made once', () => {
    const [first, second] = [...parsed('"d.x"() : () -> ()\n"d.x"() : () -> ()', openContext()).body];
    expect(first!.definition).toBe(second!.definition);
  });
});

test.each([
  ['broadcast_dimensions', 'broadcastDimensions'],
  ['operandSegmentSizes', 'operandSegmentSizes'],
  ['a_1', 'a1'],
])('%s is read as %s', (name, accessor) => {
  expect(camelCase(name)).toBe(accessor);
});
