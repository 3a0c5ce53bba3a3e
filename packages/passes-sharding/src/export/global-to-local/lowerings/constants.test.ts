import { describe, expect, test } from 'vitest';
import { runText } from '../../../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('constants in sdy-convert-global-to-local', () => {
  test('of equal elements get the local type', () => {
    expect(
      runText(
        'sdy-convert-global-to-local',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main() -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} dense<1.0> : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main() -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<4x4xf32>
    return %cst : tensor<4x4xf32>
  }
}
`);
  });

  test('of other elements are cut', () => {
    expect(
      runText(
        'sdy-convert-global-to-local',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main() -> (tensor<2x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main() -> (tensor<1x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %c = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
    %c_0 = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1]> : tensor<8xi64>
    %2 = stablehlo.dynamic_slice %c_0, %1, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
    %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %4 = stablehlo.dynamic_slice %c, %3, %c_1, sizes = [1, 2] : (tensor<2x2xi32>, tensor<i64>, tensor<i64>) -> tensor<1x2xi32>
    return %4 : tensor<1x2xi32>
  }
}
`);
  });

  test('of scalars stay', () => {
    expect(
      runText(
        'sdy-convert-global-to-local',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main() -> tensor<f32> {
  %0 = sdy.constant dense<1.0> : tensor<f32>
  return %0 : tensor<f32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main() -> tensor<f32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    return %cst : tensor<f32>
  }
}
`);
  });
});
