import { expect, test } from 'vitest';
import { processed } from '../../tests/mlir-text.ts';

// Both forms are those that mlir-opt 19 prints.
const pretty = `module {
  func.func @g(%arg0: !shape.shape, %arg1: tensor<?xindex>, %arg2: !shape.size, %arg3: index, %arg4: tensor<?x4xf32>, %arg5: !shape.witness, %arg6: !shape.value_shape) {
    %0 = shape.shape_of %arg4 : tensor<?x4xf32> -> tensor<2xindex>
    %1 = shape.const_shape [1, 2, 3] : tensor<3xindex>
    %2 = shape.const_shape [1, 2, 3] : !shape.shape
    %3 = shape.const_shape [] : tensor<0xindex>
    %c3 = shape.const_size 3
    %4 = shape.broadcast %arg1, %arg1 : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
    %5 = shape.cstr_broadcastable %arg0, %arg1 : !shape.shape, tensor<?xindex>
    %6 = shape.cstr_eq %arg1, %arg1 : tensor<?xindex>, tensor<?xindex>
    %7 = shape.is_broadcastable %arg0, %arg0 : !shape.shape, !shape.shape
    %8 = shape.cstr_require %7, "msg"
    %9 = shape.assuming %5 -> (tensor<?x4xf32>) {
      shape.assuming_yield %arg4 : tensor<?x4xf32>
    }
    shape.assuming %5 {
      "test.x"() : () -> ()
    }
    %10 = shape.assuming_all %5, %6
    %11 = shape.num_elements %arg1 : tensor<?xindex> -> index
    %12 = shape.num_elements %arg0 : !shape.shape -> !shape.size
    %13 = shape.to_extent_tensor %arg0 : !shape.shape -> tensor<?xindex>
    %14 = shape.from_extents %arg3, %arg2 : index, !shape.size
    %15 = shape.get_extent %arg0, %arg3 : !shape.shape, index -> !shape.size
    %16 = shape.size_to_index %arg2 : !shape.size
    %17 = shape.index_to_size %arg3
    %18 = shape.concat %arg0, %arg0 : !shape.shape, !shape.shape -> !shape.shape
    %19 = shape.value_of %arg6 : tensor<?xf32>
    %20 = shape.rank %arg0 : !shape.shape -> !shape.size
    %21 = shape.add %arg2, %arg3 : !shape.size, index -> !shape.size
    %22 = shape.mul %arg3, %arg3 : index, index -> index
    %23 = shape.div %arg2, %arg3 : !shape.size, index -> !shape.size
    %24 = shape.const_witness true
    %25 = shape.shape_eq %arg0, %arg1, %arg0 : !shape.shape, tensor<?xindex>, !shape.shape
    %26 = shape.any %arg0, %arg0 : !shape.shape, !shape.shape -> !shape.shape
    %27 = shape.max %arg2, %arg2 : !shape.size, !shape.size -> !shape.size
    %28 = shape.min %arg2, %arg2 : !shape.size, !shape.size -> !shape.size
    %29 = shape.dim %arg4, %arg3 : tensor<?x4xf32>, index -> index
    %30 = shape.with_shape %arg4, %arg0 : tensor<?x4xf32>, !shape.shape
    %31 = shape.from_extent_tensor %arg1 : tensor<?xindex>
    %32 = shape.value_as_shape %arg6 : !shape.value_shape -> !shape.shape
    %33 = shape.meet %arg0, %arg0 : !shape.shape, !shape.shape -> !shape.shape
    return
  }
}
`;

const generic = `"builtin.module"() ({
  "func.func"() <{function_type = (!shape.shape, tensor<?xindex>, !shape.size, index, tensor<?x4xf32>, !shape.witness, !shape.value_shape) -> (), sym_name = "g"}> ({
  ^bb0(%arg0: !shape.shape, %arg1: tensor<?xindex>, %arg2: !shape.size, %arg3: index, %arg4: tensor<?x4xf32>, %arg5: !shape.witness, %arg6: !shape.value_shape):
    %0 = "shape.shape_of"(%arg4) : (tensor<?x4xf32>) -> tensor<2xindex>
    %1 = "shape.const_shape"() <{shape = dense<[1, 2, 3]> : tensor<3xindex>}> : () -> tensor<3xindex>
    %2 = "shape.const_shape"() <{shape = dense<[1, 2, 3]> : tensor<3xindex>}> : () -> !shape.shape
    %3 = "shape.const_shape"() <{shape = dense<> : tensor<0xindex>}> : () -> tensor<0xindex>
    %4 = "shape.const_size"() <{value = 3 : index}> : () -> !shape.size
    %5 = "shape.broadcast"(%arg1, %arg1) : (tensor<?xindex>, tensor<?xindex>) -> tensor<?xindex>
    %6 = "shape.cstr_broadcastable"(%arg0, %arg1) : (!shape.shape, tensor<?xindex>) -> !shape.witness
    %7 = "shape.cstr_eq"(%arg1, %arg1) : (tensor<?xindex>, tensor<?xindex>) -> !shape.witness
    %8 = "shape.is_broadcastable"(%arg0, %arg0) : (!shape.shape, !shape.shape) -> i1
    %9 = "shape.cstr_require"(%8) <{msg = "msg"}> : (i1) -> !shape.witness
    %10 = "shape.assuming"(%6) ({
      "shape.assuming_yield"(%arg4) : (tensor<?x4xf32>) -> ()
    }) : (!shape.witness) -> tensor<?x4xf32>
    "shape.assuming"(%6) ({
      "test.x"() : () -> ()
      "shape.assuming_yield"() : () -> ()
    }) : (!shape.witness) -> ()
    %11 = "shape.assuming_all"(%6, %7) : (!shape.witness, !shape.witness) -> !shape.witness
    %12 = "shape.num_elements"(%arg1) : (tensor<?xindex>) -> index
    %13 = "shape.num_elements"(%arg0) : (!shape.shape) -> !shape.size
    %14 = "shape.to_extent_tensor"(%arg0) : (!shape.shape) -> tensor<?xindex>
    %15 = "shape.from_extents"(%arg3, %arg2) : (index, !shape.size) -> !shape.shape
    %16 = "shape.get_extent"(%arg0, %arg3) : (!shape.shape, index) -> !shape.size
    %17 = "shape.size_to_index"(%arg2) : (!shape.size) -> index
    %18 = "shape.index_to_size"(%arg3) : (index) -> !shape.size
    %19 = "shape.concat"(%arg0, %arg0) : (!shape.shape, !shape.shape) -> !shape.shape
    %20 = "shape.value_of"(%arg6) : (!shape.value_shape) -> tensor<?xf32>
    %21 = "shape.rank"(%arg0) : (!shape.shape) -> !shape.size
    %22 = "shape.add"(%arg2, %arg3) : (!shape.size, index) -> !shape.size
    %23 = "shape.mul"(%arg3, %arg3) : (index, index) -> index
    %24 = "shape.div"(%arg2, %arg3) : (!shape.size, index) -> !shape.size
    %25 = "shape.const_witness"() <{passing = true}> : () -> !shape.witness
    %26 = "shape.shape_eq"(%arg0, %arg1, %arg0) : (!shape.shape, tensor<?xindex>, !shape.shape) -> i1
    %27 = "shape.any"(%arg0, %arg0) : (!shape.shape, !shape.shape) -> !shape.shape
    %28 = "shape.max"(%arg2, %arg2) : (!shape.size, !shape.size) -> !shape.size
    %29 = "shape.min"(%arg2, %arg2) : (!shape.size, !shape.size) -> !shape.size
    %30 = "shape.dim"(%arg4, %arg3) : (tensor<?x4xf32>, index) -> index
    %31 = "shape.with_shape"(%arg4, %arg0) : (tensor<?x4xf32>, !shape.shape) -> !shape.value_shape
    %32 = "shape.from_extent_tensor"(%arg1) : (tensor<?xindex>) -> !shape.shape
    %33 = "shape.value_as_shape"(%arg6) : (!shape.value_shape) -> !shape.shape
    %34 = "shape.meet"(%arg0, %arg0) : (!shape.shape, !shape.shape) -> !shape.shape
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
`;

test('shape has the text of MLIR', () => {
  expect(processed(pretty)).toBe(pretty);
});

test('shape has the generic form of MLIR', () => {
  expect(processed(pretty, '', { generic: true })).toBe(generic);
  expect(processed(generic)).toBe(pretty);
});
