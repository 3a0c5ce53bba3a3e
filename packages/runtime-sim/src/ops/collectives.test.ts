import { Context, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { arrayOf, elementsOf, type Scalar } from '../array/index.ts';
import { simulator } from '../extension.ts';
import { runSpmd } from '../interpreter/run-module.ts';

const context = new Context([simulator]);

/** Runs one operation on four devices; device `d` gets `[10 d, 10 d + 1, ...]`. */
function onFourDevices(operation: string, size: number, result: string): Scalar[][] {
  const module = parseModule(
    `func.func @main(%a: tensor<${size}xi32>) -> ${result} {
       %0 = ${operation} : (tensor<${size}xi32>) -> ${result}
       return %0 : ${result}
     }`,
    context,
  );
  if (module === null) throw new Error('the test program does not parse');
  const inputs = (device: number): number[] => Array.from({ length: size }, (_, i) => 10 * device + i);
  const results = runSpmd(module, 4, (device) => [arrayOf('i32', [size], inputs(device))], context);
  return results.map(([own]) => elementsOf(own!));
}

const add = `({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
})`;
const channel = 'channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>';
const pairs = 'replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>';

describe('collectives on four devices', () => {
  test('all_reduce gives every member of a group the combined operands', () => {
    const op = `"stablehlo.all_reduce"(%a) <{${channel}, ${pairs}, use_global_device_ids}> ${add}`;
    expect(onFourDevices(op, 2, 'tensor<2xi32>')).toEqual([
      [20, 22],
      [40, 42],
      [20, 22],
      [40, 42],
    ]);
  });

  test('all_reduce runs a reducer that is no single operation', () => {
    const reducer = `({
      ^bb0(%x: tensor<i32>, %y: tensor<i32>):
        %s = stablehlo.add %x, %y : tensor<i32>
        %t = stablehlo.subtract %s, %y : tensor<i32>
        stablehlo.return %t : tensor<i32>
    })`;
    const op = `"stablehlo.all_reduce"(%a) <{${channel}, ${pairs}, use_global_device_ids}> ${reducer}`;
    // Combined in the order of the ids: the first one stays.
    expect(onFourDevices(op, 2, 'tensor<2xi32>')).toEqual([
      [0, 1],
      [10, 11],
      [0, 1],
      [10, 11],
    ]);
  });

  test('all_gather joins operands in the order of the group', () => {
    const op = `"stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, ${channel}, ${pairs}, use_global_device_ids}>`;
    expect(onFourDevices(op, 1, 'tensor<2xi32>')).toEqual([
      [0, 20],
      [30, 10],
      [0, 20],
      [30, 10],
    ]);
  });

  test('reduce_scatter gives each member its part of the sum, by its place in the group', () => {
    const op = `"stablehlo.reduce_scatter"(%a) <{${channel}, ${pairs}, scatter_dimension = 0 : i64, use_global_device_ids}> ${add}`;
    expect(onFourDevices(op, 2, 'tensor<1xi32>')).toEqual([[20], [42], [22], [40]]);
  });

  test('all_to_all sends part i to member i of the group', () => {
    const op = `"stablehlo.all_to_all"(%a) <{${channel}, concat_dimension = 0 : i64, ${pairs}, split_count = 2 : i64, split_dimension = 0 : i64}>`;
    expect(onFourDevices(op, 2, 'tensor<2xi32>')).toEqual([
      [0, 20],
      [31, 11],
      [1, 21],
      [30, 10],
    ]);
  });

  test('collective_permute gives zeros to devices that nobody sends to', () => {
    const op = `"stablehlo.collective_permute"(%a) <{${channel}, source_target_pairs = dense<[[0, 1], [1, 2], [3, 3]]> : tensor<3x2xi64>}>`;
    expect(onFourDevices(op, 1, 'tensor<1xi32>')).toEqual([[0], [0], [10], [30]]);
  });

  test('a device that is in no group is told so', () => {
    const op = `"stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, ${channel}, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}>`;
    expect(() => onFourDevices(op, 1, 'tensor<2xi32>')).toThrow("no group of 'replica_groups' has device 2");
  });
});
