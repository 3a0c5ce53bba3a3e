import { expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

const program = `
sdy.mesh @m = <["x"=2]>
sdy.mesh @one = <[], device_ids=[1]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
  %0 = sdy.reshard %a <@one, []> : tensor<4xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<4xf32>
  %2 = sdy.reshard %1 <@m, [{}]> : tensor<4xf32>
  return %2 : tensor<4xf32>
}`;

test('one device computes, the others add zeros', () => {
  expect(runText('func.func(sdy-resolve-single-device-sharding)', program)).toBe(`module {
  sdy.mesh @m = <["x"=2]>
  sdy.mesh @one = <[], device_ids=[1]>
  func.func @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
    %0 = stablehlo.partition_id : tensor<ui32>
    %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
    %c = stablehlo.constant dense<1> : tensor<i64>
    %2 = stablehlo.compare EQ, %1, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %3 = "stablehlo.if"(%2) ({
      %5 = stablehlo.negate %arg0 : tensor<4xf32>
      stablehlo.return %5 : tensor<4xf32>
    }, {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
      stablehlo.return %cst : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    %4 = sdy.all_reduce {"x"} %3 out_sharding=<@m, [{}]> : tensor<4xf32>
    return %4 : tensor<4xf32>
  }
}
`);
});

test('devices may be replicas', () => {
  expect(runText('func.func(sdy-resolve-single-device-sharding{replica-count=2})', program)).toContain(
    'stablehlo.replica_id',
  );
});
