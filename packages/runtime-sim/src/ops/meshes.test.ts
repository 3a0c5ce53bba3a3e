import { Context, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { arrayOf, elementsOf } from '../array/index.ts';
import { simulator } from '../extension.ts';
import { runSequential } from '../interpreter/run-module.ts';

const T = 'tensor<2xf32>';
const MESHES = 'topology = #mpmd.topology<<"m1" : <["x"=2]>>, <"m2" : <["x"=2]>>>';

function results(text: string, ...inputs: readonly (readonly number[])[]): unknown[] {
  const context = new Context([simulator]);
  const module = parseModule(text, context);
  if (module === null) throw new Error('the text is wrong');
  const arrays = inputs.map((input) => arrayOf('f32', [input.length], [...input]));
  return runSequential(module, arrays, context).map(elementsOf);
}

test('fragments compute, transfers hand on, whatever the mesh', () => {
  const program = `func.func @main(%x: !mpmd.mesh_tensor<"m1", ${T}>) -> !mpmd.mesh_tensor<"m2", ${T}> attributes {${MESHES}} {
  %0 = mpmd.fragment<mesh="m1", origin=["f"]> (%x) (%a: ${T}) {
    %r = stablehlo.add %a, %a : ${T}
    mpmd.return %r : ${T}
  } : (!mpmd.mesh_tensor<"m1", ${T}>) -> !mpmd.mesh_tensor<"m1", ${T}>
  %1 = mpmd.transfer %0 : (!mpmd.mesh_tensor<"m1", ${T}>) -> !mpmd.mesh_tensor<"m2", ${T}>
  return %1 : !mpmd.mesh_tensor<"m2", ${T}>
}`;
  expect(results(program, [1, 2])).toEqual([[2, 4]]);
});

test('named computations, calls and loops run their bodies; the last argument of a loop counts', () => {
  const program = `func.func @main(%x: ${T}) -> ${T} attributes {${MESHES}} {
  %0 = mpmd.for (%x) {iterations = 3 : ui32} (%a: ${T}, %index: tensor<ui32>) {
    %i = stablehlo.convert %index : (tensor<ui32>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<f32>) -> ${T}
    %c = mpmd.call @twice(%a) : (${T}) -> ${T}
    %d = stablehlo.add %b, %c : ${T}
    mpmd.return %d : ${T}
  } : ${T}
  return %0 : ${T}
}
func.func private @twice(%a: ${T}) -> ${T} {
  %0 = mpmd.named_computation<"f"> (%a) (%b: ${T}) {
    %r = stablehlo.add %b, %b : ${T}
    mpmd.return %r : ${T}
  } : (${T}) -> ${T}
  return %0 : ${T}
}`;
  expect(results(program, [1, 2])).toEqual([[12, 20]]);
});

test.each([
  ['add', [9, 3]],
  ['max', [5, 4]],
  ['min', [1, -2]],
  ['mul', [15, -8]],
])('a reduction combines its operands: %s', (kind, expected) => {
  const program = `func.func @main(%x: ${T}, %y: ${T}, %z: ${T}) -> ${T} {
  %0 = mpmd.reduce<${kind}> %x, %y, %z : (${T}, ${T}, ${T}) -> ${T}
  return %0 : ${T}
}`;
  expect(results(program, [1, 4], [3, 1], [5, -2])).toEqual([expected]);
});
