import { expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

test('the edge of a loop variable stands behind its result', () => {
  expect(
    runText(
      'sdy-add-data-flow-edges',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %0:2 = stablehlo.while(%v = %a, %i = %c) : tensor<8x4xf32>, tensor<i32>
  cond {
    stablehlo.return %t : tensor<i1>
  } do {
    %1 = stablehlo.tanh %v : tensor<8x4xf32>
    stablehlo.return %1, %i : tensor<8x4xf32>, tensor<i32>
  }
  return %0#0 : tensor<8x4xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c) : tensor<8x4xf32>, tensor<i32>
    cond {
      stablehlo.return %c_0 : tensor<i1>
    } do {
      %3 = stablehlo.tanh %iterArg : tensor<8x4xf32>
      stablehlo.return %3, %iterArg_1 : tensor<8x4xf32>, tensor<i32>
    }
    %1 = sdy.data_flow_edge %0#0 : tensor<8x4xf32>
    %2 = sdy.data_flow_edge %0#1 : tensor<i32>
    return %1 : tensor<8x4xf32>
  }
}
`);
});

test('a loop variable is sharded alike inside and outside', () => {
  expect(
    runText(
      'sdy-add-data-flow-edges,sdy-basic-propagate,func.func(sdy-sink-data-flow-edges)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}) -> (tensor<8x4xf32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %0:2 = stablehlo.while(%v = %a, %i = %c) : tensor<8x4xf32>, tensor<i32>
  cond {
    stablehlo.return %t : tensor<i1>
  } do {
    %1 = stablehlo.tanh %v : tensor<8x4xf32>
    stablehlo.return %1, %i : tensor<8x4xf32>, tensor<i32>
  }
  return %0#0 : tensor<8x4xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}]>}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c) : tensor<8x4xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x", ?}, {?}]>, <@m, []>]>}
    cond {
      stablehlo.return %c_0 : tensor<i1>
    } do {
      %1 = stablehlo.tanh %iterArg {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x", ?}, {?}]>]>} : tensor<8x4xf32>
      stablehlo.return %1, %iterArg_1 : tensor<8x4xf32>, tensor<i32>
    }
    return %0#0 : tensor<8x4xf32>
  }
}
`);
});

test('branches return values of one sharding', () => {
  expect(
    runText(
      'sdy-add-data-flow-edges,sdy-basic-propagate,func.func(sdy-sink-data-flow-edges)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x4xf32>, %i: tensor<i32>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}) {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.tanh %a : tensor<8x4xf32>
    stablehlo.return %1 : tensor<8x4xf32>
  }, {
    stablehlo.return %a : tensor<8x4xf32>
  }) : (tensor<i32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}]>}, %arg1: tensor<i32>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}) {
    %0 = "stablehlo.case"(%arg1) ({
      %1 = stablehlo.tanh %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x", ?}, {?}]>]>} : tensor<8x4xf32>
      stablehlo.return %1 : tensor<8x4xf32>
    }, {
      stablehlo.return %arg0 : tensor<8x4xf32>
    }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x", ?}, {?}]>]>} : (tensor<i32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
`);
});

test('a barrier passes shardings on', () => {
  expect(
    runText(
      'sdy-add-data-flow-edges,sdy-basic-propagate,func.func(sdy-sink-data-flow-edges)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}, %b: tensor<4xf32>) -> (tensor<8x4xf32>, tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) {
  %0:2 = stablehlo.optimization_barrier %a, %b : tensor<8x4xf32>, tensor<4xf32>
  return %0#0, %0#1 : tensor<8x4xf32>, tensor<4xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}, %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", ?}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}]>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}) {
    %0:2 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x", ?}, {?}]>, <@m, [{"y", ?}]>]>} %arg0, %arg1 : tensor<8x4xf32>, tensor<4xf32>
    return %0#0, %0#1 : tensor<8x4xf32>, tensor<4xf32>
  }
}
`);
});
