import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-import-func-calls', () => {
  test('turns calls into named computations with edges', () => {
    expect(
      runText(
        'sdy-import-func-calls',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%a, %a) {note = "kept", sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %a, %b : tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.named_computation<"f">(%arg0, %arg0) in_shardings=[<@mesh, [{"y"}]>, <@mesh, [{?}]>] out_shardings=[<@mesh, [{"x"}]>] (%arg1: tensor<8xf32>, %arg2: tensor<8xf32>) {
      %2 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{"y"}]> : tensor<8xf32>
      %3 = sdy.data_flow_edge %arg2 sharding=<@mesh, [{?}]> : tensor<8xf32>
      %4 = stablehlo.add %2, %3 : tensor<8xf32>
      sdy.return %4 : tensor<8xf32>
    } {note = "kept"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x"}]> : tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
`);
  });

  test('leaves the edges out when told', () => {
    expect(
      runText(
        'sdy-import-func-calls{add-data-flow-edges-on-named-computations=false}',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%a, %a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %a, %b : tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.named_computation<"f">(%arg0, %arg0) in_shardings=[<@mesh, [{"y"}]>, <@mesh, [{?}]>] out_shardings=[<@mesh, [{"x"}]>] (%arg1: tensor<8xf32>, %arg2: tensor<8xf32>) {
      %1 = stablehlo.add %arg1, %arg2 : tensor<8xf32>
      sdy.return %1 : tensor<8xf32>
    } : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
`);
  });

  test('copies the body for further calls, with a warning', () => {
    expect(
      runText(
        'sdy-import-func-calls{add-data-flow-edges-on-named-computations=false}',
        `
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @f(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func private @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @g(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @g(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}`,
      ),
    ).toBe(`warning: function @f has multiple call ops, we need to clone the function body for each call
module {
  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<8xf32>) {
      %2 = sdy.named_computation<"g">(%arg1) (%arg2: tensor<8xf32>) {
        sdy.return %arg2 : tensor<8xf32>
      } : (tensor<8xf32>) -> tensor<8xf32>
      sdy.return %2 : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    %1 = sdy.named_computation<"f">(%0) (%arg1: tensor<8xf32>) {
      %2 = sdy.named_computation<"g">(%arg1) (%arg2: tensor<8xf32>) {
        sdy.return %arg2 : tensor<8xf32>
      } : (tensor<8xf32>) -> tensor<8xf32>
      sdy.return %2 : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
`);
  });

  test('does nothing without calls', () => {
    expect(
      runText(
        'sdy-import-func-calls',
        `
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    return %arg0 : tensor<8xf32>
  }
}
`);
  });
});
