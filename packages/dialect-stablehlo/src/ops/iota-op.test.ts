import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.iota', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '',
      '%0 = stablehlo.iota dim = 0 : tensor<4xi32>',
      '%0 = stablehlo.iota dim = 0 : tensor<4xi32>',
      '%0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi32>',
    ],
    [
      '',
      '%0 = stablehlo.iota dim = 1 {d.x} : tensor<2x3xbf16>',
      '%0 = stablehlo.iota dim = 1 {d.x} : tensor<2x3xbf16>',
      '%0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> {d.x} : () -> tensor<2x3xbf16>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '',
      '%0 = stablehlo.iota dim = 1 : tensor<4xi32>',
      ['1:6 iota dimension cannot go beyond the output rank.'],
    ],
    [
      '',
      '%0 = stablehlo.iota dim = -1 : tensor<4xi32>',
      [
        "1:6 'stablehlo.iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative",
      ],
    ],
    ['', '%0 = stablehlo.iota dim = 0 : tensor<i32>', ['1:6 does not support scalars.']],
    [
      '',
      '%0 = stablehlo.iota dim = 0 : tensor<?xi32>',
      [
        "1:6 'stablehlo.iota' op result #0 must be statically shaped tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?xi32>'",
      ],
    ],
    [
      '',
      '%0 = stablehlo.iota dim = 0 : tensor<4xi1>',
      [
        "1:6 'stablehlo.iota' op result #0 must be statically shaped tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4xi1>'",
      ],
    ],
    [
      '',
      '%0 = "stablehlo.iota"() {iota_dimension = 0 : i32} : () -> tensor<4xi32>',
      [
        "1:6 'stablehlo.iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
