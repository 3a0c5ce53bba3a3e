import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-sink-data-flow-edges', () => {
  test('moves the shardings of edges to the operation that they belong to', () => {
    expect(
      runText(
        'func.func(sdy-sink-data-flow-edges)',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>, %c: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = sdy.manual_computation(%a, %c) in_shardings=[<@mesh, [{"x", ?}]>, <@mesh, [{"x", ?}]>] out_shardings=[<@mesh, [{"x", ?}]>, <@mesh, [{"x", ?}]>] manual_axes={"x"} (%b: tensor<4xf32>, %d: tensor<4xf32>) {
    %1 = sdy.data_flow_edge %b sharding=<@mesh, [{"y", ?}]> : tensor<4xf32>
    %2 = sdy.data_flow_edge %d sharding=<@mesh, [{?}]> : tensor<4xf32>
    %3 = stablehlo.add %1, %2 : tensor<4xf32>
    sdy.return %3, %2 : tensor<4xf32>, tensor<4xf32>
  } : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %4 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"x", "y", ?}]> : tensor<8xf32>
  %5 = sdy.data_flow_edge %0#1 sharding=<@mesh, [{"x", ?}]> : tensor<8xf32>
  return %4, %5 : tensor<8xf32>, tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x", "y", ?}]>, <@mesh, [{"x", ?}]>] out_shardings=[<@mesh, [{"x", "y", ?}]>, <@mesh, [{"x", ?}]>] manual_axes={"x"} (%arg2: tensor<4xf32>, %arg3: tensor<4xf32>) {
      %1 = stablehlo.add %arg2, %arg3 : tensor<4xf32>
      sdy.return %1, %arg3 : tensor<4xf32>, tensor<4xf32>
    } : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
  }
}
`);
  });

  test('leaves an operation without shardings where edges have none', () => {
    expect(
      runText(
        'func.func(sdy-sink-data-flow-edges)',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"inner">(%a) (%b: tensor<8xf32>) {
    %1 = sdy.data_flow_edge %b : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %2 = sdy.data_flow_edge %0 : tensor<8xf32>
  return %2 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.named_computation<"inner">(%arg0) (%arg1: tensor<8xf32>) {
      sdy.return %arg1 : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
`);
  });

  test('gives results a list of their own', () => {
    expect(
      runText(
        'func.func(sdy-sink-data-flow-edges)',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"inner">(%a) (%b: tensor<8xf32>) {
    %1 = sdy.data_flow_edge %b : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %2 = sdy.data_flow_edge %0 sharding=<@mesh, [{"y"}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.named_computation<"inner">(%arg0) out_shardings=[<@mesh, [{"y"}]>] (%arg1: tensor<8xf32>) {
      sdy.return %arg1 : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
`);
  });

  test('moves the origins of shardings too', () => {
    expect(
      runText(
        'func.func(sdy-sink-data-flow-edges{sink-debug-sharding-origins=true})',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", ?}]>] out_shardings=[<@mesh, [{"x", ?}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    %1 = sdy.data_flow_edge %b {sdy.sharding_origins = {y = "input: 0"}} sharding=<@mesh, [{"y", ?}]> : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %2 = sdy.data_flow_edge %0 {sdy.sharding_origins = {x = "mc_0_input: 0", y = "input: 0"}} sharding=<@mesh, [{"x", "y", ?}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}`,
      ),
    ).toBe(`error: expected ':'
`);
  });

  test('moves the records of propagation too', () => {
    expect(
      runText(
        'func.func(sdy-sink-data-flow-edges{sink-debug-propagation-edge-sharding=true})',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", ?}]>] out_shardings=[<@mesh, [{"x", ?}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    %1 = sdy.data_flow_edge %b {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"y" = operand-0 -> [result-0]}]}]>} sharding=<@mesh, [{"y", ?}]> : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %2 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x", "y", ?}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}`,
      ),
    ).toBe(`error: expected ':'
`);
  });
});
