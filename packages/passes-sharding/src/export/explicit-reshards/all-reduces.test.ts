import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

test('partial values are combined before reshards and calls', () => {
  expect(
    runText(
      'func.func(sdy-insert-explicit-reshards)',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}], unreduced={"y"}>}) -> tensor<8xf32> {
  %0 = sdy.reshard %a <@m, [{"x"}]> : tensor<8xf32>
  %1 = call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func private @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}], unreduced={"y"}>}) -> tensor<8xf32> {
    %0 = sdy.all_reduce {"y"} %arg0 out_sharding=<@m, [{"x"}]> : tensor<8xf32>
    %1 = sdy.reshard %0 <@m, [{}]> : tensor<8xf32>
    %2 = sdy.all_reduce {"y"} %arg0 out_sharding=<@m, [{"x"}]> : tensor<8xf32>
    %3 = sdy.reshard %2 <@m, [{"x"}]> : tensor<8xf32>
    %4 = call @f(%1) : (tensor<8xf32>) -> tensor<8xf32>
    return %4 : tensor<8xf32>
  }
  func.func private @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    return %arg0 : tensor<8xf32>
  }
}
`);
});
