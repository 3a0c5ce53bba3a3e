import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

test('a chosen operation becomes what each device does, the others stay', () => {
  expect(
    runText(
      "sdy-per-instruction-partitioning{filter='negate'}",
      `
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<5xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<5xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<5xf32>
  %1 = stablehlo.abs %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<5xf32>
  return %1 : tensor<5xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2]>
  func.func @main(%arg0: tensor<5xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<5xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.pad %arg0, %cst, low = [0], high = [1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<5xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<3xf32>) {
      %4 = stablehlo.negate %arg1 : tensor<3xf32>
      sdy.return %4 : tensor<3xf32>
    } : (tensor<6xf32>) -> tensor<6xf32>
    %2 = stablehlo.slice %1 [0:5] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<6xf32>) -> tensor<5xf32>
    %3 = stablehlo.abs %2 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<5xf32>
    return %3 : tensor<5xf32>
  }
}
`);
});

test('a filter with a number that is none is told', () => {
  expect(runText("sdy-per-instruction-partitioning{filter='selectLow=a'}", '')).toBe(
    "error: invalid filter: 'selectLow=a'\n",
  );
});
