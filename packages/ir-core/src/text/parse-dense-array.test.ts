import { describe, expect, test } from 'vitest';
import { attribute, attributeProblems } from '../../tests/parse-text.ts';

describe('dense arrays', () => {
  // Texts and what they print as.
  test.each([
    ['array<i32>', 'array<i32>'],
    ['array<i64:1,2>', 'array<i64: 1, 2>'],
    ['array<i1:true,false>', 'array<i1: true, false>'],
    ['array<i8:127,-128>', 'array<i8: 127, -128>'],
    ['array<i8:255>', 'array<i8: -1>'],
    ['array<f32:1.0,2.5>', 'array<f32: 1.000000e+00, 2.500000e+00>'],
    ['array<f64:-1.0>', 'array<f64: -1.000000e+00>'],
    ['array<i16:1,2>', 'array<i16: 1, 2>'],
    ['array<si32:1>', 'array<si32: 1>'],
    ['array<f16:1.0>', 'array<f16: 1.000000e+00>'],
    ['array<i128:1>', 'array<i128: 1>'],
    ['array<f32:0x7FC00000>', 'array<f32: 0x7FC00000>'],
    ['array<bf16:1.0>', 'array<bf16: 1.000000e+00>'],
    ['array<i64:0xFF>', 'array<i64: 255>'],
    ['array<i64:18446744073709551615>', 'array<i64: -1>'],
  ])('%s prints as %s', (text, canonical) => {
    expect(String(attribute(text))).toBe(canonical);
    expect(String(attribute(canonical))).toBe(canonical);
  });

  // Texts and what is wrong with them, by column.
  test.each([
    ['array<i1:0,1>', ["11 expected 'true' or 'false' values for i1 type"]],
    ['array<i8:256>', ['13 integer constant out of range']],
    ['array<i8:-0>', ['12 integer constant out of range']],
    [
      'array<f32:1>',
      [
        '11 unexpected decimal integer literal for a floating point value',
        '11 note: add a trailing dot to make the literal a float',
      ],
    ],
    ['array<i32:1.0>', ['11 expected integer literal']],
    ['array<i4:1>', ['7 element type bitwidth must be a multiple of 8']],
    ['array<i7>', ['7 element type bitwidth must be a multiple of 8']],
    ['array<index:1>', ["7 expected integer or float type, got: 'index'"]],
    ['array<i32:>', ['11 expected integer literal']],
    ['array<i32:1,>', ['13 expected integer literal']],
    ['array<i32', ["10 expected ':' after dense array type"]],
    ['array<>', ['7 expected non-function type', '7 expected an integer or floating point type']],
    ['array', ["6 expected '<' after 'array'"]],
    ['array<i64:1', ["12 expected '>' to close an array attribute"]],
    ['array<i1:2>', ["11 expected 'true' or 'false' values for i1 type"]],
    ['array<foo>', ['7 expected non-function type', '7 expected an integer or floating point type']],
  ])('%s is rejected', (text, expected) => {
    expect(attributeProblems(text)).toEqual(expected);
  });
});
