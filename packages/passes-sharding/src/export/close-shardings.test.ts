import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-close-shardings', () => {
  test('closes every dimension and forgets what must stay replicated', () => {
    expect(
      runText(
        'sdy-close-shardings',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}p1, {?}], replicated={"y"}>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y", ?}p0]>}) {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"x", ?}], unreduced={"y"}>]>} : tensor<8x16xf32>
  %1 = sdy.reshard %0 <@mesh, [{"x", ?}, {?}]> : tensor<8x16xf32>
  %2 = sdy.all_gather [{"x"}, {}] %1 out_sharding=<@mesh, [{?}, {?}]> : tensor<8x16xf32>
  %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x"}, {?}]>] manual_axes={"x"} (%b: tensor<4x16xf32>) {
    %4 = stablehlo.abs %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"y", ?}]>]>} : tensor<4x16xf32>
    sdy.return %4 : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %3 : tensor<8x16xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p1, {}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}p0]>}) {
    %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}], unreduced={"y"}>]>} : tensor<8x16xf32>
    %1 = sdy.reshard %0 <@mesh, [{"x"}, {}]> : tensor<8x16xf32>
    %2 = sdy.all_gather [{"x"}, {}] %1 out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
    %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x16xf32>) {
      %4 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : tensor<4x16xf32>
      sdy.return %4 : tensor<4x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %3 : tensor<8x16xf32>
  }
}
`);
  });

  test('leaves what is closed as it is', () => {
    expect(
      runText(
        'sdy-close-shardings',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p2]>}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p2]>}) -> tensor<8xf32> {
    return %arg0 : tensor<8xf32>
  }
}
`);
  });
});
