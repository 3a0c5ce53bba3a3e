import { expect, test } from 'vitest';
import { canonicalized, inlined, onMesh, printed, TWO_MESHES } from '../tests/mpmd-text.ts';

const A = onMesh('m1');
const SPLIT = onMesh('m1', ', sharding=<@mesh, [{"x"}, {}]>');
const B = onMesh('m2');

// Arguments of the function, the result, what is written, and what is left of it.
test.each([
  [A, A, `%0 = mpmd.transfer %a : (${A}) -> ${A}\nreturn %0 : ${A}`, `return %a : ${A}`],
  [
    A,
    A,
    `%0 = mpmd.transfer %a : (${A}) -> ${SPLIT}\n%1 = mpmd.transfer %0 : (${SPLIT}) -> ${A}\nreturn %1 : ${A}`,
    `return %a : ${A}`,
  ],
  [
    A,
    A,
    `%0 = mpmd.transfer %a : (${A}) -> ${B}\n%1 = mpmd.transfer %0 : (${B}) -> ${A}\nreturn %1 : ${A}`,
    `%0 = mpmd.transfer %a : (${A}) -> ${B}\n%1 = mpmd.transfer %0 : (${B}) -> ${A}\nreturn %1 : ${A}`,
  ],
  [
    A,
    A,
    `%0 = mpmd.fragment<mesh="m1", origin=["f"]> (%a) (%b: tensor<4x8xf32>) {
  mpmd.return %b : tensor<4x8xf32>
} : (${A}) -> ${A}
return %0 : ${A}`,
    `return %a : ${A}`,
  ],
  [
    A,
    SPLIT,
    `%0 = mpmd.fragment<mesh="m1", origin=["f"]> (%a) (%b: tensor<4x8xf32>) {
  mpmd.return %b : tensor<4x8xf32>
} : (${A}) -> ${SPLIT}
return %0 : ${SPLIT}`,
    `%0 = mpmd.fragment<mesh="m1", origin=["f"]> (%a) (%b: tensor<4x8xf32>) {
  mpmd.return %b : tensor<4x8xf32>
} : (${A}) -> ${SPLIT}
return %0 : ${SPLIT}`,
  ],
  [
    'tensor<f32>',
    'tensor<f32>',
    `%0 = mpmd.broadcast %a : tensor<f32>\n%1 = mpmd.broadcast %0 : tensor<f32>\nreturn %1 : tensor<f32>`,
    `%0 = mpmd.broadcast %a : tensor<f32>\nreturn %0 : tensor<f32>`,
  ],
  [
    'tensor<f32>',
    'tensor<f32>',
    `%0 = mpmd.reduce<add> %a, %a : (tensor<f32>, tensor<f32>) -> tensor<f32>\n%1 = mpmd.reduce<none> %0 : (tensor<f32>) -> tensor<f32>\nreturn %1 : tensor<f32>`,
    `%0 = mpmd.reduce<add> %a, %a : (tensor<f32>, tensor<f32>) -> tensor<f32>\nreturn %0 : tensor<f32>`,
  ],
  [
    'tensor<f32>',
    'tensor<f32>',
    `%0 = mpmd.reduce<add> %a, %a : (tensor<f32>, tensor<f32>) -> tensor<f32>\n%1 = mpmd.reduce<max> %0 : (tensor<f32>) -> tensor<f32>\nreturn %1 : tensor<f32>`,
    `%0 = mpmd.reduce<add> %a, %a : (tensor<f32>, tensor<f32>) -> tensor<f32>\n%1 = mpmd.reduce<max> %0 : (tensor<f32>) -> tensor<f32>\nreturn %1 : tensor<f32>`,
  ],
])('canonicalizes a program on %s with result %s: %s', (argument, result, before, after) => {
  const program = (body: string): string =>
    `func.func @f(%a: ${argument}) -> ${result} ${TWO_MESHES} {\n${body}\n}`;
  expect(canonicalized(program(before))).toBe(printed(program(after)));
});

test('the general inliner leaves calls of MPMD functions', () => {
  const program = printed(`
func.func @main(%a: tensor<f32>) -> tensor<f32> ${TWO_MESHES} {
  %0 = mpmd.call @f(%a) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @f(%a: tensor<f32>) -> tensor<f32> ${TWO_MESHES} { return %a : tensor<f32> }`);
  expect(inlined(program)).toBe(program);
});
