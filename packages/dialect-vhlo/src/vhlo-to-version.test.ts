import { describe, expect, test } from 'vitest';
import { converted } from '../tests/vhlo-text.ts';
import { stablehloLegalizeToVhlo } from './stablehlo-legalize-to-vhlo.ts';
import { vhloToVersion } from './vhlo-to-version.ts';

function versioned(text: string, ...targets: readonly string[]): string {
  const versions = targets.map((target) => vhloToVersion.create({ target }));
  return converted(text, [stablehloLegalizeToVhlo.create(), ...versions]);
}

/** A function that calls one operation, in generic form. */
function calling(op: string, type: string, rest = ''): string {
  const [inputs, result] = type.split(' -> ') as [string, string];
  const operands = inputs.slice(1, -1).split(/, (?=tensor|!stablehlo)/);
  const args = operands.map((operand, i) => `%arg${i}: ${operand}`).join(', ');
  const count = result.startsWith('(') ? ':2' : '';
  return `func.func @main(${args}) {
    %0${count} = "stablehlo.${op}"(${operands.map((_, i) => `%arg${i}`).join(', ')}) ${rest} : ${type}
    return
  }`;
}

const REDUCER = `({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  })`;
const GROUPS = 'replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>';
const CONV =
  'dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64';

const pairs: readonly (readonly [family: string, last: string, program: string])[] = [
  ...[
    ['cbrt', '1.9.0'],
    ['cosine', '1.9.0'],
    ['exponential', '1.8.0'],
    ['exponential_minus_one', '1.9.0'],
    ['log', '1.9.0'],
    ['log_plus_one', '1.9.0'],
    ['logistic', '1.9.0'],
    ['rsqrt', '1.9.0'],
    ['sine', '1.9.0'],
    ['sqrt', '1.9.0'],
    ['tan', '1.9.0'],
    ['tanh', '1.9.0'],
  ].map(([name, last]) => [name!, last!, calling(name!, '(tensor<4xf32>) -> tensor<4xf32>')] as const),
  [
    'all_gather',
    '1.4.0',
    calling('all_gather', '(tensor<2xf32>) -> tensor<4xf32>', `<{all_gather_dim = 0 : i64, ${GROUPS}}>`),
  ],
  [
    'all_reduce',
    '1.4.0',
    calling('all_reduce', '(tensor<2xf32>) -> tensor<2xf32>', `<{${GROUPS}}> ${REDUCER}`),
  ],
  [
    'all_to_all',
    '1.4.0',
    calling(
      'all_to_all',
      '(tensor<4xf32>) -> tensor<4xf32>',
      `<{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, ${GROUPS}}>`,
    ),
  ],
  [
    'collective_broadcast',
    '1.19.0',
    calling('collective_broadcast', '(tensor<4xf32>) -> tensor<4xf32>', `<{${GROUPS}}>`),
  ],
  [
    'composite',
    '1.13.0',
    `func.func @main(%arg0: tensor<4xf32>) {
    %0 = stablehlo.composite "n.x" %arg0 {decomposition = @d} : (tensor<4xf32>) -> tensor<4xf32>
    return
  }
  func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> { return %arg0 : tensor<4xf32> }`,
  ],
  [
    'custom_call',
    '1.17.0',
    calling('custom_call', '(tensor<4xf32>) -> tensor<4xf32>', '<{call_target_name = "f"}>'),
  ],
  [
    'dot_general',
    '1.5.0',
    calling(
      'dot_general',
      '(tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      '<{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>',
    ),
  ],
  [
    'dynamic_conv',
    '0.19.0',
    calling(
      'dynamic_conv',
      '(tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<1x8x8x4xf32>',
      `<{${CONV}}>`,
    ),
  ],
  [
    'gather',
    '1.0.0',
    calling(
      'gather',
      '(tensor<3x4xi32>, tensor<5x1xi64>) -> tensor<5x4xi32>',
      '<{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}>',
    ),
  ],
  [
    'dynamic_gather',
    '1.0.0',
    calling(
      'dynamic_gather',
      '(tensor<3x4xi32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x4xi32>',
      '<{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}>',
    ),
  ],
  [
    'scatter',
    '1.0.0',
    calling(
      'scatter',
      '(tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>',
      `<{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ${REDUCER}`,
    ),
  ],
  [
    'send',
    '1.11.0',
    calling(
      'send',
      '(tensor<4xf32>, !stablehlo.token) -> !stablehlo.token',
      '<{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}>',
    ),
  ],
  [
    'recv',
    '1.11.0',
    calling(
      'recv',
      '(!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)',
      '<{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}>',
    ),
  ],
];

describe('vhlo-to-version', () => {
  test.each(pairs)('says %s in version %s and back', (family, last, program) => {
    const newest = versioned(program);
    expect(newest).toContain(`"vhlo.${family}_v2"`);
    const older = versioned(program, last);
    expect(older).toContain(`"vhlo.${family}_v1"`);
    expect(versioned(program, last, '1.20.0')).toBe(newest);
  });

  test.each([
    [
      'exponential',
      '(tensor<4xf32>) -> tensor<4xf32>',
      '<{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}>',
      '1.8.0',
    ],
    ['tan', '(tensor<4xf32>) -> tensor<4xf32>', '', '1.3.0'],
    [
      'dot_general',
      '(tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      '<{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>',
      '1.5.0',
    ],
    [
      'gather',
      '(tensor<2x3x4xi32>, tensor<2x5x1xi64>) -> tensor<2x5x4xi32>',
      '<{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>}>',
      '1.0.0',
    ],
    [
      'custom_call',
      '(tensor<4xf32>) -> tensor<4xf32>',
      '<{call_target_name = "f", backend_config = {}, api_version = 4 : i32}>',
      '1.2.0',
    ],
    [
      'all_to_all',
      '(tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)',
      `<{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, ${GROUPS}}>`,
      '1.4.0',
    ],
  ])('can not say %s : %s %s in version %s', (op, type, rest, target) => {
    expect(versioned(calling(op, type, rest), target).split('\n')).toEqual([
      `2:${type.includes('-> (') ? 12 : 10} failed to legalize operation 'vhlo.${op}_v2' that was explicitly marked illegal`,
      `0:0 failed to convert VHLO to v${target}`,
    ]);
  });

  test.each([
    ['f8E4M3FNUZ', '0.9.0'],
    ['f8E4M3B11FNUZ', '0.10.0'],
    ['!quant.uniform<i8:f32:0, {2.0,3.0:5}>', '0.17.0'],
    ['i2', '1.1.0'],
    ['ui2', '1.1.0'],
    ['f8E3M4', '1.6.0'],
    ['f4E2M1FN', '1.7.0'],
  ])('can not say tensors of %s in version %s', (element, target) => {
    const text = `func.func @main(%arg0: tensor<2x${element}>) { return }`;
    expect(versioned(text, target)).toContain("failed to legalize operation 'vhlo.func_v1'");
    expect(versioned(text, '1.20.0')).toContain('vhlo.func_v1 @main');
  });

  test('can not say reductions that change the type of elements before 0.17.0', () => {
    const text = `func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<f32>) -> tensor<f64> {
      %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a: tensor<f64>, %b: tensor<f64>):
        %s = stablehlo.add %a, %b : tensor<f64>
        stablehlo.return %s : tensor<f64>
      }) : (tensor<4xf32>, tensor<f32>) -> tensor<f64>
      return %0 : tensor<f64>
    }`;
    expect(versioned(text, '0.16.0')).toContain("failed to legalize operation 'vhlo.reduce_v1'");
    expect(versioned(text, '0.17.0')).toContain('"vhlo.reduce_v1"');
  });

  test('takes no account of the last number of a version', () => {
    const program = calling('tanh', '(tensor<4xf32>) -> tensor<4xf32>');
    expect(versioned(program, '1.9.7')).toBe(versioned(program, '1.9.0'));
  });

  const FORM = 'Target version must be of the form `#.#.#`.';
  test.each([
    ['', `No target version specified.\n${FORM}`],
    ['1.2', `Invalid target version argument '1.2'\n${FORM}`],
    ['0.3.0', 'target version 0.3.0 is less than minimum supported 0.9.0'],
    ['100.10.10', 'target version 100.10.10 is greater than current version 1.20.0'],
  ])("refuses the version '%s'", (target, message) => {
    expect(versioned('func.func @main() { return }', target)).toBe(`0:0 ${message}`);
  });
});
