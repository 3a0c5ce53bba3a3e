import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parsePartialModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { NamedValues } from './named-values.ts';

/** The name of each value by its name in the text, with the function before values of others than @main. */
function namesIn(text: string): (value: string) => string | null {
  const names = new NamedValues('-');
  const context = new Context([funcDialect, stablehloDialect, sdyDialect]);
  const { module } = parsePartialModule(text, context, (name, values) => names.add(name, values));
  names.addCopiesOf(module);
  return (value) => {
    const found = names.referred(value);
    expect(found, value).not.toBeNull();
    return names.userName(found!);
  };
}

// As JAX lowers the gradient of a scan over layers: weights are cut by a function, residuals are stacked by another one.
const LAYERS = `
func.func @main(%arg0: tensor<4x8x8xf32> loc("params['layers']['wq']"), %arg1: tensor<4x8x8xf32> loc("params['layers']['wo']"), %arg2: tensor<2x8xf32> loc("x")) -> tensor<4x8x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %empty = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2x8xf32> loc("jit(step)/jvp()/broadcast_in_dim"("/home/u/model.py":40:2))
  %fw:5 = stablehlo.while(%wq = %arg0, %wo = %arg1, %i = %zero, %x = %arg2, %saved = %empty) : tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<i32>, tensor<2x8xf32>, tensor<4x2x8xf32>
  cond {
    %n = stablehlo.constant dense<4> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q = func.call @index(%wq, %i) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32> loc("jit(step)/jvp()/while/body/jit(dynamic_index_in_dim)"("/home/u/model.py":40:2))
    %o = func.call @index(%wo, %i) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32> loc("jit(step)/jvp()/while/body/jit(dynamic_index_in_dim)"("/home/u/model.py":40:2))
    %y:2 = func.call @layer(%x, %q, %o) : (tensor<2x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<2x8xf32>, tensor<2x8xf32>) loc("jit(step)/jvp()/while/body/closed_call"("/home/u/model.py":40:2))
    %all = func.call @update(%saved, %y#1, %i) : (tensor<4x2x8xf32>, tensor<2x8xf32>, tensor<i32>) -> tensor<4x2x8xf32> loc("jit(step)/jvp()/while/body/jit(dynamic_update_index_in_dim)"("/home/u/model.py":40:2))
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %wq, %wo, %j, %y#0, %all : tensor<4x8x8xf32>, tensor<4x8x8xf32>, tensor<i32>, tensor<2x8xf32>, tensor<4x2x8xf32>
  } loc("jit(step)/jvp()/while"("/home/u/model.py":40:2))
  %grads = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
  %bw:5 = stablehlo.while(%r = %fw#4, %w = %arg1, %k = %zero, %ct = %fw#3, %g = %grads) : tensor<4x2x8xf32>, tensor<4x8x8xf32>, tensor<i32>, tensor<2x8xf32>, tensor<4x8x8xf32>
  cond {
    %n = stablehlo.constant dense<4> : tensor<i32>
    %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %cut = func.call @residual(%r, %k) : (tensor<4x2x8xf32>, tensor<i32>) -> tensor<2x8xf32>
    %wk = func.call @index(%w, %k) : (tensor<4x8x8xf32>, tensor<i32>) -> tensor<8x8xf32>
    %dx = stablehlo.dot_general %ct, %wk, contracting_dims = [1] x [1] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32> loc("jit(step)/transpose(jvp())/while/body/dot_general"("/home/u/model.py":36:4))
    %dw = stablehlo.dot_general %cut, %ct, contracting_dims = [0] x [0] : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<8x8xf32> loc("jit(step)/transpose(jvp())/while/body/dot_general"("/home/u/model.py":36:4))
    %row = stablehlo.broadcast_in_dim %dw, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %stack = stablehlo.dynamic_update_slice %g, %row, %k, %zero, %zero : (tensor<4x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x8xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %r, %w, %next, %dx, %stack : tensor<4x2x8xf32>, tensor<4x8x8xf32>, tensor<i32>, tensor<2x8xf32>, tensor<4x8x8xf32>
  } loc("jit(step)/transpose(jvp())/while"("/home/u/model.py":40:2))
  return %bw#4 : tensor<4x8x8xf32>
}
func.func private @index(%of: tensor<4x8x8xf32>, %at: tensor<i32>) -> tensor<8x8xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %part = stablehlo.dynamic_slice %of, %at, %z, %z, sizes = [1, 8, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
  %flat = stablehlo.reshape %part : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
  return %flat : tensor<8x8xf32>
}
func.func private @residual(%of: tensor<4x2x8xf32>, %at: tensor<i32>) -> tensor<2x8xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %part = stablehlo.dynamic_slice %of, %at, %z, %z, sizes = [1, 2, 8] : (tensor<4x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
  %flat = stablehlo.reshape %part : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  return %flat : tensor<2x8xf32>
}
func.func private @update(%of: tensor<4x2x8xf32>, %new: tensor<2x8xf32>, %at: tensor<i32>) -> tensor<4x2x8xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %part = stablehlo.broadcast_in_dim %new, dims = [1, 2] : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
  %all = stablehlo.dynamic_update_slice %of, %part, %at, %z, %z : (tensor<4x2x8xf32>, tensor<1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x2x8xf32>
  return %all : tensor<4x2x8xf32>
}
func.func private @layer(%h: tensor<2x8xf32>, %a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> (tensor<2x8xf32>, tensor<2x8xf32>) {
  %proj = stablehlo.dot_general %h, %a, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32> loc("dot_general"("/home/u/model.py":35:4))
  %act = func.call @silu(%proj) : (tensor<2x8xf32>) -> tensor<2x8xf32> loc("jit(silu)"("/home/u/model.py":36:4))
  %out = stablehlo.dot_general %act, %b, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32> loc("dot_general"("/home/u/model.py":36:4))
  return %out, %act : tensor<2x8xf32>, tensor<2x8xf32>
}
func.func private @silu(%v: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %s = stablehlo.logistic %v : tensor<2x8xf32> loc("logistic")
  %m = stablehlo.multiply %v, %s : tensor<2x8xf32> loc("mul")
  return %m : tensor<2x8xf32>
}
`;

test.each([
  // Weights through the slices that the layers take.
  ['%wq', "params['layers']['wq']"],
  ['%q', "params['layers']['wq'], layer i of 4"],
  ['%o', "params['layers']['wo'], layer i of 4"],
  ['@layer:%b', "params['layers']['wo'], layer i of 4"],
  // Several calls cut different weights.
  ['@index:%flat', "params['layers']['wq'] and 1 more, layer i of 4"],
  // Activations by their line, with the weights that they take.
  ['@layer:%proj', "dot_general with params['layers']['wq'], model.py:35"],
  ['@silu:%m', 'silu/mul, model.py:36'],
  ['%dx', "dot_general with params['layers']['wo'], backward, model.py:36"],
  // What the backward pass uses, from the empty stack to the part that a layer reads.
  ['%empty', 'saved for backward: silu/mul, model.py:36, 4 layers'],
  ['%saved', 'saved for backward: silu/mul, model.py:36, 4 layers'],
  ['%fw#4', 'saved for backward: silu/mul, model.py:36, 4 layers'],
  ['%r', 'saved for backward: silu/mul, model.py:36, 4 layers'],
  ['%cut', 'saved for backward: silu/mul, model.py:36, layer i of 4'],
  // What a loop changes.
  ['%x', 'carried: x'],
  ['%fw#3', 'carried: x'],
  ['%ct', "carried: dot_general with params['layers']['wo'], backward, model.py:36"],
  ['%bw#4', 'dot_general, backward, model.py:36, 4 layers'],
  ['%arg2', 'x'],
])('%s of a scan over layers is called %s', (value, name) => {
  expect(namesIn(LAYERS)(value)).toBe(name);
});

const PLAIN = `
func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1:3 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %0, %iterArg_2 = %arg1) : tensor<4x8xf32>, tensor<i32>, tensor<8xf32>
  cond {
    %n = stablehlo.constant dense<4> : tensor<i32>
    %c = stablehlo.compare LT, %iterArg_1, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %2 = stablehlo.dynamic_slice %iterArg, %iterArg_1, %0, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %row = stablehlo.reshape %2 : (tensor<1x8xf32>) -> tensor<8xf32>
    %3 = stablehlo.multiply %iterArg_2, %row : tensor<8xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.add %iterArg_1, %one : tensor<i32>
    stablehlo.return %iterArg, %4, %3 : tensor<4x8xf32>, tensor<i32>, tensor<8xf32>
  }
  return %1#2 : tensor<8xf32>
}
`;

test.each([
  ['%iterArg', '%arg0'],
  ['%2', '%arg0, iteration i of 4'],
  ['%iterArg_1', 'loop counter'],
  ['%iterArg_2', 'carried: %arg1'],
  ['%1#2', 'carried: %arg1'],
  // A name that a person wrote is a better one.
  ['%row', null],
  // Its operation says no line.
  ['%3', null],
  ['%arg0', null],
])('%s of a program without names and lines is called %s', (value, name) => {
  expect(namesIn(PLAIN)(value)).toBe(name);
});
