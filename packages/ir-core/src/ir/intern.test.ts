import { describe, expect, test } from 'vitest';
import { attribute } from '../../tests/parse-text.ts';
import { DenseElementsAttr } from '../builtin/attrs/dense-elements-attr.ts';
import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
import { f32 } from '../builtin/types/float-type.ts';
import { RankedTensorType } from '../builtin/types/shaped-types.ts';
import { idKey, InternTable, textKey } from './intern.ts';

describe('equal attributes are one object', () => {
  test.each([
    ['[1, "a", {b = unit}]', '[1 : i64, "a", {b}]'],
    ['{b = 1, a}', '{a, b = 1}'],
    ['dense<[1, 1]> : tensor<2xi8>', 'dense<1> : tensor<2xi8>'],
    ['dense<"0x0102"> : tensor<2xi8>', 'dense<[1, 2]> : tensor<2xi8>'],
    ['0xFF : i8', '-1 : i8'],
    ['tensor<2x?xf32>', 'tensor<2x?xf32>'],
    ['affine_map<(i) -> (i + 0)>', 'affine_map<(d0) -> (d0)>'],
    ['array<f32: 0x3F800000>', 'array<f32: 1.0>'],
    ['loc(fused["a", "a"])', 'loc("a")'],
  ])('%s and %s', (a, b) => {
    expect(attribute(a)).toBe(attribute(b));
  });

  test.each([
    ['1 : i32', '1 : i64'],
    ['"a"', '"a" : i32'],
    ['["a", "b"]', '["a,b"]'],
    ['@a::@b', '@"a::b"'],
    ['0.0', '-0.0'],
    ['tensor<2xf32>', 'tensor<2xf32, "e">'],
    ['dense<[1, 2]> : tensor<2xi8>', 'dense<[1, 2]> : tensor<2xi16>'],
  ])('%s and %s are not', (a, b) => {
    expect(attribute(a)).not.toBe(attribute(b));
  });

  test('also when they are large', () => {
    const type = RankedTensorType.get([64], f32);
    const make = (last: number): DenseElementsAttr =>
      DenseElementsAttr.fromNumbers(
        type,
        Array.from({ length: 64 }, (_, i) => (i === 63 ? last : i)),
      );
    expect(make(1)).toBe(make(1));
    expect(make(1)).not.toBe(make(2));
  });
});

describe('interning keys', () => {
  test('tell parts apart', () => {
    expect(textKey('ab') + textKey('c')).not.toBe(textKey('a') + textKey('bc'));
    expect(idKey([StringAttr.get('x'), null])).toBe(`${StringAttr.get('x').id},_,`);
  });

  test('make an entry once', () => {
    const table = new InternTable<object>();
    const first = table.get('k', () => ({}));
    expect(table.get('k', () => ({}))).toBe(first);
  });
});
