import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('a transformation of all shardings, seen through sdy-remove-size-one-axes', () => {
  test('reaches functions, results, edges, constraints, collectives and operations with regions', () => {
    expect(
      runText(
        'sdy-remove-size-one-axes',
        `
sdy.mesh @mesh = <["x"=2, "u"=1]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"u"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"u"}]>}) {
  %0 = sdy.named_computation<"f">(%a) in_shardings=[<@mesh, [{"u"}]>] out_shardings=[<@mesh, [{"x", "u"}]>] (%b: tensor<8xf32>) {
    %1 = sdy.data_flow_edge %b sharding=<@mesh, [{"u", "x"}]> : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %2 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x", "u"}]>] out_shardings=[<@mesh, [{"x", "u"}]>] manual_axes={"x"} (%c: tensor<4xf32>) {
    sdy.return %c : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %3 = sdy.reshard %2 <@mesh, [{"u"}]> : tensor<8xf32>
  return %3 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "u"=1]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %0 = sdy.named_computation<"f">(%arg0) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{"x"}]>] (%arg1: tensor<8xf32>) {
      %3 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{"x"}]> : tensor<8xf32>
      sdy.return %3 : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<4xf32>) {
      sdy.return %arg1 : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    %2 = sdy.reshard %1 <@mesh, [{}]> : tensor<8xf32>
    return %2 : tensor<8xf32>
  }
}
`);
  });
});
