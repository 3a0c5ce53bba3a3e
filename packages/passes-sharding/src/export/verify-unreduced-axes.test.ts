import { expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

test('an operation must not drop unreduced axes', () => {
  expect(
    runText(
      'func.func(sdy-verify-unreduced-axes)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}], unreduced={"y"}>}) -> (tensor<8xf32>) {
  %0 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
    ),
  )
    .toBe(`error: 'stablehlo.tanh' op dropped unreduced axis 'y' without a blessed operation (e.g., sdy.reshard). This is an invalid transition from unreduced to reduced.
`);
});

test('a reduction introduces those of its kind', () => {
  expect(
    runText(
      'func.func(sdy-verify-unreduced-axes)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}, %i: tensor<f32>) -> (tensor<8xf32>) {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}], unreduced={"y"}>]>} : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = sdy.reshard %0 <@m, [{"x"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}`,
    ),
  ).toBe(`error: 'stablehlo.reduce' op cannot introduce 'sum' unreduced axes. Expected 'max'.
`);
});

test('a call agrees with its function', () => {
  expect(
    runText(
      'func.func(sdy-verify-unreduced-axes)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}], unreduced={"y"}>}) -> tensor<8xf32> {
  %0 = call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}`,
    ),
  ).toBe(`error: 'func.call' op has unreduced axes mismatch for 'y' at call argument 0.
`);
});

test('a function returns what its result says', () => {
  expect(
    runText(
      'func.func(sdy-verify-unreduced-axes)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}], unreduced={"y"}>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  return %a : tensor<8xf32>
}`,
    ),
  )
    .toBe(`error: 'func.return' op has unreduced axes mismatch for 'y' at return value 0 without a blessed operation (e.g., sdy.reshard). This is an invalid transition from unreduced to reduced.
`);
});

test('the operand of an all-reduce has a sharding', () => {
  expect(
    runText(
      'func.func(sdy-verify-unreduced-axes)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>) {
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@m, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
    ),
  ).toBe(`error: 'sdy.all_reduce' op operand must be sharded.
`);
});

test('a reshard may reduce', () => {
  expect(
    runText(
      'func.func(sdy-verify-unreduced-axes)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}], unreduced={"y"}>}) -> (tensor<8xf32>) {
  %0 = sdy.reshard %a <@m, [{"x"}]> : tensor<8xf32>
  %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<8xf32>
  return %1 : tensor<8xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}], unreduced={"y"}>}) -> tensor<8xf32> {
    %0 = sdy.reshard %arg0 <@m, [{"x"}]> : tensor<8xf32>
    %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
`);
});
