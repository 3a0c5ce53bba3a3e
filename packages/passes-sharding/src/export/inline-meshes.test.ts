import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-inline-meshes', () => {
  test('writes meshes into shardings', () => {
    expect(
      runText(
        'sdy-inline-meshes',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @other = <["z"=8], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@other, [{}, {"z"}]>}) {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x16xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<4x16xf32>) {
    sdy.return %b : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %2 = sdy.reshard %1 <@other, [{}, {"z"}]> : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}`,
      ),
    ).toBe(`module {
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=4]>, [{"x"}, {?}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<mesh<["z"=8], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>, [{}, {"z"}]>}) {
    %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2, "y"=4]>, [{"x"}, {}]>]>} : tensor<8x16xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<mesh<["x"=2, "y"=4]>, [{"x"}, {}]>] out_shardings=[<mesh<["x"=2, "y"=4]>, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x16xf32>) {
      sdy.return %arg1 : tensor<4x16xf32>
    } : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %2 = sdy.reshard %1 <mesh<["z"=8], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>, [{}, {"z"}]> : tensor<8x16xf32>
    return %2 : tensor<8x16xf32>
  }
}
`);
  });
});
