import { expect, test } from 'vitest';
import { onMesh, printed, TWO_MESHES } from '../tests/mpmd-text.ts';

const A = onMesh('m1');
const S = onMesh('m1', ', sharding=<@mesh, [{"x"}, {}]>');

// Parameters with results, and operations, which print as they stand here.
test.each([
  [
    `%arg0: ${S}) -> ${onMesh('m2', ', sharding=<@mesh, [{"x"}, {}]>, memory_kind="pinned_host"')}`,
    `%0 = mpmd.transfer {mhlo.x = "y"} %arg0 : (${S}) -> ${onMesh('m2', ', sharding=<@mesh, [{"x"}, {}]>, memory_kind="pinned_host"')}
return %0 : ${onMesh('m2', ', sharding=<@mesh, [{"x"}, {}]>, memory_kind="pinned_host"')}`,
  ],
  [
    `%arg0: ${A}, %arg1: ${A}) -> ${A}`,
    `%0 = mpmd.fragment<mesh="m1", origin=["f"(1), "g"], stage=3, in_shardings=[<@mesh, [{?}, {}]>, <@mesh, [{}, {}]>], out_shardings=[<@mesh, [{"x"}, {}]>]> (%arg0, %arg1) {call_counter = 1 : ui32, remat} (%arg2: tensor<4x8xf32>, %arg3: tensor<4x8xf32>) {
  %1 = stablehlo.add %arg2, %arg3 : tensor<4x8xf32>
  mpmd.return %1 : tensor<4x8xf32>
} : (${A}, ${A}) -> ${A}
mpmd.fragment<mesh="m1", origin=[]> () () {
  mpmd.return 
} : () -> ()
return %0 : ${A}`,
  ],
  [
    `%arg0: tensor<4x8xf32>) -> tensor<4x8xf32>`,
    `%0 = mpmd.named_computation<"f"(2)> (%arg0) {a = 1 : i64} (%arg1: tensor<4x8xf32>) {
  mpmd.return %arg1 : tensor<4x8xf32>
} : (tensor<4x8xf32>) -> tensor<4x8xf32>
%1 = mpmd.named_tensor %0 name="t" : tensor<4x8xf32>
%2 = mpmd.assign {origin = "o"} %1 : (tensor<4x8xf32>) -> ${A}
%3 = mpmd.unassign %2 : (${A}) -> tensor<4x8xf32>
%4 = mpmd.broadcast %3 : tensor<4x8xf32>
%5 = mpmd.reduce<max> {a} %4, %3 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
%6 = mpmd.reduce<none> %5 : (tensor<4x8xf32>) -> tensor<4x8xf32>
%7:2 = mpmd.for (%6, %5) {iterations = 4 : ui32, unroll_factor = 2 : ui32} (%arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %index: tensor<ui32>) {
  mpmd.return %arg2, %arg1 : tensor<4x8xf32>, tensor<4x8xf32>
} : tensor<4x8xf32>, tensor<4x8xf32>
return %7#1 : tensor<4x8xf32>`,
  ],
])('operations print as they are written: %s', (signature, text) => {
  const body = text.replaceAll(/^/gm, '    ');
  const module = `module {\n  func.func @f(${signature} ${TWO_MESHES} {\n${body}\n  }\n}\n`;
  expect(printed(module)).toBe(module);
});

test('calls of functions and of fragments print as they are written', () => {
  const module = `module {
  func.func @main(%arg0: tensor<4x8xf32>, %arg1: ${A}) -> (tensor<4x8xf32>, ${A}) ${TWO_MESHES} {
    %0 = mpmd.call @f(%arg0) {call_counter = 0 : ui32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = mpmd.fragment_call<mesh="m1", origin=["g"(1)]> @g(%arg1) {remat} : (${A}) -> ${A}
    return %0, %1 : tensor<4x8xf32>, ${A}
  }
  func.func private @f(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> ${TWO_MESHES} {
    return %arg0 : tensor<4x8xf32>
  }
  func.func @g(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {mesh_shape = #sdy.mesh<["x"=2]>} {
    return %arg0 : tensor<4x8xf32>
  }
}
`;
  expect(printed(module)).toBe(module);
});

// What is written, and how it prints where that is not the same.
test.each([
  ['#mpmd.topology<<"m1" : <["x"=2]>>, <"m2" : <["y"=2]>>>'],
  ['#mpmd.topology<<"m1": <["x"=2]>>>', '#mpmd.topology<<"m1" : <["x"=2]>>>'],
  ['#mpmd.named_mesh<"m" : <["x"=2]>>'],
  ['#mpmd.named_mesh<"m" : #sdy.mesh<["x"=2]>>', '#mpmd.named_mesh<"m" : <["x"=2]>>'],
  ['#mpmd.user_origin<"f">'],
  ['#mpmd.user_origin<"f"(2)>'],
  ['#mpmd.user_origin<"f"(0)>', '#mpmd.user_origin<"f">'],
  ['#mpmd<origin"abc">'],
  ['#mpmd<mesh_with_origins"m"["a", "b"]>'],
  ['#mpmd.meshes_with_origins<"m1"["a", "b"], "m2", "*"["c"]>'],
  ['#mpmd.meshes_with_origins<>'],
  ['#mpmd.reduction<add>'],
])('the attribute %s', (text, printedAs = text) => {
  expect(printed(`module attributes {t.a = ${text}} {\n}\n`)).toBe(
    `module attributes {t.a = ${printedAs}} {\n}\n`,
  );
});
