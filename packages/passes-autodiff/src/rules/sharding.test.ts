import { printOp } from '@shardform/ir-core';
import { arrayOf } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { context, differentiated, run } from '../../tests/gradient-checks.ts';

test('the gradient of a constrained value is constrained alike', () => {
  const module = differentiated(
    `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf64>) -> tensor<f64> {
  %0 = stablehlo.multiply %a, %a : tensor<4xf64>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<4xf64>
  %2 = sdy.propagation_barrier %1 allowed_direction=FORWARD : tensor<4xf64>
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %3 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
  return %3 : tensor<f64>
}`,
    'only-gradients',
  );
  if (Array.isArray(module)) throw new Error(module.join('\n'));
  expect(run(module, [arrayOf('f64', [4], [1, 2, 3, 4])])).toEqual([[2, 4, 6, 8]]);
  expect(printOp(module, context).match(/sdy\.sharding_constraint %\S+ <@mesh, \[\{"x"\}\]>/g)).toHaveLength(
    2,
  );
});
