import { describe, expect, test } from 'vitest';
import { problems } from '../../tests/mlir-text.ts';

const ARGUMENTS = '%x: f32, %i: i32, %z: complex<f32>, %n: none, %y: f64';

// The messages are those of mlir-opt 19.
describe('complex', () => {
  test.each([
    [
      '%0 = "complex.abs"(%x) : (f32) -> f32',
      ["2:6 'complex.abs' op operand #0 must be complex type with floating-point elements, but got 'f32'"],
    ],
    [
      '%0 = "complex.abs"(%z) : (complex<f32>) -> f64',
      ["2:6 'complex.abs' op failed to verify that complex element type matches result type"],
    ],
    [
      '%0 = "complex.add"(%z, %x) : (complex<f32>, f32) -> complex<f32>',
      ["2:6 'complex.add' op operand #1 must be complex type with floating-point elements, but got 'f32'"],
    ],
    [
      '%0 = "complex.create"(%x, %y) : (f32, f64) -> complex<f32>',
      ["2:6 'complex.create' op failed to verify that all of {real, imaginary} have same type"],
    ],
    [
      '%0 = "complex.eq"(%z, %z) : (complex<f32>, complex<f32>) -> i32',
      ["2:6 'complex.eq' op result #0 must be 1-bit signless integer, but got 'i32'"],
    ],
    [
      '%0 = complex.constant [1.0 : f32] : complex<f32>',
      [
        "2:6 'complex.constant' op requires 'value' to be a complex constant, represented as array of two values",
      ],
    ],
    [
      '%0 = complex.constant [1.0 : f32, 1.0 : f64] : complex<f32>',
      [
        "2:6 'complex.constant' op requires attribute's element types ('f32', 'f64') to match the element type of the op's return type ('f32')",
      ],
    ],
    [
      '%0 = complex.bitcast %z : complex<f32> to i32',
      ["2:6 'complex.bitcast' op casting bitwidths do not match"],
    ],
    [
      '%0 = complex.bitcast %x : f32 to i32',
      ["2:6 'complex.bitcast' op requires that either input or output has a complex type"],
    ],
    [
      '%0 = "complex.exp"(%z) : (complex<f32>) -> complex<f64>',
      ["2:6 'complex.exp' op requires the same type for all operands and results"],
    ],
  ])('%s is rejected', (statements, expected) => {
    expect(problems(`func.func @f(${ARGUMENTS}) {\n${statements}\nreturn\n}\n`)).toEqual(expected);
  });
});
