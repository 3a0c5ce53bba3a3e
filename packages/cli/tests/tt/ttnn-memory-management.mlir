// What is not needed is cut off before it is moved; repetitions fill tiles.
// RUN: shardform opt %s --ttnn-memory-management | FileCheck %s

// CHECK-LABEL: func.func @moves
// CHECK-NEXT: %[[PART:.*]] = "ttnn.slice_static"(%arg0) <{begins = [8 : i32, 0 : i32], ends = [16 : i32, 64 : i32], step = [1 : i32, 1 : i32]}>
// CHECK-NEXT: %[[TURNED:.*]] = "ttnn.permute"(%[[PART]])
// CHECK-NEXT: %[[SHAPED:.*]] = "ttnn.reshape"(%[[TURNED]]) <{shape = [1 : i32, 64 : i32, 8 : i32]}>
// CHECK-NEXT: return %[[SHAPED]]
func.func @moves(%a: tensor<32x64xf32>) -> tensor<1x64x8xf32> {
  %0 = "ttnn.permute"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<32x64xf32>) -> tensor<64x32xf32>
  %1 = "ttnn.reshape"(%0) <{shape = [1 : i32, 64 : i32, 32 : i32]}> : (tensor<64x32xf32>) -> tensor<1x64x32xf32>
  %2 = "ttnn.slice_static"(%1) <{begins = [0 : i32, 0 : i32, 8 : i32], ends = [1 : i32, 64 : i32, -16 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x64x32xf32>) -> tensor<1x64x8xf32>
  return %2 : tensor<1x64x8xf32>
}

// A joined dimension can't be cut before it is joined.
// CHECK-LABEL: func.func @joined
// CHECK-NEXT: "ttnn.reshape"
// CHECK-NEXT: "ttnn.slice_static"
func.func @joined(%a: tensor<4x8x16xf32>) -> tensor<10x16xf32> {
  %0 = "ttnn.reshape"(%a) <{shape = [32 : i32, 16 : i32]}> : (tensor<4x8x16xf32>) -> tensor<32x16xf32>
  %1 = "ttnn.slice_static"(%0) <{begins = [3 : i32, 0 : i32], ends = [13 : i32, 16 : i32], step = [1 : i32, 1 : i32]}> : (tensor<32x16xf32>) -> tensor<10x16xf32>
  return %1 : tensor<10x16xf32>
}

// CHECK-LABEL: func.func @repeated
// CHECK-NEXT: %[[REPEATED:.*]] = "ttnn.repeat"(%arg0) <{repeat_dims = #ttnn.shape<1x64x4x1>}> : (tensor<1x1x1x8xf32>) -> tensor<1x64x4x8xf32>
// CHECK-NEXT: "ttnn.reshape"(%[[REPEATED]])
func.func @repeated(%a: tensor<1x1x1x8xf32>) -> tensor<2048xf32> {
  %0 = "ttnn.repeat"(%a) <{repeat_dims = #ttnn.shape<4x64x1x1>}> : (tensor<1x1x1x8xf32>) -> tensor<4x64x1x8xf32>
  %1 = "ttnn.reshape"(%0) <{shape = [2048 : i32]}> : (tensor<4x64x1x8xf32>) -> tensor<2048xf32>
  return %1 : tensor<2048xf32>
}
