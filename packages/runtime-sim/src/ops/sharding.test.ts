import { Context, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { arrayOf, elementsOf } from '../array/index.ts';
import { simulator } from '../extension.ts';
import { runSequential } from '../interpreter/run-module.ts';

const context = new Context([simulator]);

test('manual_computation runs its body on the parts of every device and joins the results', () => {
  const module = parseModule(
    `sdy.mesh @mesh = <["x"=2, "y"=2]>
     func.func @main(%a: tensor<4xi32>) -> tensor<2xi32> {
       %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", "y"}]>] out_shardings=[<@mesh, [{"y"}]>] manual_axes={"x", "y"} (%b: tensor<1xi32>) {
         %1 = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
         ^bb0(%x: tensor<i32>, %y: tensor<i32>):
           %s = stablehlo.add %x, %y : tensor<i32>
           stablehlo.return %s : tensor<i32>
         }) : (tensor<1xi32>) -> tensor<1xi32>
         sdy.return %1 : tensor<1xi32>
       } : (tensor<4xi32>) -> tensor<2xi32>
       return %0 : tensor<2xi32>
     }`,
    context,
  )!;
  const [result] = runSequential(module, [arrayOf('i32', [4], [1, 2, 30, 40])], context);
  expect(elementsOf(result!)).toEqual([31, 42]);
});
