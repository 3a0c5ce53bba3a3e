import { expect, test } from 'vitest';
import {
  bitWidth,
  bytesPerElement,
  floatKinds,
  integerKinds,
  isElementKind,
  isFloatKind,
  isIntegerKind,
  isSignedIntegerKind,
} from './element-kind.ts';

test('every kind is either an integer or a float kind and as wide as its name says', () => {
  for (const kind of [...integerKinds, ...floatKinds]) {
    expect(isFloatKind(kind)).toBe(!isIntegerKind(kind));
    expect(bitWidth(kind)).toBe(Number(/\d+/.exec(kind)![0]));
  }
  expect(integerKinds.length + floatKinds.length).toBe(28);
});

test('sub-byte elements take a whole byte in the raw buffer', () => {
  expect((['i1', 'i4', 'f4E2M1FN', 'f6E2M3FN', 'bf16', 'ui32', 'f64'] as const).map(bytesPerElement)).toEqual(
    [1, 1, 1, 1, 2, 4, 8],
  );
});

test('signless integers are signed, except the boolean', () => {
  expect((['i1', 'i8', 'ui8', 'f32'] as const).map(isSignedIntegerKind)).toEqual([false, true, false, false]);
});

test('only names of kinds are kinds', () => {
  expect(['i32', 'tf32', 'index', 'toString', 'f8E5M2'].map(isElementKind)).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
});
