import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/sdy-text.ts';

describe('sdy.collective_permute', () => {
  // Parameters, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.collective_permute %a out_sharding=<@m, [{"y"}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.collective_permute %arg0 out_sharding=<@m, [{"y"}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.collective_permute"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"y"}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.collective_permute %a out_sharding=<@swapped, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = sdy.collective_permute %arg0 out_sharding=<@swapped, [{"x"}, {}]> : tensor<16x8xf32>',
      '%0 = "sdy.collective_permute"(%arg0) <{out_sharding = #sdy.sharding<@swapped, [{"x"}, {}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}',
      '%0 = sdy.collective_permute %a out_sharding=<@m, [{"y"}, {"x"}]> : tensor<16x8xf32>',
      '%0 = sdy.collective_permute %arg0 out_sharding=<@m, [{"y"}, {"x"}]> : tensor<16x8xf32>',
      '%0 = "sdy.collective_permute"(%arg0) <{out_sharding = #sdy.sharding<@m, [{"y"}, {"x"}]>}> : (tensor<16x8xf32>) -> tensor<16x8xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Parameters, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<16x8xf32>',
      '%0 = sdy.collective_permute %a out_sharding=<@m, [{"y"}, {}]> : tensor<16x8xf32>',
      ["1:6 'sdy.collective_permute' op collective on operand without sharding"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.collective_permute %a out_sharding=<@other, [{"a"}, {}]> : tensor<16x8xf32>',
      [
        "1:6 'sdy.collective_permute' op result mesh has different axes than operand mesh",
        '0:14 note: operand mesh: #sdy.mesh<["x"=2, "y"=2, "z"=4]>',
      ],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.collective_permute %a out_sharding=<@m, [{"z"}, {}]> : tensor<16x8xf32>',
      ["1:6 'sdy.collective_permute' op sharded size of result doesn't match operand on dimension 0: 4 != 2"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}',
      '%0 = sdy.collective_permute %a out_sharding=<@m, [{}, {"x"}]> : tensor<16x8xf32>',
      ["1:6 'sdy.collective_permute' op sharded size of result doesn't match operand on dimension 0: 1 != 2"],
    ],
    [
      '%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2, "z"=4]>, [{"x"}, {}]>}',
      '%0 = sdy.collective_permute %a out_sharding=<@m, [{"y"}, {}]> : tensor<16x8xf32>',
      [
        "1:6 'sdy.collective_permute' op result mesh name is different but same device ids as operand",
        '0:14 note: operand mesh: #sdy.mesh<["x"=2, "y"=2, "z"=4]>',
      ],
    ],
  ])('rejects (%s) %s', (parameters, text, problems) => {
    expect(problemsInFunction(parameters, text)).toEqual(problems);
  });
});
