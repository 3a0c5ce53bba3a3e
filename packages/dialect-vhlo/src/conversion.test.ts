import { describe, expect, test } from 'vitest';
import { converted } from '../tests/vhlo-text.ts';
import { stablehloLegalizeToVhlo } from './stablehlo-legalize-to-vhlo.ts';
import { vhloLegalizeToStablehlo } from './vhlo-legalize-to-stablehlo.ts';

const toVhlo = [stablehloLegalizeToVhlo.create()];
const thereAndBack = [stablehloLegalizeToVhlo.create(), vhloLegalizeToStablehlo.create()];

describe('stablehlo-legalize-to-vhlo', () => {
  test('writes out defaults and splits attributes', () => {
    const text = `func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) -> tensor<2x4xf32> {
      %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
      return %0 : tensor<2x4xf32>
    }`;
    expect(converted(text, toVhlo)).toBe(
      `module {
  vhlo.func_v1 @main(%arg0: !vhlo.tensor_v1<2x3x!vhlo.f32_v1>, %arg1: !vhlo.tensor_v1<3x4x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<2x4x!vhlo.f32_v1>) {
    %0 = "vhlo.dot_general_v2"(%arg0, %arg1) <{accumulation_type = #vhlo.type_v1<!vhlo.none_v1>, allow_imprecise_accumulation = #vhlo.type_v1<!vhlo.none_v1>, lhs_batching_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, lhs_component_count = #vhlo.type_v1<!vhlo.none_v1>, lhs_contracting_dimensions = #vhlo.tensor_v1<dense<1> : tensor<1xi64>>, lhs_precision_type = #vhlo.type_v1<!vhlo.none_v1>, num_primitive_operations = #vhlo.type_v1<!vhlo.none_v1>, precision_config = #vhlo.array_v1<[#vhlo<precision_v1 DEFAULT>, #vhlo<precision_v1 DEFAULT>]>, rhs_batching_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, rhs_component_count = #vhlo.type_v1<!vhlo.none_v1>, rhs_contracting_dimensions = #vhlo.tensor_v1<dense<0> : tensor<1xi64>>, rhs_precision_type = #vhlo.type_v1<!vhlo.none_v1>}> : (!vhlo.tensor_v1<2x3x!vhlo.f32_v1>, !vhlo.tensor_v1<3x4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<2x4x!vhlo.f32_v1>
    "vhlo.return_v1"(%0) : (!vhlo.tensor_v1<2x4x!vhlo.f32_v1>) -> ()
  } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
}
`,
    );
  });

  test('has nothing for a reference of a function, whose name is that of another operation', () => {
    const text = `func.func @main() {
      %f = func.constant @main : () -> ()
      return
    }`;
    expect(converted(text, toVhlo)).toBe(
      "2:12 failed to legalize operation 'func.constant' that was explicitly marked illegal",
    );
  });

  test.each([
    ['a unit attribute', '{a}'],
    ['a nested symbol', '{a = @f::@g}'],
    ['a dense array of other numbers', '{a = array<i32: 1>}'],
    ['an integer of an odd width', '{a = 1 : i7}'],
    ['a signed integer', '{a = 1 : si8}'],
    ['a typed string', '{a = "x" : i32}'],
    [
      'an attribute that VHLO splits, in another place',
      '{a = #stablehlo.channel_handle<handle = 1, type = 0>}',
    ],
    ['one of these in a list', '{a = [1, {b = unit}]}'],
  ])('has nothing for %s', (_, attributes) => {
    expect(converted(`func.func @main() attributes ${attributes} { return }`, toVhlo)).toBe(
      "1:1 failed to legalize operation 'func.func' that was explicitly marked illegal",
    );
  });

  test('leaves the program as it was after an error', () => {
    const text = `func.func @main(%arg0: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.abs %arg0 {a} : tensor<f32>
      return %0 : tensor<f32>
    }`;
    expect(converted(text, toVhlo)).toBe(
      "2:12 failed to legalize operation 'stablehlo.abs' that was explicitly marked illegal",
    );
  });

  test('does not take operations of other dialects', () => {
    const text = `func.func @main(%arg0: tensor<f32>) -> tensor<f32> {
      %0 = arith.addf %arg0, %arg0 : tensor<f32>
      return %0 : tensor<f32>
    }`;
    expect(converted(text, toVhlo)).toBe(
      "3:7 failed to legalize unresolved materialization from ('tensor<f32>') to ('!vhlo.tensor_v1<!vhlo.f32_v1>') that remained live after conversion",
    );
  });

  test('puts casts between dialects where those are allowed', () => {
    const text = `func.func @main(%arg0: tensor<f32>) -> tensor<f32> attributes {a = affine_map<(d0) -> (d0)>} {
      %0 = stablehlo.abs %arg0 : tensor<f32>
      %1 = arith.addf %0, %arg0 : tensor<f32>
      %2 = stablehlo.abs %1 : tensor<f32>
      return %2 : tensor<f32>
    }`;
    const mixed = stablehloLegalizeToVhlo.create({ 'allow-other-dialects': true });
    expect(converted(text, [mixed], { localScope: true })).toBe(
      `module {
  vhlo.func_v1 @main(%arg0: !vhlo.tensor_v1<!vhlo.f32_v1>) -> (!vhlo.tensor_v1<!vhlo.f32_v1>) {
    %0 = builtin.unrealized_conversion_cast %arg0 : !vhlo.tensor_v1<!vhlo.f32_v1> to tensor<f32>
    %1 = "vhlo.abs_v1"(%arg0) : (!vhlo.tensor_v1<!vhlo.f32_v1>) -> !vhlo.tensor_v1<!vhlo.f32_v1>
    %2 = builtin.unrealized_conversion_cast %1 : !vhlo.tensor_v1<!vhlo.f32_v1> to tensor<f32>
    %3 = arith.addf %2, %0 : tensor<f32>
    %4 = builtin.unrealized_conversion_cast %3 : tensor<f32> to !vhlo.tensor_v1<!vhlo.f32_v1>
    %5 = "vhlo.abs_v1"(%4) : (!vhlo.tensor_v1<!vhlo.f32_v1>) -> !vhlo.tensor_v1<!vhlo.f32_v1>
    "vhlo.return_v1"(%5) : (!vhlo.tensor_v1<!vhlo.f32_v1>) -> ()
  } {a = affine_map<(d0) -> (d0)>, arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
}
`,
    );
    expect(converted(text, [mixed, vhloLegalizeToStablehlo.create()])).toBe(converted(text, []));
  });
});

describe('vhlo-legalize-to-stablehlo undoes stablehlo-legalize-to-vhlo for', () => {
  test.each([
    ['abs', '(tensor<4xf32>) -> tensor<4xf32>', ''],
    ['after_all', '(!stablehlo.token, !stablehlo.token) -> !stablehlo.token', ''],
    [
      'all_gather',
      '(tensor<2x4xf32>) -> tensor<4x4xf32>',
      '<{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}>',
    ],
    ['broadcast_in_dim', '(tensor<4xf32>) -> tensor<2x4xf32>', '<{broadcast_dimensions = array<i64: 1>}>'],
    ['cholesky', '(tensor<4x4xf32>) -> tensor<4x4xf32>', '<{lower = true}>'],
    [
      'collective_broadcast',
      '(tensor<4xf32>) -> tensor<4xf32>',
      '<{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>',
    ],
    [
      'compare',
      '(tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>',
      '<{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}>',
    ],
    [
      'convolution',
      '(tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x8x8x4xf32>',
      '<{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>], window_reversal = array<i1: true, false>, window_strides = array<i64: 1, 1>}>',
    ],
    [
      'custom_call',
      '(tensor<4xf32>) -> tensor<4xf32>',
      '<{api_version = 4 : i32, backend_config = {a = 1 : i32}, call_target_name = "f", operand_layouts = [dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>]}> {mhlo.frontend_attributes = {x = "y"}}',
    ],
    [
      'dot_general',
      '(tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
      '<{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>',
    ],
    ['dynamic_slice', '(tensor<4xf32>, tensor<i32>) -> tensor<2xf32>', '<{slice_sizes = array<i64: 2>}>'],
    [
      'exponential',
      '(tensor<4xf32>) -> tensor<4xf32>',
      '<{result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}>',
    ],
    [
      'fft',
      '(tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>',
      '<{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type FFT>}>',
    ],
    [
      'gather',
      '(tensor<3x4xi32>, tensor<5x1xi64>) -> tensor<5x4xi32>',
      '<{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 4>}>',
    ],
    [
      'pad',
      '(tensor<4xf32>, tensor<f32>) -> tensor<6xf32>',
      '<{edge_padding_high = array<i64: 1>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 0>}>',
    ],
    [
      'recv',
      '(!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)',
      '<{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}>',
    ],
    [
      'rng',
      '(tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>',
      '<{rng_distribution = #stablehlo<rng_distribution NORMAL>}>',
    ],
    ['transpose', '(tensor<2x3xf32>) -> tensor<3x2xf32>', '<{permutation = array<i64: 1, 0>}>'],
    [
      'triangular_solve',
      '(tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>',
      '<{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}>',
    ],
    ['uniform_dequantize', '(tensor<4x!quant.uniform<i8:f32, 2.0:1>>) -> tensor<4xf32>', ''],
    ['uniform_dequantize', '(tensor<2x!quant.uniform<i8:f32:0, {2.0,3.0:5}>>) -> tensor<2xf32>', ''],
    ['abs', '(tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<?xf32, #stablehlo.bounds<8>>', ''],
  ])('%s : %s', (name, type, attributes) => {
    const [inputs] = type.split(' -> ');
    const operands = inputs!.slice(1, -1).split(/, (?=tensor|!stablehlo)/);
    const args = operands.map((operand, i) => `%arg${i}: ${operand}`).join(', ');
    const results = type.slice(inputs!.length + 4);
    const values = results.startsWith('(') ? '%0#0, %0#1' : '%0';
    const list = results.startsWith('(') ? results.slice(1, -1) : results;
    const text = `func.func @main(${args}) -> ${results} {
      %0${results.startsWith('(') ? ':2' : ''} = "stablehlo.${name}"(${operands.map((_, i) => `%arg${i}`).join(', ')}) ${attributes} : ${type}
      return ${values} : ${list}
    }`;
    const expected = converted(text, [], { generic: true });
    expect(expected).toContain(`"stablehlo.${name}"`);
    // Defaults that are written out in the program are left out afterwards.
    const withoutStrides = expected.replace(', window_strides = array<i64: 1, 1>', '');
    expect(converted(text, thereAndBack, { generic: true })).toBe(withoutStrides);
  });

  test('regions, calls, loops and attributes of functions', () => {
    const text = `module @m attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%arg0: tensor<4xf32> {jax.buffer_donor = true}, %arg1: tensor<i32>) -> (tensor<f32> {jax.result_info = "r"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<4xf32>, tensor<i32>
    cond {
      %c = stablehlo.constant dense<3> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg_0, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = func.call @f(%iterArg) : (tensor<4xf32>) -> tensor<4xf32>
      %3 = stablehlo.add %iterArg_0, %iterArg_0 : tensor<i32>
      stablehlo.return %2, %3 : tensor<4xf32>, tensor<i32>
    }
    %1 = stablehlo.reduce(%0#0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    return %arg0 : tensor<4xf32>
  }
  func.func private @external(tensor<4xf32>)
}
`;
    expect(converted(text, thereAndBack)).toBe(converted(text, []));
  });

  test('programs of the newest version only', () => {
    const text = `vhlo.func_v1 @main(%arg0: !vhlo.tensor_v1<!vhlo.f32_v1>) -> (!vhlo.tensor_v1<!vhlo.f32_v1>) {
      %0 = "vhlo.tanh_v1"(%arg0) : (!vhlo.tensor_v1<!vhlo.f32_v1>) -> !vhlo.tensor_v1<!vhlo.f32_v1>
      "vhlo.return_v1"(%0) : (!vhlo.tensor_v1<!vhlo.f32_v1>) -> ()
    } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}`;
    expect(converted(text, [vhloLegalizeToStablehlo.create()])).toBe(
      "2:12 failed to legalize operation 'vhlo.tanh_v1' that was explicitly marked illegal",
    );
  });
});
