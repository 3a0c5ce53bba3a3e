import { describe, expect, test } from 'vitest';
import { moduleAfter } from '../../tests/module-after.ts';

function expanded(target: string, text: string, debug = false): string[] {
  return moduleAfter(`stablehlo-compatibility-expander{target=${target}}`, text, { debugInfo: debug });
}

describe('target 1.3.0', () => {
  const tan = (type: string, attributes = ''): string => `func.func @f(%a: ${type}) -> ${type} {
  %0 = stablehlo.tan %a${attributes} : ${type}
  return %0 : ${type}
}`;

  test('a tangent is a quotient', () => {
    expect(expanded('1.3.0', tan('tensor<2xf32>')).slice(1, 4)).toEqual([
      '  %0 = stablehlo.sine %arg0 : tensor<2xf32>',
      '  %1 = stablehlo.cosine %arg0 : tensor<2xf32>',
      '  %2 = stablehlo.divide %0, %1 : tensor<2xf32>',
    ]);
    expect(expanded('1.4.0', tan('tensor<2xf32>'))[1]).toBe('  %0 = stablehlo.tan %arg0 : tensor<2xf32>');
  });

  test('a tangent of an accuracy that is asked for stays', () => {
    const accuracy =
      ' {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}';
    expect(expanded('1.3.0', tan('tensor<2xf32>', accuracy))[1]).toContain('stablehlo.tan');
  });

  test('ones of unknown sizes are like another value', () => {
    expect(expanded('1.3.0', tan('tensor<?xcomplex<f32>>'))[8]).toBe(
      '  %7 = "chlo.constant_like"(%3) <{value = 1.000000e+00 : f32}> : (tensor<?xf32>) -> tensor<?xf32>',
    );
  });
});

describe('target 1.0.0', () => {
  const gather = (
    indices: string,
    dims: string,
    sorted: boolean,
  ): string => `func.func @f(%a: tensor<200x5x6xf32>, %i: ${indices}) -> tensor<200x3x6xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], ${dims}>,
    slice_sizes = array<i64: 1, 1, 6>, indices_are_sorted = ${sorted}
  }> : (tensor<200x5x6xf32>, ${indices}) -> tensor<200x3x6xf32>
  return %0 : tensor<200x3x6xf32>
}`;

  test('batching dimensions are counted by indices, of a type that is wide enough', () => {
    expect(
      expanded('1.0.0', gather('tensor<200x3x1xi8>', 'index_vector_dim = 2', true)).slice(1, -2),
    ).toEqual([
      '  %0 = stablehlo.convert %arg1 : (tensor<200x3x1xi8>) -> tensor<200x3x1xi32>',
      '  %1 = stablehlo.iota dim = 0 : tensor<200x3x1xi32>',
      '  %2 = stablehlo.concatenate %1, %0, dim = 2 : (tensor<200x3x1xi32>, tensor<200x3x1xi32>) -> tensor<200x3x2xi32>',
      '  %3 = "stablehlo.gather"(%arg0, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<200x5x6xf32>, tensor<200x3x2xi32>) -> tensor<200x3x6xf32>',
    ]);
  });

  test('indices without a dimension for vectors get one', () => {
    expect(expanded('1.0.0', gather('tensor<200x3xi32>', 'index_vector_dim = 2', false))[1]).toBe(
      '  %0 = stablehlo.reshape %arg1 : (tensor<200x3xi32>) -> tensor<200x3x1xi32>',
    );
  });

  test('newer targets keep batching dimensions', () => {
    expect(expanded('1.1.0', gather('tensor<200x3xi32>', 'index_vector_dim = 2', false))[1]).toContain(
      'operand_batching_dims = [0]',
    );
  });
});

describe('target 1.15.0', () => {
  const groups = (mesh: string, axes: string, symbols = ''): string => {
    const text = `${symbols}
func.func @f(%a: tensor<4xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = ${mesh}, axes = [${axes}]>} : (tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}`;
    const line = expanded('1.15.0', text).find((found) => found.includes('all_gather'))!;
    return /replica_groups = (dense<.*?>) :/.exec(line)?.[1] ?? line;
  };
  const axis = (name: string, size: number): string =>
    `#stablehlo.mesh_axis<name = "${name}", size = ${size}>`;
  const ref = (name: string, part = ''): string => `#stablehlo.axis_ref<name = "${name}"${part}>`;
  const mesh = `#stablehlo.mesh<axes=[${axis('x', 2)}, ${axis('y', 4)}]>`;

  test('groups along axes are lists of ids', () => {
    expect(groups(mesh, ref('x'))).toBe('dense<[[0, 4], [1, 5], [2, 6], [3, 7]]>');
    expect(groups(mesh, ref('y'))).toBe('dense<[[0, 1, 2, 3], [4, 5, 6, 7]]>');
    expect(groups(mesh, `${ref('y')}, ${ref('x')}`)).toBe('dense<[[0, 4, 1, 5, 2, 6, 3, 7]]>');
  });

  test('parts of axes are strided', () => {
    const part = (pre: number): string => `, sub_axis_info = (${pre})2`;
    expect(groups(mesh, ref('y', part(1)))).toBe('dense<[[0, 2], [1, 3], [4, 6], [5, 7]]>');
    expect(groups(mesh, ref('y', part(2)))).toBe('dense<[[0, 1], [2, 3], [4, 5], [6, 7]]>');
  });

  test('the mesh of a symbol may have its devices in another order', () => {
    const symbol =
      '"some.mesh"() {sym_name = "m", stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}], device_ids = dense<[3, 2, 1, 0]> : tensor<4xi64>}} : () -> ()';
    expect(groups('@m', ref('x'), symbol)).toBe('dense<[[3, 1], [2, 0]]>');
  });
});

test('locations that are ranges become the places where they begin', () => {
  const text = `func.func @f(%a: tensor<f32> loc("x.mlir":2:4 to :9)) -> tensor<f32> {
  return %a : tensor<f32> loc(callsite("n"("x.mlir":3:1 to 4:2) at "y.mlir":1:1 to :3))
}`;
  const lines = expanded('1.8.0', text, true);
  expect(lines.join('\n')).not.toContain(' to ');
  expect(expanded('1.9.0', text, true).join('\n')).toContain('loc("x.mlir":2:4 to :9)');
});

test.each([
  ['', 'No target version specified.'],
  ['1.2', "Invalid target version argument '1.2'"],
])('rejects the target %j', (target, problem) => {
  expect(expanded(target, 'func.func @f() { return }')).toEqual([
    `${problem}\nTarget version must be of the form \`#.#.#\`.`,
  ]);
});
