import { expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

test('a value that several operations need whole is gathered once', () => {
  const local = runText(
    'shardform-partition-pipeline',
    `sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %gate: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %up: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.dot_general %x, %gate, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %1 = stablehlo.dot_general %x, %up, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}`,
  );
  expect(local.match(/"stablehlo\.(all|reduce)_\w+"/g)).toEqual(['"stablehlo.all_gather"']);
});

test('a constraint of a value that nobody uses splits nothing', () => {
  const local = runText(
    'shardform-partition-pipeline',
    `sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.tanh %x : tensor<4x8xf32>
  %1 = stablehlo.negate %0 : tensor<4x8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}, {}]> : tensor<4x8xf32>
  %3 = stablehlo.sine %0 : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}`,
  );
  expect(local).not.toContain('all_gather');
  expect(local).not.toContain('2x8');
});

test('tokens go through a program whose callbacks are on one device, and nothing is warned about', () => {
  const text = runText(
    'shardform-partition-pipeline',
    `sdy.mesh @mesh = <["a"=4]>
sdy.mesh @maximal_mesh_0 = <[], device_ids=[0]>
func.func @main(%t: !stablehlo.token, %x: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (!stablehlo.token, tensor<4x6xf32>) {
  %0 = stablehlo.negate %x : tensor<4x6xf32>
  %1:2 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%t, %0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_0, []>, <@maximal_mesh_0, []>]>} : (!stablehlo.token, tensor<4x6xf32>) -> (!stablehlo.token, tensor<i32>)
  return %1#0, %0 : !stablehlo.token, tensor<4x6xf32>
}`,
  );
  expect(text).not.toContain('warning');
  expect(text).not.toContain('error');
  const [, token, called] =
    /func.func @main\((%\w+): !stablehlo.token.*@xla_ffi_python_cpu_callback\((%\w+), %\w+\)[^\n]*: \(!stablehlo.token, tensor<4x6xf32>\)/s.exec(
      text,
    ) ?? [];
  expect(called).toBe(token);
  expect(called).toBeDefined();
});

/** A sum over rows of what a function makes of `rows` of them, of which each of two devices has half. */
function sumOfCalled(rows: number): string {
  return `sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x [0:${rows}, 0:8] : (tensor<8x8xf32>) -> tensor<${rows}x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<${rows}x8xf32>
  %2 = call @called(%1) : (tensor<${rows}x8xf32>) -> tensor<${rows}x8xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<${rows}x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}
func.func private @called(%x: tensor<${rows}x8xf32>) -> tensor<${rows}x8xf32> {
  %0 = stablehlo.tanh %x : tensor<${rows}x8xf32>
  return %0 : tensor<${rows}x8xf32>
}`;
}

test.each([8, 7])('the result of a function stays split, evenly or not: %i rows', (rows) => {
  const local = runText('shardform-partition-pipeline', sumOfCalled(rows));
  expect(local.match(/"stablehlo\.(all|reduce|collective)_\w+"/g)).toEqual(['"stablehlo.all_reduce"']);
});
