import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-constant-or-scalar-merger', () => {
  test('makes one of equal constants with equal shardings', () => {
    expect(
      runText(
        'func.func(sdy-constant-or-scalar-merger)',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.0> : tensor<4xf32>
  %1 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.0> : tensor<4xf32>
  %2 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} dense<1.0> : tensor<4xf32>
  %3 = sdy.constant dense<2.0> : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.000000e+00> : tensor<4xf32>
    %1 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} dense<1.000000e+00> : tensor<4xf32>
    %2 = sdy.constant dense<2.000000e+00> : tensor<4xf32>
    return %0, %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}
`);
  });

  test('makes one of equal broadcasts of a scalar', () => {
    expect(
      runText(
        'func.func(sdy-constant-or-scalar-merger)',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<f32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %3 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %4 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<2x4xf32>, tensor<2x4xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<f32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
    %3 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
    return %0, %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<2x4xf32>, tensor<2x4xf32>
  }
}
`);
  });

  test('keeps constants of different regions apart', () => {
    expect(
      runText(
        'func.func(sdy-constant-or-scalar-merger)',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  %0 = sdy.constant dense<1.0> : tensor<4xf32>
  %1 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    %2 = sdy.constant dense<1.0> : tensor<4xf32>
    %3 = stablehlo.add %b, %2 : tensor<4xf32>
    sdy.return %3 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %1, %0 : tensor<8xf32>, tensor<4xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
    %0 = sdy.constant dense<1.000000e+00> : tensor<4xf32>
    %1 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<4xf32>) {
      %2 = sdy.constant dense<1.000000e+00> : tensor<4xf32>
      %3 = stablehlo.add %arg1, %2 : tensor<4xf32>
      sdy.return %3 : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %1, %0 : tensor<8xf32>, tensor<4xf32>
  }
}
`);
  });
});
