import { expect, test } from 'vitest';
import { processed } from '../../tests/mlir-text.ts';

// Both forms are those that mlir-opt 19 prints.
const pretty = `module {
  func.func @f(%arg0: tensor<?x4xf32>, %arg1: tensor<*xf32>, %arg2: index, %arg3: f32, %arg4: tensor<4x8xf32>, %arg5: tensor<2xindex>, %arg6: tensor<3x1xi32>) {
    %dim = tensor.dim %arg0, %arg2 : tensor<?x4xf32>
    %rank = tensor.rank %arg1 : tensor<*xf32>
    %cast = tensor.cast %arg0 : tensor<?x4xf32> to tensor<4x4xf32>
    %extracted = tensor.extract %arg0[%arg2, %arg2] : tensor<?x4xf32>
    %inserted = tensor.insert %arg3 into %arg0[%arg2, %arg2] : tensor<?x4xf32>
    %from_elements = tensor.from_elements %arg3, %arg3 : tensor<2xf32>
    %0 = tensor.empty(%arg2) : tensor<?x4xf32>
    %1 = tensor.empty() : tensor<4xf32>
    %splat = tensor.splat %arg3 : tensor<4xf32>
    %splat_0 = tensor.splat %arg3[%arg2] : tensor<?xf32>
    %reshape = tensor.reshape %arg0(%arg5) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %expanded = tensor.expand_shape %arg4 [[0, 1], [2]] output_shape [2, 2, 8] : tensor<4x8xf32> into tensor<2x2x8xf32>
    %collapsed = tensor.collapse_shape %arg4 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
    %extracted_slice = tensor.extract_slice %arg4[0, %arg2] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xf32>
    %inserted_slice = tensor.insert_slice %extracted_slice into %arg4[%arg2, 0] [2, 4] [1, 2] : tensor<2x4xf32> into tensor<4x8xf32>
    %padded = tensor.pad %arg4 low[0, %arg2] high[1, 2] {
    ^bb0(%arg7: index, %arg8: index):
      tensor.yield %arg3 : f32
    } : tensor<4x8xf32> to tensor<5x?xf32>
    %padded_1 = tensor.pad %arg4 nofold low[0, 0] high[0, 0] {
    ^bb0(%arg7: index, %arg8: index):
      tensor.yield %arg3 : f32
    } : tensor<4x8xf32> to tensor<4x8xf32>
    %generated = tensor.generate %arg2 {
    ^bb0(%arg7: index, %arg8: index):
      tensor.yield %arg3 : f32
    } : tensor<?x4xf32>
    %gather = tensor.gather %arg4[%arg6] gather_dims([0]) : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x1x8xf32>
    %scatter = tensor.scatter %gather into %arg4[%arg6] scatter_dims([0]) unique : (tensor<3x1x8xf32>, tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<4x8xf32>
    %concat = tensor.concat dim(0) %arg4, %arg4 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %2 = tensor.bitcast %arg4 : tensor<4x8xf32> to tensor<4x8xi32>
    %expanded_2 = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [%arg2, 2, 4] : tensor<?x4xf32> into tensor<?x2x4xf32>
    return
  }
}
`;

const generic = `"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x4xf32>, tensor<*xf32>, index, f32, tensor<4x8xf32>, tensor<2xindex>, tensor<3x1xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<?x4xf32>, %arg1: tensor<*xf32>, %arg2: index, %arg3: f32, %arg4: tensor<4x8xf32>, %arg5: tensor<2xindex>, %arg6: tensor<3x1xi32>):
    %0 = "tensor.dim"(%arg0, %arg2) : (tensor<?x4xf32>, index) -> index
    %1 = "tensor.rank"(%arg1) : (tensor<*xf32>) -> index
    %2 = "tensor.cast"(%arg0) : (tensor<?x4xf32>) -> tensor<4x4xf32>
    %3 = "tensor.extract"(%arg0, %arg2, %arg2) : (tensor<?x4xf32>, index, index) -> f32
    %4 = "tensor.insert"(%arg3, %arg0, %arg2, %arg2) : (f32, tensor<?x4xf32>, index, index) -> tensor<?x4xf32>
    %5 = "tensor.from_elements"(%arg3, %arg3) : (f32, f32) -> tensor<2xf32>
    %6 = "tensor.empty"(%arg2) : (index) -> tensor<?x4xf32>
    %7 = "tensor.empty"() : () -> tensor<4xf32>
    %8 = "tensor.splat"(%arg3) : (f32) -> tensor<4xf32>
    %9 = "tensor.splat"(%arg3, %arg2) : (f32, index) -> tensor<?xf32>
    %10 = "tensor.reshape"(%arg0, %arg5) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %11 = "tensor.expand_shape"(%arg4) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 2, 2, 8>}> : (tensor<4x8xf32>) -> tensor<2x2x8xf32>
    %12 = "tensor.collapse_shape"(%arg4) <{reassociation = [[0, 1]]}> : (tensor<4x8xf32>) -> tensor<32xf32>
    %13 = "tensor.extract_slice"(%arg4, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0, -9223372036854775808>, static_sizes = array<i64: 2, 4>, static_strides = array<i64: 1, 1>}> : (tensor<4x8xf32>, index) -> tensor<2x4xf32>
    %14 = "tensor.insert_slice"(%13, %arg4, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 2, 4>, static_strides = array<i64: 1, 2>}> : (tensor<2x4xf32>, tensor<4x8xf32>, index) -> tensor<4x8xf32>
    %15 = "tensor.pad"(%arg4, %arg2) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_high = array<i64: 1, 2>, static_low = array<i64: 0, -9223372036854775808>}> ({
    ^bb0(%arg11: index, %arg12: index):
      "tensor.yield"(%arg3) : (f32) -> ()
    }) : (tensor<4x8xf32>, index) -> tensor<5x?xf32>
    %16 = "tensor.pad"(%arg4) <{nofold, operandSegmentSizes = array<i32: 1, 0, 0>, static_high = array<i64: 0, 0>, static_low = array<i64: 0, 0>}> ({
    ^bb0(%arg9: index, %arg10: index):
      "tensor.yield"(%arg3) : (f32) -> ()
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %17 = "tensor.generate"(%arg2) ({
    ^bb0(%arg7: index, %arg8: index):
      "tensor.yield"(%arg3) : (f32) -> ()
    }) : (index) -> tensor<?x4xf32>
    %18 = "tensor.gather"(%arg4, %arg6) <{gather_dims = array<i64: 0>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x1x8xf32>
    %19 = "tensor.scatter"(%18, %arg4, %arg6) <{scatter_dims = array<i64: 0>, unique}> : (tensor<3x1x8xf32>, tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<4x8xf32>
    %20 = "tensor.concat"(%arg4, %arg4) <{dim = 0 : i64}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %21 = "tensor.bitcast"(%arg4) : (tensor<4x8xf32>) -> tensor<4x8xi32>
    %22 = "tensor.expand_shape"(%arg0, %arg2) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: -9223372036854775808, 2, 4>}> : (tensor<?x4xf32>, index) -> tensor<?x2x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
`;

test('tensor has the text of MLIR', () => {
  expect(processed(pretty)).toBe(pretty);
});

test('tensor has the generic form of MLIR', () => {
  expect(processed(pretty, '', { generic: true })).toBe(generic);
  expect(processed(generic)).toBe(pretty);
});
