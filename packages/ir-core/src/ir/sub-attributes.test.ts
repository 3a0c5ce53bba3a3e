import { expect, test } from 'vitest';
import { ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr } from '../builtin/attrs/basic-attrs.ts';
import { FunctionType, TupleType } from '../builtin/types/composite-types.ts';
import { i32, i64 } from '../builtin/types/integer-type.ts';
import { MemRefType, RankedTensorType } from '../builtin/types/shaped-types.ts';
import { AffineMapAttr } from '../builtin/attrs/affine-map-attr.ts';
import { AttributeReplacer, walkAttribute } from './sub-attributes.ts';

const tensor = RankedTensorType.get([2], i32, StringAttr.get('encoding'));
const nested = ArrayAttr.get([
  DictionaryAttr.get([['type', FunctionType.get([tensor], [TupleType.get([i32, i64])])]]),
  SymbolRefAttr.get('f'),
]);

test('visits the whole before its parts', () => {
  const visited: string[] = [];
  walkAttribute(nested, (part) => visited.push(String(part)));
  expect(visited).toEqual([
    '[{type = (tensor<2xi32, "encoding">) -> tuple<i32, i64>}, @f]',
    '{type = (tensor<2xi32, "encoding">) -> tuple<i32, i64>}',
    '(tensor<2xi32, "encoding">) -> tuple<i32, i64>',
    'tensor<2xi32, "encoding">',
    'i32',
    '"encoding"',
    'tuple<i32, i64>',
    'i32',
    'i64',
    '@f',
  ]);
});

test('replaces wherever a part stands, and keeps what has no such part', () => {
  const replacer = new AttributeReplacer((part) => (part === i32 ? i64 : part));
  expect(String(replacer.apply(nested))).toBe(
    '[{type = (tensor<2xi64, "encoding">) -> tuple<i64, i64>}, @f]',
  );
  const other = ArrayAttr.get([i64]);
  expect(replacer.apply(other)).toBe(other);
});

test('keeps the layout and the memory space of a buffer apart', () => {
  const replacer = new AttributeReplacer((part) => (part === i32 ? i64 : part));
  const layout = AffineMapAttr.get(1, 0, []);
  for (const type of [
    MemRefType.get([2], i32, layout, StringAttr.get('space')),
    MemRefType.get([2], i32, null, StringAttr.get('space')),
    MemRefType.get([2], i32, layout),
  ]) {
    expect(replacer.apply(type)).toBe(MemRefType.get([2], i64, type.layout, type.memorySpace));
  }
});
