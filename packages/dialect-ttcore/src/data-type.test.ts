import {
  bf16,
  decodeFloat,
  encodeNarrowFloat,
  f16,
  f32,
  f64,
  FloatType,
  i32,
  IntegerType,
} from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import {
  type DataType,
  dataTypeOf,
  dataTypes,
  elementTypeOf,
  isExact,
  isFloatFormat,
  isTruncation,
  isWrapping,
  normalizedElementType,
} from './data-type.ts';

const isBlock = (format: DataType): boolean => format.startsWith('bfp');
const plain = dataTypes.filter((format) => !isBlock(format));

/** Numbers at the edges of the formats: their bounds, what is next to them, and fractions. */
const NUMBERS = [8, 15, 16, 24, 31, 32]
  .flatMap((bits) => {
    const power = 2 ** bits;
    return [power - 1, power, power + 1, -power, -power - 1, 1 / power, 1 + 1 / power];
  })
  .concat([
    0,
    1,
    -1,
    0.5,
    255,
    257,
    65_504,
    65_519,
    2049,
    2 ** 100,
    2 ** -30,
    1 + 2 ** -7,
    1 + 2 ** -10,
    1 + 2 ** -23,
  ]);

/** Returns true if a format has a number, by rounding it. */
function holds(format: DataType, number: number): boolean {
  const type = elementTypeOf(format);
  if (type instanceof FloatType) {
    if (type === f32) return Math.fround(number) === number;
    return decodeFloat(type.format, encodeNarrowFloat(type.format, number)) === number;
  }
  const isSigned = type.signedness === 'signed';
  const magnitude = 2 ** (type.width - (isSigned ? 1 : 0));
  return Number.isInteger(number) && number < magnitude && number >= (isSigned ? -magnitude : 0);
}

describe('formats', () => {
  it('store elements of their type', () => {
    for (const format of plain) expect(dataTypeOf(elementTypeOf(format))).toBe(format);
  });

  it('of blocks count as the float that they stand for', () => {
    const blocks = dataTypes.filter(isBlock);
    expect(blocks.map((format) => dataTypeOf(elementTypeOf(format)))).toEqual(
      blocks.map((format) => (format.includes('bf', 3) ? 'bf16' : 'f16')),
    );
  });

  it.each([
    f64,
    IntegerType.get(64),
    IntegerType.get(64, 'unsigned'),
    IntegerType.get(8, 'signed'),
    IntegerType.get(16),
  ])('has none for %s', (type) => {
    expect(dataTypeOf(type)).toBeNull();
  });

  it('takes integers without sign for signed ones', () => {
    expect(dataTypeOf(i32)).toBe('si32');
  });

  it('are normalized to formats, once', () => {
    const widths = [1, 8, 16, 32, 64];
    const integers = widths.flatMap((width) => [
      IntegerType.get(width),
      IntegerType.get(width, 'signed'),
      IntegerType.get(width, 'unsigned'),
    ]);
    for (const type of [f16, bf16, f32, f64, ...integers]) {
      const normalized = normalizedElementType(type);
      expect(dataTypeOf(normalized), String(type)).not.toBeNull();
      expect(normalizedElementType(normalized)).toBe(normalized);
    }
  });
});

describe('conversions', () => {
  const pairs = plain.flatMap((from) => plain.map((to) => [from, to] as const));

  it.each(pairs.filter(([from, to]) => isExact(from, to)))('from %s to %s keep all numbers', (from, to) => {
    expect(NUMBERS.filter((number) => holds(from, number) && !holds(to, number))).toEqual([]);
  });

  it('keep all numbers between these formats', () => {
    const others = pairs.filter(([from, to]) => from !== to && isExact(from, to));
    expect(others.map((pair) => pair.join(' to '))).toEqual([
      'f16 to f32',
      'bf16 to f32',
      'u16 to f32',
      'u16 to u32',
      'u16 to si32',
      'u8 to f32',
      'u8 to f16',
      'u8 to u32',
      'u8 to u16',
      'u8 to si32',
      'i1 to f32',
      'i1 to f16',
      'i1 to bf16',
      'i1 to u32',
      'i1 to u16',
      'i1 to u8',
      'i1 to si32',
    ]);
  });

  it('are exact from a format to itself, and one after the other', () => {
    for (const a of dataTypes) {
      expect(isExact(a, a)).toBe(true);
      for (const b of dataTypes)
        for (const c of dataTypes)
          if (isExact(a, b) && isExact(b, c)) expect(isExact(a, c), `${a}, ${b}, ${c}`).toBe(true);
    }
  });

  it('cut fractions off on the way over integers only', () => {
    for (const a of dataTypes)
      for (const b of dataTypes)
        for (const c of dataTypes)
          expect(isTruncation([a, b, c])).toBe(isFloatFormat(a) && !isFloatFormat(b) && isFloatFormat(c));
    expect(isTruncation(['f32', null, 'f32'])).toBe(false);
    expect(isTruncation([null, 'si32', 'f32'])).toBe(false);
    expect(isTruncation(['f32', 'si32'])).toBe(false);
  });

  it('wrap integers on the way to what shows it', () => {
    expect(isWrapping(['u32', 'si32', 'f32'])).toBe(true);
    expect(isWrapping(['si32', 'u32', 'bf16'])).toBe(true);
    expect(isWrapping(['si32', 'u16', 'u32'])).toBe(true);
    expect(isWrapping(['u16', 'si32', 'f32'])).toBe(false);
    expect(isWrapping(['u32', 'si32', 'u32'])).toBe(false);
    expect(isWrapping(['u32', 'si32', 'u16'])).toBe(false);
    expect(isWrapping(['f32', 'si32', 'f32'])).toBe(false);
    expect(isWrapping(['si32', null, 'f32'])).toBe(false);
  });
});
