import { describe, expect, test } from 'vitest';
import { problems } from '../../tests/mlir-text.ts';

const ARGUMENTS =
  '%t: tensor<?x4xf32>, %u: tensor<*xf32>, %i: index, %x: f32, %s: tensor<4x8xf32>, %r: tensor<2xindex>, %ix: tensor<3x1xi32>, %n: none, %a: i32';

// The messages are those of mlir-opt 19.
describe('tensor', () => {
  test.each([
    [
      '%0 = "tensor.dim"(%n,%i) : (none,index)->index',
      ["2:6 'tensor.dim' op operand #0 must be non-0-ranked or unranked tensor, but got 'none'"],
    ],
    [
      '%0 = "tensor.dim"(%t,%a) : (tensor<?x4xf32>,i32)->index',
      ["2:6 'tensor.dim' op operand #1 must be index, but got 'i32'"],
    ],
    [
      '%0 = "tensor.rank"(%n) : (none)->index',
      ["2:6 'tensor.rank' op operand #0 must be tensor of any type values, but got 'none'"],
    ],
    [
      '%0 = tensor.cast %t : tensor<?x4xf32> to tensor<4x5xf32>',
      [
        "2:6 'tensor.cast' op operand type 'tensor<?x4xf32>' and result type 'tensor<4x5xf32>' are cast incompatible",
      ],
    ],
    [
      '%0 = tensor.cast %t : tensor<?x4xf32> to tensor<4x4xi32>',
      [
        "2:6 'tensor.cast' op operand type 'tensor<?x4xf32>' and result type 'tensor<4x4xi32>' are cast incompatible",
      ],
    ],
    [
      '%0 = tensor.extract %t[%i] : tensor<?x4xf32>',
      ["2:6 'tensor.extract' op incorrect number of indices for extract_element"],
    ],
    [
      '%0 = "tensor.extract"(%t,%i,%i) : (tensor<?x4xf32>,index,index)->i32',
      ["2:6 'tensor.extract' op failed to verify that result type matches element type of tensor"],
    ],
    [
      '%0 = tensor.insert %x into %t[%i] : tensor<?x4xf32>',
      ["2:6 'tensor.insert' op incorrect number of indices"],
    ],
    [
      '%0 = "tensor.insert"(%a,%t,%i,%i) : (i32,tensor<?x4xf32>,index,index)->tensor<?x4xf32>',
      ["2:6 'tensor.insert' op failed to verify that scalar type matches element type of dest"],
    ],
    [
      '%0 = "tensor.from_elements"(%a) : (i32) -> tensor<1xf32>',
      ["2:6 'tensor.from_elements' op failed to verify that operand types match result element type"],
    ],
    [
      '%0 = tensor.empty(%i) : tensor<4xf32>',
      ["2:6 'tensor.empty' op incorrect number of dynamic sizes, has 1, expected 0"],
    ],
    [
      '%0 = tensor.empty() : tensor<?xf32>',
      ["2:6 'tensor.empty' op incorrect number of dynamic sizes, has 0, expected 1"],
    ],
    [
      '%0 = tensor.splat %x : tensor<?xf32>',
      ["2:6 'tensor.splat' op incorrect number of dynamic sizes, has 0, expected 1"],
    ],
    [
      '%0 = tensor.splat %x[%i] : tensor<4xf32>',
      ["2:6 'tensor.splat' op incorrect number of dynamic sizes, has 1, expected 0"],
    ],
    [
      '%0 = "tensor.splat"(%a) : (i32) -> tensor<4xf32>',
      ["2:6 'tensor.splat' op failed to verify that operand type matches element type of result"],
    ],
    [
      '%0 = tensor.reshape %t(%r) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x?x?xf32>',
      ["2:6 'tensor.reshape' op length of shape operand differs from the result's tensor rank"],
    ],
    [
      '%0 = tensor.reshape %t(%r) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x?xi32>',
      ["2:6 'tensor.reshape' op element types of source and destination tensor types should be the same"],
    ],
    [
      '%0 = tensor.reshape %s(%r) : (tensor<4x8xf32>, tensor<2xindex>) -> tensor<4x4xf32>',
      ["2:6 'tensor.reshape' op source and destination tensor should have the same number of elements"],
    ],
    [
      '%0 = tensor.expand_shape %s [[0, 1], [2]] output_shape [2, 3, 8] : tensor<4x8xf32> into tensor<2x3x8xf32>',
      ["2:6 'tensor.expand_shape' op expected dimension 0 of collapsed type to be static value of 6"],
    ],
    [
      '%0 = tensor.expand_shape %s [[0, 1]] output_shape [2, 2, 8] : tensor<4x8xf32> into tensor<2x2x8xf32>',
      [
        "2:6 'tensor.expand_shape' op expected collapsed rank (2) to equal the number of reassociation maps (1).",
      ],
    ],
    [
      '%0 = tensor.expand_shape %s [[0, 1], [3]] output_shape [2, 2, 8] : tensor<4x8xf32> into tensor<2x2x8xf32>',
      [
        "2:6 'tensor.expand_shape' op expected reassociation map #0 to have size equal to the expanded rank (3), but it is  4.",
      ],
    ],
    [
      '%0 = tensor.expand_shape %s [[0, 1], [2]] output_shape [2, 2] : tensor<4x8xf32> into tensor<2x2x8xf32>',
      [
        "2:6 'tensor.expand_shape' op expected number of static shape dims to be equal to the output rank (3) but found 2 inputs instead",
      ],
    ],
    [
      '%0 = tensor.expand_shape %s [[0, 1], [2]] output_shape [2, 3, 8] : tensor<4x8xf32> into tensor<2x2x8xf32>',
      ["2:6 'tensor.expand_shape' op invalid output shape provided at pos 1"],
    ],
    [
      '%0 = tensor.expand_shape %s [[0, 1], [2]] output_shape [-5, 2, 8] : tensor<4x8xf32> into tensor<2x2x8xf32>',
      ["2:6 'tensor.expand_shape' op invalid output shape provided at pos 0"],
    ],
    [
      '%0 = "tensor.expand_shape"(%s) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: -9223372036854775808, 2, 8>}> : (tensor<4x8xf32>) -> tensor<2x2x8xf32>',
      [
        "2:6 'tensor.expand_shape' op mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has 1 dynamic dims while output_shape has 0 values",
      ],
    ],
    [
      '%0 = tensor.expand_shape %s [[0, 1], [2]] output_shape [2, 2, 8] : tensor<4x8xf32> into tensor<?x2x8xf32>',
      ["2:6 'tensor.expand_shape' op incorrect number of dynamic sizes, has 0, expected 1"],
    ],
    [
      '%0 = tensor.expand_shape %s [[0], [1]] output_shape [4] : tensor<4x8xf32> into tensor<4xf32>',
      [
        "2:6 'tensor.expand_shape' op expected the expanded type, 'tensor<4xf32>' to have a higher (or same) rank than the collapsed type, 'tensor<4x8xf32>'.",
      ],
    ],
    [
      '%0 = tensor.collapse_shape %s [[0, 1]] : tensor<4x8xf32> into tensor<33xf32>',
      ["2:6 'tensor.collapse_shape' op expected dimension 0 of collapsed type to be static value of 32"],
    ],
    [
      '%0 = tensor.collapse_shape %s [[0], [1]] : tensor<4x8xf32> into tensor<32xf32>',
      [
        "2:6 'tensor.collapse_shape' op expected collapsed rank (1) to equal the number of reassociation maps (2).",
      ],
    ],
    [
      '%0 = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<32xf32>',
      [
        "2:6 'tensor.collapse_shape' op expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic",
      ],
    ],
    [
      '%0 = tensor.collapse_shape %s [[0]] : tensor<4x8xf32> into tensor<32xf32>',
      [
        "2:6 'tensor.collapse_shape' op expected reassociation map #0 to have size equal to the expanded rank (2), but it is  1.",
      ],
    ],
    [
      '%0 = tensor.extract_slice %s[0, 0] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x5xf32>',
      ["2:6 expected type to be 'tensor<2x4xf32>' or a rank-reduced version. (size mismatch) "],
    ],
    [
      '%0 = tensor.extract_slice %s[0] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xf32>',
      [
        '2:6 expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed.',
      ],
    ],
    [
      '%0 = tensor.extract_slice %s[0, 0] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xi32>',
      ["2:6 expected element type to be 'f32'"],
    ],
    [
      '%0 = tensor.extract_slice %s[0, 0] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4x1xf32>',
      ['2:6 expected rank to be smaller or equal to the other rank. '],
    ],
    [
      '%0 = tensor.extract_slice %s[0, -1] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xf32>',
      ['2:6 expected offsets to be non-negative, but got -1'],
    ],
    [
      '%0 = tensor.extract_slice %s[0, 0] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<?x4xf32>',
      ["2:6 expected type to be 'tensor<2x4xf32>' or a rank-reduced version. (size mismatch) "],
    ],
    [
      '%0 = tensor.insert_slice %r into %s[0, 0] [2, 4] [1, 1] : tensor<2xindex> into tensor<4x8xf32>',
      ["2:6 expected type to be 'tensor<2x4xf32>' or a rank-reduced version. (size mismatch) "],
    ],
    [
      '%0 = tensor.insert_slice %s into %s[0, 0] [4, 4] [1, 1] : tensor<4x8xf32> into tensor<4x8xf32>',
      ["2:6 expected type to be 'tensor<4x4xf32>' or a rank-reduced version. (size mismatch) "],
    ],
    [
      '%0 = tensor.pad %s low[0] high[1, 2] { ^bb0(%p: index, %b: index): tensor.yield %x : f32 } : tensor<4x8xf32> to tensor<5x10xf32>',
      [
        "2:6 failed to infer expectedType from sourceType 'tensor<4x8xf32>', specified resultType is 'tensor<5x10xf32>'",
      ],
    ],
    [
      '%0 = tensor.pad %s low[0, 0] high[1, 2] { ^bb0(%p: index, %b: index): tensor.yield %x : f32 } : tensor<4x8xf32> to tensor<5x11xf32>',
      ["2:6 specified type 'tensor<5x11xf32>' does not match the inferred type 'tensor<5x10xf32>'"],
    ],
    [
      '%0 = tensor.pad %s low[0, 0] high[1, 2] { ^bb0(%p: index): tensor.yield %x : f32 } : tensor<4x8xf32> to tensor<5x10xf32>',
      ['2:6 expected the block to have 2 arguments'],
    ],
    [
      '%0 = tensor.pad %s low[0, 0] high[1, 2] { ^bb0(%p: index, %b: i32): tensor.yield %x : f32 } : tensor<4x8xf32> to tensor<5x10xf32>',
      ["2:6 'tensor.pad' op expected block argument 2 to be an index"],
    ],
    [
      '%0 = tensor.pad %s low[0, 0] high[1, 2] { ^bb0(%p: index, %b: index): tensor.yield %a : i32 } : tensor<4x8xf32> to tensor<5x10xf32>',
      ["2:6 'tensor.pad' op expected yield type to match shape element type"],
    ],
    [
      '%0 = tensor.pad %s low[0, 0] high[1, 2] { ^bb0(%p: index, %b: index): tensor.yield %x : f32 } : tensor<4x8xf32> to tensor<5x?xf32>',
      ["2:6 specified type 'tensor<5x?xf32>' does not match the inferred type 'tensor<5x10xf32>'"],
    ],
    [
      '%0 = tensor.generate { ^bb0(%p: index, %b: index): tensor.yield %x : f32 } : tensor<?x4xf32>',
      ['2:6 must have as many index operands as dynamic extents in the result type'],
    ],
    [
      '%0 = tensor.generate %i { ^bb0(%p: index): tensor.yield %x : f32 } : tensor<?x4xf32>',
      ['2:6 must have one body argument per input dimension'],
    ],
    [
      '%0 = tensor.generate %i { ^bb0(%p: index, %b: i32): tensor.yield %x : f32 } : tensor<?x4xf32>',
      ['2:6 all body arguments must be index'],
    ],
    [
      '%0 = tensor.generate %i { ^bb0(%p: index, %b: index): tensor.yield %a : i32 } : tensor<?x4xf32>',
      [
        "2:6 'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type",
      ],
    ],
    [
      '%0 = tensor.generate %i { ^bb0(%p: index, %b: index): "test.x"() : () -> () } : tensor<?x4xf32>',
      ["2:6 'tensor.yield' op requires a single operand"],
    ],
    [
      'tensor.yield %x : f32',
      ["2:1 'tensor.yield' op expects parent op to be one of 'tensor.generate, tensor.pad'"],
    ],
    [
      '%0 = tensor.concat dim(2) %s, %s : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>',
      ["2:6 'tensor.concat' op concatenation dim must be less than the tensor rank"],
    ],
    [
      '%0 = tensor.concat dim(0) %s, %s : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<9x8xf32>',
      [
        "2:6 'tensor.concat' op result type 'tensor<9x8xf32>'does not match inferred shape 'tensor<8x8xf32>' static sizes",
      ],
    ],
    [
      '%0 = tensor.concat dim(0) %s, %t : (tensor<4x8xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>',
      ["2:6 'tensor.concat' op static concatenation size mismatch along non-concatenated dimension 1"],
    ],
    [
      '%0 = "tensor.concat"() {dim=0:i64} : () -> tensor<8x8xf32>',
      ["2:6 'tensor.concat' op requires at least one input"],
    ],
    [
      '%0 = tensor.gather %s[%ix] gather_dims([]) : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x1x8xf32>',
      ["2:6 'tensor.gather' op gather_dims must be non-empty"],
    ],
    [
      '%0 = tensor.gather %s[%ix] gather_dims([2]) : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x1x8xf32>',
      ["2:6 'tensor.gather' op gather_dims value must be smaller than source rank"],
    ],
    [
      '%0 = tensor.gather %s[%ix] gather_dims([0]) : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x9xf32>',
      [
        "2:6 'tensor.gather' op result type mismatch: expected 'tensor<3x1x8xf32>' or its rank-reduced variant 'tensor<3x8xf32>' (got: 'tensor<3x9xf32>')",
      ],
    ],
    [
      '%0 = tensor.bitcast %s : tensor<4x8xf32> to tensor<4x8xi64>',
      [
        "2:6 'tensor.bitcast' op operand type 'tensor<4x8xf32>' and result type 'tensor<4x8xi64>' are cast incompatible",
      ],
    ],
  ])('%s is rejected', (statements, expected) => {
    expect(problems(`func.func @f(${ARGUMENTS}) {\n${statements}\nreturn\n}\n`)).toEqual(expected);
  });
});
