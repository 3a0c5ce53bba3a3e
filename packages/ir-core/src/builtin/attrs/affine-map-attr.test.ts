import { expect, test } from 'vitest';
import { affineAdd, affineFloorDiv, affineMod } from './affine-arithmetic.ts';
import { affineConstant, affineDim, affineSymbol } from './affine-expr.ts';
import { AffineMapAttr, IntegerSetAttr } from './affine-map-attr.ts';

const [d0, d1, s0] = [affineDim(0), affineDim(1), affineSymbol(0)];

test('equal maps are the same object', () => {
  expect(AffineMapAttr.get(2, 0, [d1, d0])).toBe(AffineMapAttr.get(2, 0, [d1, d0]));
  expect(AffineMapAttr.get(2, 0, [d0])).not.toBe(AffineMapAttr.get(3, 0, [d0]));
});

test('prints dimensions, symbols and results', () => {
  expect(String(AffineMapAttr.get(2, 1, [affineAdd(d0, s0), d1]))).toBe(
    'affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>',
  );
  expect(String(AffineMapAttr.get(0, 0, []))).toBe('affine_map<() -> ()>');
});

test('the identity maps each dimension to itself', () => {
  expect(String(AffineMapAttr.identity(2))).toBe('affine_map<(d0, d1) -> (d0, d1)>');
  expect(AffineMapAttr.identity(2).isIdentity).toBe(true);
  expect(AffineMapAttr.get(2, 0, [d0]).isIdentity).toBe(false);
  expect(AffineMapAttr.get(2, 0, [d1, d0]).isIdentity).toBe(false);
});

test('a composed map applies the inner map first', () => {
  const four = affineConstant(4);
  const tile = AffineMapAttr.get(1, 0, [affineFloorDiv(d0, four), affineMod(d0, four)]);
  const shift = AffineMapAttr.get(2, 1, [affineAdd(affineAdd(d0, d1), s0)]);
  const composed = tile.compose(shift);
  expect(String(composed)).toBe(
    'affine_map<(d0, d1)[s0] -> ((d0 + d1 + s0) floordiv 4, (d0 + d1 + s0) mod 4)>',
  );
  expect(composed.evaluate([3, 2], [4])).toEqual([2, 1]);
});

test('prints the constraints of a set', () => {
  const set = IntegerSetAttr.get(1, 1, [
    { expression: affineAdd(d0, s0), isEquality: false },
    { expression: d0, isEquality: true },
  ]);
  expect(String(set)).toBe('affine_set<(d0)[s0] : (d0 + s0 >= 0, d0 == 0)>');
});
