import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

test('arguments and results of functions are not on one device', () => {
  const text = (argument: string, result: string): string => `
sdy.mesh @one = <[], device_ids=[1]>
func.func @main(%a: tensor<8xf32>${argument}) -> (tensor<8xf32>${result}) {
  return %a : tensor<8xf32>
}`;
  const attribute = ' {sdy.sharding = #sdy.sharding<@one, []>}';
  expect(runText('func.func(sdy-insert-explicit-reshards)', text(attribute, ''))).toBe(
    "error: 'func.func' op function argument 0 cannot have a single-device (maximal) sharding attribute\n",
  );
  expect(runText('func.func(sdy-insert-explicit-reshards)', text('', attribute))).toBe(
    "error: 'func.func' op function result 0 cannot have a single-device (maximal) sharding attribute\n",
  );
});

test('operands go to the device that computes, and results to all, by way of replicated tensors', () => {
  expect(
    runText(
      'func.func(sdy-insert-explicit-reshards{enable-full-version=true})',
      `
sdy.mesh @m = <["x"=2]>
sdy.mesh @one = <[], device_ids=[1]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2]>
  sdy.mesh @one = <[], device_ids=[1]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) {
    %0 = sdy.reshard %arg0 <@m, [{}]> : tensor<8xf32>
    %1 = sdy.reshard %0 <@one, []> : tensor<8xf32>
    %2 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<8xf32>
    %3 = sdy.reshard %2 <@m, [{}]> : tensor<8xf32>
    return %3 : tensor<8xf32>
  }
}
`);
});

test('the results of an operation are on one device, not on two', () => {
  expect(
    runText(
      'func.func(sdy-insert-explicit-reshards)',
      `
sdy.mesh @a = <[], device_ids=[0]>
sdy.mesh @b = <[], device_ids=[1]>
func.func @main(%a: tensor<8xf32>) {
  %0:2 = stablehlo.custom_call @two(%a) {sdy.sharding = #sdy.sharding_per_value<[<@a, []>, <@b, []>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return
}`,
    ),
  ).toBe("error: 'stablehlo.custom_call' op has conflicting single-device result shardings\n");
});
