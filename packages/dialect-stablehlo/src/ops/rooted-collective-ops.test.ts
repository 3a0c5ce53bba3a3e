import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

const GROUPS = 'replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>';

describe('stablehlo.collective_broadcast', () => {
  test.each([
    [
      '%a: tensor<4xf32>',
      `%0 = "stablehlo.collective_broadcast"(%arg0) <{${GROUPS}}> : (tensor<4xf32>) -> tensor<4xf32>`,
    ],
    [
      '%a: tensor<4xf32>, %r: tensor<1xi32>',
      `%0 = "stablehlo.collective_broadcast"(%arg0, %arg1) <{has_dynamic_root, ${GROUPS}}> : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>`,
    ],
  ])('(%s) %s', (parameters, text) => {
    const given = text.replace('%arg0', '%a').replace('%arg1', '%r');
    expect(inFunction(parameters, given)).toEqual({ custom: text, generic: text });
  });

  // Operands and their types, attributes, result types, what is wrong.
  test.each([
    ['', '', GROUPS, '', 'collective_broadcast requires at least one data operand'],
    [
      '%r',
      'tensor<1xi32>',
      `has_dynamic_root, ${GROUPS}`,
      '',
      'collective_broadcast with has_dynamic_root=true requires at least two operands (data + root)',
    ],
    [
      '%a, %a',
      'tensor<4xf32>, tensor<4xf32>',
      `has_dynamic_root, ${GROUPS}`,
      'tensor<4xf32>',
      "last operand of collective_broadcast with has_dynamic_root=true must be a rank-1 i32 tensor, but got 'tensor<4xf32>'",
    ],
    [
      '%a, %a, %r',
      'tensor<4xf32>, tensor<4xf32>, tensor<1xi32>',
      `has_dynamic_root, ${GROUPS}`,
      'tensor<4xf32>, tensor<4xf32>',
      'last operand of collective_broadcast with has_dynamic_root=true must have the same number of elements as data operands (2), but got 1',
    ],
    [
      '%a',
      'tensor<4xf32>',
      'replica_groups = dense<0> : tensor<1xi64>',
      'tensor<4xf32>',
      'replica groups should be a rank 2 tensor,but instead it is of rank 1',
    ],
    [
      '%a',
      'tensor<4xf32>',
      'replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>',
      'tensor<4xf32>',
      'replica_groups values must be positive, but was given -1',
    ],
    [
      '%a',
      'tensor<4xf32>',
      'replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>',
      'tensor<4xf32>',
      'replica id #1 seen more than once',
    ],
  ])('(%s) : (%s) {%s} -> (%s) is rejected', (operands, types, attributes, results, problem) => {
    const text = `"stablehlo.collective_broadcast"(${operands}) {${attributes}} : (${types}) -> (${results})`;
    expect(problemsInFunction('%a: tensor<4xf32>, %r: tensor<1xi32>', text)).toEqual([`1:1 ${problem}`]);
  });
});

describe('stablehlo.collective_reduce', () => {
  const computation = `({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %1 = stablehlo.add %x, %y : tensor<f32>
  stablehlo.return %1 : tensor<f32>
})`;

  test('the result has the type that the region returns, the root has no result', () => {
    const text = `%0 = "stablehlo.collective_reduce"(%a, %r) ${computation.replaceAll('f32', 'f64')} {has_dynamic_root, ${GROUPS}} : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf64>`;
    expect(problemsInFunction('%a: tensor<4xf32>, %r: tensor<1xi32>', text)).toEqual([]);
  });

  test.each([
    ['', '', GROUPS, '', 'collective_reduce requires at least one data operand'],
    [
      '%a',
      'tensor<4xf32>',
      `use_global_device_ids, ${GROUPS}`,
      'tensor<4xf32>',
      'channel_id must be positive when useGlobalDeviceIds is set but got: 0',
    ],
    [
      '%a',
      'tensor<4xf32>',
      `has_dynamic_root, ${GROUPS}`,
      '',
      'collective_reduce with has_dynamic_root=true requires at least two operands (data + root)',
    ],
    [
      '%a',
      'tensor<4xf32>',
      'replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>',
      'tensor<4xf32>',
      'replica id #1 seen more than once',
    ],
  ])('(%s) : (%s) {%s} -> (%s) is rejected', (operands, types, attributes, results, problem) => {
    const text = `"stablehlo.collective_reduce"(${operands}) ${computation} {${attributes}} : (${types}) -> (${results})`;
    expect(problemsInFunction('%a: tensor<4xf32>, %r: tensor<1xi32>', text)).toEqual([`1:1 ${problem}`]);
  });
});

describe('groups that are axes of a mesh', () => {
  test('the mesh has to exist', () => {
    const text = (mesh: string): string =>
      `%0 = "stablehlo.collective_broadcast"(%a) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @${mesh}, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4xf32>) -> tensor<4xf32>`;
    expect(problemsInFunction('%a: tensor<4xf32>', text('f'))).toEqual([]);
    expect(problemsInFunction('%a: tensor<4xf32>', text('mesh'))).toEqual([
      "1:6 'stablehlo.collective_broadcast' op replica_groups: mesh symbol 'mesh' not found",
    ]);
  });
});
