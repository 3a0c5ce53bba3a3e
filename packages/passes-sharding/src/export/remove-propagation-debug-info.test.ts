import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-remove-propagation-debug-info', () => {
  test('removes the records of propagation', () => {
    expect(
      runText(
        'sdy-remove-propagation-debug-info',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, sdy.sharding_origins = {x = "self"}}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>, sdy.sharding_origins = {x = "input: 0"}}) {
  %0 = stablehlo.negate %a {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>, sdy.sharding_origins = [{x = "input: 0"}]} : tensor<8xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x", ?}]>] out_shardings=[<@mesh, [{"x", ?}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } {sdy.block_arg_propagation_edges = [#sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>], sdy.block_arg_sharding_origins = [{x = "self"}], sdy.result_propagation_edges = [#sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>], sdy.result_sharding_origins = [{x = "self"}], sdy.sharding_origin_name = "mc_0"} : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}) {
    %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x", ?}]>] out_shardings=[<@mesh, [{"x", ?}]>] manual_axes={"x"} (%arg1: tensor<4xf32>) {
      sdy.return %arg1 : tensor<4xf32>
    } {sdy.sharding_origin_name = "mc_0"} : (tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
`);
  });
});
