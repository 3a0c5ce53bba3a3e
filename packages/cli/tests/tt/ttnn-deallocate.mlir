// Tensors are freed after their last use; weights of functions of constants belong to the caller.
// RUN: not shardform opt %s --split-input-file --ttnn-deallocate | FileCheck %s
// RUN: not shardform opt %s --split-input-file --ttnn-deallocate 2>&1 | FileCheck %s --check-prefix=FREED

// CHECK-LABEL: func.func @sums
// CHECK-NEXT: %[[A:.*]] = "ttnn.abs"(%arg0)
// CHECK-NEXT: "ttnn.deallocate"(%arg0)
// CHECK-NEXT: %[[B:.*]] = "ttnn.add"(%[[A]], %[[A]])
// CHECK-NEXT: "ttnn.deallocate"(%[[A]])
// CHECK-NEXT: return %[[B]]
func.func @sums(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttnn.abs"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "ttnn.add"(%0, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func private @weights
// CHECK-NEXT: %[[A:.*]] = "ttnn.abs"(%arg0)
// CHECK-NEXT: return %[[A]]
func.func private @weights(%a: tensor<4xf32>) -> tensor<4xf32> attributes {tt.function_type = "const_eval"} {
  %0 = "ttnn.abs"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#l1 = #ttnn.buffer_type<l1>
#x = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3), <1x1>, memref<2x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#w = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1024 + d1 * 32 + d2, d3), <1x1>, memref<32x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
// FREED: error: use-after-free detected: op deallocates its input but is not the last user; 'ttnn.add' op uses it later: set deallocate_activation to false
func.func @freed(%x: tensor<1x1x64x32xbf16, #x>, %w: tensor<32x32x1x1xbf16, #w>) -> tensor<1x1x64x32xbf16, #x> {
  %d = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %0 = "ttnn.conv2d"(%x, %w, %d) <{in_channels = 32 : i32, out_channels = 32 : i32, batch_size = 1 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 1, 1>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32, conv2d_config = #ttnn.conv2d_config<deallocate_activation = true>}> : (tensor<1x1x64x32xbf16, #x>, tensor<32x32x1x1xbf16, #w>, !ttnn.device) -> tensor<1x1x64x32xbf16, #x>
  %1 = "ttnn.add"(%x, %0) : (tensor<1x1x64x32xbf16, #x>, tensor<1x1x64x32xbf16, #x>) -> tensor<1x1x64x32xbf16, #x>
  return %1 : tensor<1x1x64x32xbf16, #x>
}
