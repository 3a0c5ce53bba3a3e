import { DYNAMIC, f32, RankedTensorType } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { sharding } from '../../tests/sdy-text.ts';
import { MeshAttr } from '../attrs/mesh-attr.ts';
import { areShardingsEquivalent, localShape, localType, shardedSizes } from './tensor-sharding.ts';

const mesh = MeshAttr.of([
  ['x', 2],
  ['y', 4],
]);

describe('equivalent shardings', () => {
  // Two shardings, and whether they split a tensor alike.
  test.each([
    ['<@m, [{"x"}, {}]>', '<@m, [{"x", ?}p1, {?}]>', true],
    ['<@m, [{"x"}, {}]>', '<@m, [{"x"}, {}], replicated={"y"}>', true],
    ['<@m, [{"x"}, {}]>', '<@m, [{}, {"x"}]>', false],
    ['<@m, [{"x"}, {}]>', '<@other, [{"x"}, {}]>', false],
    ['<@m, [{}, {}]>', '<@other, [{?}, {}], replicated={"x"}>', true],
    ['<@m, [{"x"}, {}]>', '<@m, [{"x"}, {}], unreduced={"y"}>', false],
    ['<@m, [{"x"}], unreduced={"y"}>', '<@m, [{"x", ?}], unreduced={"y"}>', true],
    ['<@m, [{"x"}], unreduced={"y"}>', '<@m, [{"x"}], unreduced=max{"y"}>', false],
  ])('%s and %s: %s', (a, b, equivalent) => {
    expect(areShardingsEquivalent(sharding(a), sharding(b))).toBe(equivalent);
    expect(areShardingsEquivalent(sharding(b), sharding(a))).toBe(equivalent);
  });

  test('a missing sharding is a replicated one', () => {
    expect(areShardingsEquivalent(null, sharding('<@m, [{?}]>'))).toBe(true);
    expect(areShardingsEquivalent(null, sharding('<@m, [{"x"}]>'))).toBe(false);
    expect(areShardingsEquivalent(null, null)).toBe(true);
  });

  test('unreduced axes may be left out of the comparison', () => {
    const [a, b] = [sharding('<@m, [{"x"}]>'), sharding('<@m, [{"x"}], unreduced={"y"}>')];
    expect(areShardingsEquivalent(a, b, true)).toBe(true);
  });
});

describe('what a device holds', () => {
  test('is each dimension divided by its parts', () => {
    const split = sharding('<@m, [{"x", "y"}, {}, {"y":(1)2}]>');
    expect(shardedSizes(split, mesh)).toEqual([8, 1, 2]);
    expect(localShape([16, 3, 6], split, mesh)).toEqual([2, 3, 3]);
  });

  test('is rounded up, or nothing, where a size is not divisible', () => {
    const split = sharding('<@m, [{"y"}]>');
    expect(localShape([6], split, mesh)).toEqual([2]);
    expect(localShape([6], split, mesh, false)).toBe(null);
    expect(localShape([8], split, mesh, false)).toEqual([2]);
  });

  test('has dynamic sizes as they were', () => {
    const type = RankedTensorType.get([DYNAMIC, 8], f32);
    expect(String(localType(type, sharding('<@m, [{"x"}, {"y"}]>'), mesh))).toBe('tensor<?x2xf32>');
  });

  test('is all of a value that is no tensor', () => {
    expect(localType(f32, sharding('<@m, []>'), mesh)).toBe(f32);
  });
});
