import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.partition_id and replica_id', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '',
      `%0 = stablehlo.partition_id : tensor<ui32>
  %1 = stablehlo.replica_id : tensor<ui32>`,
      `%0 = stablehlo.partition_id : tensor<ui32>
%1 = stablehlo.replica_id : tensor<ui32>`,
      `%0 = "stablehlo.partition_id"() : () -> tensor<ui32>
%1 = "stablehlo.replica_id"() : () -> tensor<ui32>`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '',
      '%0 = stablehlo.partition_id : tensor<i32>',
      [
        "1:6 'stablehlo.partition_id' op result #0 must be ranked tensor of 32-bit unsigned integer values, but got 'tensor<i32>'",
      ],
    ],
    [
      '',
      '%0 = stablehlo.replica_id : tensor<2xui32>',
      [
        "1:6 'stablehlo.replica_id' op inferred type(s) 'tensor<ui32>' are incompatible with return type(s) of operation 'tensor<2xui32>'",
        "1:6 'stablehlo.replica_id' op failed to infer returned types",
      ],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
