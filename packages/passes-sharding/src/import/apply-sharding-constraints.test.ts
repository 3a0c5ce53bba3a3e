import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-apply-sharding-constraints', () => {
  test('applies a closed constraint to its input, not an open one', () => {
    expect(
      runText(
        'sdy-apply-sharding-constraints',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) {
 %0 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<8xf32>
 %1 = sdy.sharding_constraint %b <@mesh, [{"x", ?}]> : tensor<8xf32>
 return
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<8xf32>) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
    %1 = sdy.sharding_constraint %arg1 <@mesh, [{"x", ?}]> : tensor<8xf32>
    return
  }
}
`);
  });

  test('applies nothing where users disagree or a sharding is there', () => {
    expect(
      runText(
        'sdy-apply-sharding-constraints',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>}) {
 %0 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<8xf32>
 %1 = sdy.sharding_constraint %a <@mesh, [{"y"}]> : tensor<8xf32>
 %2 = sdy.sharding_constraint %b <@mesh, [{"x"}]> : tensor<8xf32>
 return
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : tensor<8xf32>
    %1 = sdy.sharding_constraint %arg0 <@mesh, [{"y"}]> : tensor<8xf32>
    %2 = sdy.sharding_constraint %arg1 <@mesh, [{"x"}]> : tensor<8xf32>
    return
  }
}
`);
  });

  test('shows the end of a chain of constraints to later users', () => {
    expect(
      runText(
        'sdy-apply-sharding-constraints',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>) {
 %0 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<8xf32>
 %1 = sdy.sharding_constraint %0 <@mesh, [{"y"}]> : tensor<8xf32>
 %2 = stablehlo.abs %a : tensor<8xf32>
 return %2 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"y"}]> : tensor<8xf32>
    %2 = stablehlo.abs %1 : tensor<8xf32>
    return %2 : tensor<8xf32>
  }
}
`);
  });

  test('puts a constraint behind an edge, for all users of the edge', () => {
    expect(
      runText(
        'sdy-add-data-flow-edges,sdy-apply-sharding-constraints',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0:2 = sdy.named_computation<"f">(%a, %b) (%c: tensor<8xf32>, %d: tensor<8xf32>) {
    sdy.return %d, %c : tensor<8xf32>, tensor<8xf32>
  } : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %2 = stablehlo.abs %0#0 : tensor<8xf32>
  %3 = sdy.sharding_constraint %0#0 <@mesh, [{"x"}]> : tensor<8xf32>
  %1 = stablehlo.add %0#0, %0#1 : tensor<8xf32>
  return %1 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
    %0:2 = sdy.named_computation<"f">(%arg0, %arg1) (%arg2: tensor<8xf32>, %arg3: tensor<8xf32>) {
      %6 = sdy.data_flow_edge %arg2 : tensor<8xf32>
      %7 = sdy.data_flow_edge %arg3 : tensor<8xf32>
      sdy.return %7, %6 : tensor<8xf32>, tensor<8xf32>
    } : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    %1 = sdy.data_flow_edge %0#0 : tensor<8xf32>
    %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}]> : tensor<8xf32>
    %3 = sdy.data_flow_edge %0#1 : tensor<8xf32>
    %4 = stablehlo.abs %2 : tensor<8xf32>
    %5 = stablehlo.add %2, %3 : tensor<8xf32>
    return %5 : tensor<8xf32>
  }
}
`);
  });

  test('applies the shardings that a manual computation asks for', () => {
    expect(
      runText(
        'sdy-apply-sharding-constraints',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<4xf32>) {
      sdy.return %arg1 : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
`);
  });
});
