import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('stablehlo.scatter', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      `%0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true}> ({
^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
  %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
  stablehlo.return %1 : tensor<f32>
}) : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      `%0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true}> ({
^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
  %1 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%1) : (tensor<f32>) -> ()
}) : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f64>, %y: tensor<f64>):
%1 = stablehlo.add %x, %y : tensor<f64>
stablehlo.return %1 : tensor<f64>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf64>`,
      `%0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true}> ({
^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
  %1 = stablehlo.add %arg3, %arg4 : tensor<f64>
  stablehlo.return %1 : tensor<f64>
}) : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf64>`,
      `%0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true}> ({
^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
  %1 = "stablehlo.add"(%arg3, %arg4) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  "stablehlo.return"(%1) : (tensor<f64>) -> ()
}) : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf64>`,
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 3>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      ["1:6 Expects index_vector_dim to be in range [0, rank-of('scatter_indices')] i.e. [0, 2]. got: 3."],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      [
        "1:6 expects updates tensor must be of rank 3 ( == rank-of('scatter_indices') - 1 + size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got 2.",
      ],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      [
        "1:6 Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. 2 but got 3.",
      ],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2, 0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      ['1:6 Expects inserted_window_dims to be sorted; got: [2, 0].'],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 3], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      [
        "1:6 Expects each element of inserted_window_dims to be in range [0, rank-of('operand')) i.e. [0, 3). got: 3.",
      ],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      ['1:6 has duplicated dimension from inserted_window_dims and input_batching_dims: 0'],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      [
        "1:6 Expects each element of update_window_dims to be in range [0, rank-of('updates')) i.e. [0, 2). got: 2.",
      ],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      [
        '1:6 expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter indices. For scatter dimension 1, updates bound is 30 , scatter_indices bound is 10.',
      ],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      [
        '1:6 Scatter op has 1 elements in scatter_dims_to_operand_dims and the bound of dimension index_vector_dim=1 of scatter_indices is 2. These two numbers must be equal.',
      ],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 3], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      [
        "1:6 Expects each element of scatter_dims_to_operand_dims to be in range [0, rank-of('operand')) i.e. [0, 3). got: 3.",
      ],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 0], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      ['1:6 has duplicated dimension from scatter_dims_to_operand_dims and input_batching_dims: 0'],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      ['1:6 input_batching_dims and scatter_indices_batching_dims should have the same size.'],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [2], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      ['1:6 expects scatter_indices_batching_dims not to include index_vector_dim 1.'],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [2], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      [
        "1:6 Expects each element of scatter_indices_batching_dims to be in range [0, rank-of('scatter_indices')) i.e. [0, 2). got: 2.",
      ],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [2], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      [
        '1:6 input_batching_dims[0] and scatter_indices_batching_dims[0] must have compatible sizes, but got 40 and 10.',
      ],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x31xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x31xf32>) -> tensor<20x30x40xf32>`,
      [
        '1:6 expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. For dimension 1, updates bound is 31, operand bound is 30.',
      ],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<11x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<11x30xf32>) -> tensor<20x30x40xf32>`,
      [
        '1:6 expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter indices. For scatter dimension 0, updates bound is 11 , scatter_indices bound is 10.',
      ],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<i32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf32>`,
      [
        "3:20 use of value '%x' expects different type than prior uses: 'tensor<f32>' vs 'tensor<i32>'",
        '2:6 note: prior use here',
      ],
    ],
    [
      '%a: tensor<20x30x40xf32>, %i: tensor<10x2xi32>, %u: tensor<10x30xf32>',
      `%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%1 = stablehlo.add %x, %y : tensor<f32>
stablehlo.return %1 : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2], index_vector_dim = 1>, unique_indices = true} : (tensor<20x30x40xf32>, tensor<10x2xi32>, tensor<10x30xf32>) -> tensor<20x30x40xf64>`,
      [
        "1:6 'stablehlo.scatter' op inferred type(s) 'tensor<20x30x40xf32>' are incompatible with return type(s) of operation 'tensor<20x30x40xf64>'",
        "1:6 'stablehlo.scatter' op failed to infer returned types",
      ],
    ],
    [
      '%a: tensor<20xf32>, %b: tensor<21xf32>, %i: tensor<1xi32>, %u: tensor<f32>',
      `%0:2 = "stablehlo.scatter"(%a, %b, %i, %u, %u) ({
^bb0(%x: tensor<f32>, %z: tensor<f32>, %y: tensor<f32>, %w: tensor<f32>):
stablehlo.return %x, %y : tensor<f32>, tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>} : (tensor<20xf32>, tensor<21xf32>, tensor<1xi32>, tensor<f32>, tensor<f32>) -> (tensor<20xf32>, tensor<21xf32>)`,
      ['1:8 Not all inputs have compatible shapes.'],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
