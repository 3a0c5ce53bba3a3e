import { expect, test } from 'vitest';
import { inFunction, printed } from '../tests/dist-text.ts';

// Parameters and text, which is how it prints with %arg0, %arg1, … for the parameters.
test.each([
  [
    '%arg0: !dist.tensor<8x4xf32, 1>, %arg1: !dist.tensor<4x2xf32, 1>',
    `%0 = dist.matmul %arg0, %arg1 : (!dist.tensor<8x4xf32, 1>, !dist.tensor<4x2xf32, 1>) -> !dist.tensor<8x2xf32, 1>
%1 = dist.relu %0 : (!dist.tensor<8x2xf32, 1>) -> !dist.tensor<8x2xf32, 1>
%2 = dist.loss %1, %0 batch 8 : (!dist.tensor<8x2xf32, 1>, !dist.tensor<8x2xf32, 1>) -> !dist.tensor<f32, 1>
%3 = dist.loss_grad %1, %0 batch 8 : (!dist.tensor<8x2xf32, 1>, !dist.tensor<8x2xf32, 1>) -> !dist.tensor<8x2xf32, 1>
%4 = dist.relu_grad %0, %3 : (!dist.tensor<8x2xf32, 1>, !dist.tensor<8x2xf32, 1>) -> !dist.tensor<8x2xf32, 1>
%lhs_gradient, %rhs_gradient = dist.matmul_grad %arg0, %arg1, %4 : (!dist.tensor<8x4xf32, 1>, !dist.tensor<4x2xf32, 1>, !dist.tensor<8x2xf32, 1>) -> (!dist.tensor<8x4xf32, 1>, !dist.tensor<4x2xf32, 1>)
%5 = dist.sgd %arg1, %rhs_gradient rate 2.500000e-01 : (!dist.tensor<4x2xf32, 1>, !dist.tensor<4x2xf32, 1>) -> !dist.tensor<4x2xf32, 1>
dist.free %0 : !dist.tensor<8x2xf32, 1>`,
  ],
  [
    '%arg0: !dist.tensor<8x4xf32, 0>',
    `%0:2 = dist.scatter %arg0 along 0 to [1, 2] : (!dist.tensor<8x4xf32, 0>) -> (!dist.tensor<4x4xf32, 1>, !dist.tensor<4x4xf32, 2>)
%1 = dist.scatter %arg0 along 1 to [1, 2] : (!dist.tensor<8x4xf32, 0>) -> tuple<!dist.tensor<8x2xf32, 1>, !dist.tensor<8x2xf32, 2>>
%2 = dist.select %1[1] : (tuple<!dist.tensor<8x2xf32, 1>, !dist.tensor<8x2xf32, 2>>) -> !dist.tensor<8x2xf32, 2>
%3:2 = dist.all_reduce sum %0#0, %0#1 : (!dist.tensor<4x4xf32, 1>, !dist.tensor<4x4xf32, 2>) -> (!dist.tensor<4x4xf32, 1>, !dist.tensor<4x4xf32, 2>)
%4 = dist.all_gather %1 along 1 : (tuple<!dist.tensor<8x2xf32, 1>, !dist.tensor<8x2xf32, 2>>) -> tuple<!dist.tensor<8x4xf32, 1>, !dist.tensor<8x4xf32, 2>>
%5 = dist.gather %0#0, %0#1 along 0 to 0 : (!dist.tensor<4x4xf32, 1>, !dist.tensor<4x4xf32, 2>) -> !dist.tensor<8x4xf32, 0>
%6 = dist.reduce max %0#0, %0#1 to 3 : (!dist.tensor<4x4xf32, 1>, !dist.tensor<4x4xf32, 2>) -> !dist.tensor<4x4xf32, 3>
%7:2 = dist.reduce_scatter sum %0#0, %0#1 along 1 : (!dist.tensor<4x4xf32, 1>, !dist.tensor<4x4xf32, 2>) -> (!dist.tensor<4x2xf32, 1>, !dist.tensor<4x2xf32, 2>)
%8:2 = dist.all_to_all %0#0, %0#1 split 1 concat 0 : (!dist.tensor<4x4xf32, 1>, !dist.tensor<4x4xf32, 2>) -> (!dist.tensor<8x2xf32, 1>, !dist.tensor<8x2xf32, 2>)
%9 = dist.send %0#0 to 2 : (!dist.tensor<4x4xf32, 1>) -> !dist.tensor<4x4xf32, 2>
%10:2 = dist.split %arg0 along 0 into 2 : (!dist.tensor<8x4xf32, 0>) -> (!dist.tensor<4x4xf32, 0>, !dist.tensor<4x4xf32, 0>)
%11 = dist.concat %10#0, %10#1 along 0 : (!dist.tensor<4x4xf32, 0>, !dist.tensor<4x4xf32, 0>) -> !dist.tensor<8x4xf32, 0>
%12:2 = dist.broadcast %arg0 to [1, 2] : (!dist.tensor<8x4xf32, 0>) -> (!dist.tensor<8x4xf32, 1>, !dist.tensor<8x4xf32, 2>)`,
  ],
  [
    '%arg0: tuple<!dist.tensor<4x4xf32, 1>, !dist.tensor<4x4xf32, 2>>',
    `%0 = dist.pmap d in [1, 2] (%arg0) (%arg1: !dist.tensor<4x4xf32, d>) {
  %1 = dist.on d (%arg1) (%arg2: tensor<4x4xf32>) {
    %2 = "test.exponential"(%arg2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    dist.return %2 : tensor<4x4xf32>
  } : (!dist.tensor<4x4xf32, d>) -> !dist.tensor<4x4xf32, d>
  dist.return %1 : !dist.tensor<4x4xf32, d>
} : (tuple<!dist.tensor<4x4xf32, 1>, !dist.tensor<4x4xf32, 2>>) -> tuple<!dist.tensor<4x4xf32, 1>, !dist.tensor<4x4xf32, 2>>`,
  ],
  [
    '%arg0: !dist.tensor<4x4xf32, 1>, %arg1: !dist.tensor<4x4xf32, 2>',
    `%0:2 = dist.par {
  %1 = dist.relu %arg0 : (!dist.tensor<4x4xf32, 1>) -> !dist.tensor<4x4xf32, 1>
  %2 = dist.send %1 to 2 : (!dist.tensor<4x4xf32, 1>) -> !dist.tensor<4x4xf32, 2>
  %3 = dist.tanh %arg1 : (!dist.tensor<4x4xf32, 2>) -> !dist.tensor<4x4xf32, 2>
  dist.return %2, %3 : !dist.tensor<4x4xf32, 2>, !dist.tensor<4x4xf32, 2>
} : !dist.tensor<4x4xf32, 2>, !dist.tensor<4x4xf32, 2>`,
  ],
  [
    '%arg0: tuple<!dist.tensor<2x4xf32, 0>, !dist.tensor<2x4xf32, 0>>, %arg1: !dist.tensor<4x2xf32, 0>',
    `%0:3 = dist.pipeline (%arg0) with (%arg1) (%arg2: !dist.tensor<2x4xf32, 0>, %arg3: !dist.tensor<4x2xf32, 0>) {
  %1 = dist.matmul %arg2, %arg3 : (!dist.tensor<2x4xf32, 0>, !dist.tensor<4x2xf32, 0>) -> !dist.tensor<2x2xf32, 0>
  %2 = dist.send %1 to 1 : (!dist.tensor<2x2xf32, 0>) -> !dist.tensor<2x2xf32, 1>
  dist.return %1, %2, %2 : !dist.tensor<2x2xf32, 0>, !dist.tensor<2x2xf32, 1>, !dist.tensor<2x2xf32, 1>
} results [sum, concat, tuple] {schedule = "gpipe"} : (tuple<!dist.tensor<2x4xf32, 0>, !dist.tensor<2x4xf32, 0>>, !dist.tensor<4x2xf32, 0>) -> (!dist.tensor<2x2xf32, 0>, !dist.tensor<4x2xf32, 1>, tuple<!dist.tensor<2x2xf32, 1>, !dist.tensor<2x2xf32, 1>>)`,
  ],
  ['', '%0 = dist.constant dense<1.000000e+00> : tensor<2xf32> on 3 : !dist.tensor<2xf32, 3>'],
])('(%s) %s', (parameters, text) => {
  expect(inFunction(parameters, text)).toBe(text);
});

test('a module describes its machine', () => {
  const text = `module attributes {dist.topology = #dist.topology<devices = [0 "cpu", 1 "gpu" {flops = 14000000000000.0, launch = 0.00001}], links = [0 -> 1 = 25.0, 1 -> 0 = 12.5], default_gbps = 100.0>} {
  func.func @f(%arg0: !dist.tensor<f32, 0>) -> !dist.tensor<f32, 1> {
    %0 = dist.send %arg0 to 1 : (!dist.tensor<f32, 0>) -> !dist.tensor<f32, 1>
    return %0 : !dist.tensor<f32, 1>
  }
}
`;
  expect(printed(text)).toBe(text);
  expect(
    printed(
      'module attributes {dist.topology = #dist.topology<devices = [0, 1], links = [0 <-> 1 = 5.0]>} {}',
    ),
  ).toContain('devices = [0 "gpu", 1 "gpu"], links = [0 -> 1 = 5.0, 1 -> 0 = 5.0]');
});
