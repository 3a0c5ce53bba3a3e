import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.custom_call', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {backend_config = "x"} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%arg0) {backend_config = "x"} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      '%0 = "stablehlo.custom_call"(%arg0) <{backend_config = "x", call_target_name = "foo"}> : (tensor<2x3xf32>) -> tensor<2x3xf32>',
    ],
    [
      '%a: tensor<*xf32>, %t: !stablehlo.token',
      '%0 = stablehlo.custom_call @"not an identifier"(%a, %t) {api_version = 4 : i32, backend_config = {n = 1 : i32}, has_side_effect = true} : (tensor<*xf32>, !stablehlo.token) -> tuple<tensor<f32>, tensor<*xf32>>',
      '%0 = stablehlo.custom_call @"not an identifier"(%arg0, %arg1) {api_version = 4 : i32, backend_config = {n = 1 : i32}, has_side_effect = true} : (tensor<*xf32>, !stablehlo.token) -> tuple<tensor<f32>, tensor<*xf32>>',
      '%0 = "stablehlo.custom_call"(%arg0, %arg1) <{api_version = 4 : i32, backend_config = {n = 1 : i32}, call_target_name = "not an identifier", has_side_effect = true}> : (tensor<*xf32>, !stablehlo.token) -> tuple<tensor<f32>, tensor<*xf32>>',
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {api_version = 1 : i32, called_computations = [], has_side_effect = false, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%arg0) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      '%0 = "stablehlo.custom_call"(%arg0) <{api_version = 1 : i32, call_target_name = "foo", called_computations = [], has_side_effect = false, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]}> : (tensor<2x3xf32>) -> tensor<2x3xf32>',
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.custom_call @Pin(%a) {api_version = 4 : i32} : (tensor<2xf32>) -> memref<2xf32>',
      '%0 = stablehlo.custom_call @Pin(%arg0) {api_version = 4 : i32} : (tensor<2xf32>) -> memref<2xf32>',
      '%0 = "stablehlo.custom_call"(%arg0) <{api_version = 4 : i32, call_target_name = "Pin"}> : (tensor<2xf32>) -> memref<2xf32>',
    ],
    [
      '%m: memref<2xf32>',
      '%0 = stablehlo.custom_call @Unpin(%m) {api_version = 4 : i32} : (memref<2xf32>) -> tensor<2xf32>',
      '%0 = stablehlo.custom_call @Unpin(%arg0) {api_version = 4 : i32} : (memref<2xf32>) -> tensor<2xf32>',
      '%0 = "stablehlo.custom_call"(%arg0) <{api_version = 4 : i32, call_target_name = "Unpin"}> : (memref<2xf32>) -> tensor<2xf32>',
    ],
    [
      '',
      '%0 = stablehlo.custom_call @CreateBuffer() {api_version = 4 : i32} : () -> memref<2xf32>',
      '%0 = stablehlo.custom_call @CreateBuffer() {api_version = 4 : i32} : () -> memref<2xf32>',
      '%0 = "stablehlo.custom_call"() <{api_version = 4 : i32, call_target_name = "CreateBuffer"}> : () -> memref<2xf32>',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {operand_layouts = []} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      [
        "1:6 'stablehlo.custom_call' op Layout attributes should be specified for either both operands and results or none.",
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {operand_layouts = [], result_layouts = []} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      ["1:6 'stablehlo.custom_call' op Number of operands must match the number of operand layouts, 1 != 0"],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = []} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      ["1:6 'stablehlo.custom_call' op Number of results must match the number of result layouts, 1 != 0"],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[0, 2]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      [
        "1:6 'stablehlo.custom_call' op incorrect layout dense<[0, 2]> : tensor<2xindex> for type 'tensor<2x3xf32>', layout must be a permutation of [0, 2)",
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[0, 1]> : tensor<2xi64>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      [
        "1:37 custom op 'stablehlo.custom_call' 'stablehlo.custom_call' op attribute 'operand_layouts' failed to satisfy constraint: Array of layout (1D tensor of index type) attributes",
      ],
    ],
    [
      '%a: !stablehlo.token',
      '%0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (!stablehlo.token) -> !stablehlo.token',
      [
        "1:6 'stablehlo.custom_call' op Only tensor types can have non-empty layout: operand #0 of type '!stablehlo.token' has layout dense<[0, 1]> : tensor<2xindex>",
      ],
    ],
    [
      '%a: tuple<tensor<f32>>',
      '%0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tuple<tensor<f32>>) -> tensor<2x3xf32>',
      ["1:6 'stablehlo.custom_call' op Tuple types are not fully supported with layout constraints yet"],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {backend_config = {}} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      [
        "1:6 'stablehlo.custom_call' op backend_config for api_version API_VERSION_ORIGINAL must be a string attribute.",
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {backend_config = "x", api_version = 4 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      [
        "1:6 'stablehlo.custom_call' op backend_config for api_version API_VERSION_TYPED_FFI must be a dictionary attribute.",
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {backend_config = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      [
        "1:37 custom op 'stablehlo.custom_call' 'stablehlo.custom_call' op attribute 'backend_config' failed to satisfy constraint: string attribute or dictionary of named attribute values",
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {called_computations = ["f"]} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      [
        "1:37 custom op 'stablehlo.custom_call' 'stablehlo.custom_call' op attribute 'called_computations' failed to satisfy constraint: flat symbol ref array attribute",
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      [
        "1:6 'stablehlo.custom_call' op expects operandIndex in the output_operand_alias attribute to be in range [0, 1); got: 1.",
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      [
        "1:6 'stablehlo.custom_call' op operand_tuple_indices in the output_operand_alias attribute out of bounds",
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      [
        "1:6 'stablehlo.custom_call' op output_tuple_indices in the output_operand_alias attribute out of bounds",
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x4xf32>',
      [
        "1:6 'stablehlo.custom_call' op shapes mismatch in the output_operand_alias attribute: operand part has type 'tensor<2x3xf32>' and output part has type 'tensor<2x4xf32>'",
      ],
    ],
    [
      '%a: tensor<2x3xf32>',
      '%0 = stablehlo.custom_call @foo(%a) {output_operand_aliases = [1]} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
      [
        "1:37 custom op 'stablehlo.custom_call' 'stablehlo.custom_call' op attribute 'output_operand_aliases' failed to satisfy constraint: Aliasing attribute for outputs and operands of CustomCall",
      ],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.custom_call @CreateBuffer(%a) {api_version = 4 : i32} : (tensor<2xf32>) -> memref<2xf32>',
      ["1:6 'stablehlo.custom_call' op CreateBuffer custom_call shouldn't have any inputs"],
    ],
    [
      '',
      '%0 = stablehlo.custom_call @CreateBuffer() {api_version = 4 : i32} : () -> tensor<2xf32>',
      ["1:6 'stablehlo.custom_call' op CreateBuffer custom_call should have a memref result"],
    ],
    [
      '',
      'stablehlo.custom_call @CreateBuffer() {api_version = 4 : i32} : () -> ()',
      ["1:1 'stablehlo.custom_call' op CreateBuffer custom_call should have one result"],
    ],
    [
      '',
      '%0 = stablehlo.custom_call @Pin() {api_version = 4 : i32} : () -> memref<2xf32>',
      ["1:6 'stablehlo.custom_call' op Pin custom_call should have one input"],
    ],
    [
      '%m: memref<2xf32>',
      '%0 = stablehlo.custom_call @Pin(%m) {api_version = 4 : i32} : (memref<2xf32>) -> memref<2xf32>',
      ["1:6 'stablehlo.custom_call' op Pin custom_call should have a tensor input"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.custom_call @Pin(%a) {api_version = 4 : i32} : (tensor<2xf32>) -> tensor<2xf32>',
      ["1:6 'stablehlo.custom_call' op Pin custom_call should have a memref output"],
    ],
    [
      '%a: tensor<2xf32>',
      'stablehlo.custom_call @Pin(%a) {api_version = 4 : i32} : (tensor<2xf32>) -> ()',
      ["1:1 'stablehlo.custom_call' op Pin custom_call should have one output"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.custom_call @Pin(%a) {api_version = 4 : i32} : (tensor<2xf32>) -> memref<3xf32>',
      ["1:6 'stablehlo.custom_call' op Pin custom_call should have compatible input and output types"],
    ],
    [
      '%a: tensor<2xf32>',
      '%0 = stablehlo.custom_call @Unpin(%a) {api_version = 4 : i32} : (tensor<2xf32>) -> tensor<2xf32>',
      ["1:6 'stablehlo.custom_call' op Unpin custom_call should have a memref input"],
    ],
    [
      '%m: memref<2xf32>',
      '%0 = stablehlo.custom_call @Unpin(%m) {api_version = 4 : i32} : (memref<2xf32>) -> memref<2xf32>',
      ["1:6 'stablehlo.custom_call' op Unpin custom_call should have a tensor output"],
    ],
    [
      '%m: memref<2xf32>',
      '%0 = stablehlo.custom_call @foo(%m) {api_version = 4 : i32} : (memref<2xf32>) -> memref<2xf32>',
      ["1:6 'stablehlo.custom_call' op buffer output [] is not used in output_operand_alias"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
