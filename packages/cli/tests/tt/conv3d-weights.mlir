// Weights of convolutions over three dimensions are prepared in blocks of input channels, and the numbers stay the same.
// RUN: not shardform opt %s --split-input-file --ttnn-prepare-conv3d-weights | FileCheck %s
// RUN: not shardform opt %s --split-input-file --validate --ttnn-prepare-conv3d-weights 2>&1 | FileCheck %s --check-prefix=NUMBERS

// NUMBERS: executed after 1 of 1 passes, the others changed nothing: the numbers stay the same

#dram = #ttnn.buffer_type<dram>
#host = #ttnn.buffer_type<system_memory>
#x = #ttnn.ttnn_layout<(d0, d1, d2, d3, d4) -> (d0 * 60 + d1 * 20 + d2 * 5 + d3, d4), <1x1>, memref<60x64xf32, #dram>, <interleaved>>
#w = #ttnn.ttnn_layout<(d0, d1, d2, d3, d4) -> (d0 * 240 + d1 * 6 + d2 * 3 + d3, d4), <1x1>, memref<960x1xf32, #host>>
#y = #ttnn.ttnn_layout<(d0, d1, d2, d3, d4) -> (d0 * 20 + d1 * 10 + d2 * 5 + d3, d4), <1x1>, memref<20x4xf32, #dram>, <interleaved>>

// CHECK: #[[ROWS:.*]] = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<384x4xf32, #dram>, <interleaved>>
// CHECK: #[[TILES:.*]] = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<12x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
// CHECK-LABEL: func.func @main
// CHECK: %[[MATRIX:.*]] = "ttnn.prepare_conv3d_weights"(%arg1, %{{.*}}) <{alignment = 32 : i32, c_in_block = 32 : i32, groups = 1 : i32}> : ({{.*}}) -> tensor<384x4xf32, #[[ROWS]]>
// CHECK-NEXT: %[[TILED:.*]] = "ttnn.to_tensor_spec"(%[[MATRIX]]) : ({{.*}}) -> tensor<384x4xf32, #[[TILES]]>
// CHECK-NEXT: "ttnn.conv3d"(%arg0, %[[TILED]], %{{.*}})
func.func @main(%x: tensor<1x3x4x5x64xf32, #x>, %w: tensor<4x40x2x3x1xf32, #w>) -> tensor<1x2x2x5x4xf32, #y> {
  %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %1 = "ttnn.conv3d"(%x, %w, %0) <{batch_size = 1 : i32, conv3d_config = #ttnn.conv3d_config<c_in_block = 32>, groups = 1 : i32, in_channels = 64 : i32, input_depth = 3 : i32, input_height = 4 : i32, input_width = 5 : i32, kernel_size = array<i32: 2, 3, 1>, out_channels = 4 : i32, padding = array<i32: 0, 0, 0>, padding_mode = "zeros", stride = array<i32: 1, 1, 1>}> : (tensor<1x3x4x5x64xf32, #x>, tensor<4x40x2x3x1xf32, #w>, !ttnn.device) -> tensor<1x2x2x5x4xf32, #y>
  return %1 : tensor<1x2x2x5x4xf32, #y>
}

// -----

#dram = #ttnn.buffer_type<dram>
#host = #ttnn.buffer_type<system_memory>
#x = #ttnn.ttnn_layout<(d0, d1, d2, d3, d4) -> (d0 * 8 + d1 * 4 + d2 * 2 + d3, d4), <1x1>, memref<8x32xf32, #dram>, <interleaved>>
#w = #ttnn.ttnn_layout<(d0, d1, d2, d3, d4) -> (d0 * 32 + d1 + d2 + d3, d4), <1x1>, memref<128x1xf32, #host>>
#y = #ttnn.ttnn_layout<(d0, d1, d2, d3, d4) -> (d0 * 8 + d1 * 4 + d2 * 2 + d3, d4), <1x1>, memref<8x4xf32, #dram>, <interleaved>>

// NUMBERS: error: 'ttnn.conv3d' op expects a c_in_block in its conv3d_config, which says how its weights are prepared
func.func @main(%x: tensor<1x2x2x2x32xf32, #x>, %w: tensor<4x32x1x1x1xf32, #w>) -> tensor<1x2x2x2x4xf32, #y> {
  %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %1 = "ttnn.conv3d"(%x, %w, %0) <{batch_size = 1 : i32, groups = 1 : i32, in_channels = 32 : i32, input_depth = 2 : i32, input_height = 2 : i32, input_width = 2 : i32, kernel_size = array<i32: 1, 1, 1>, out_channels = 4 : i32, padding = array<i32: 0, 0, 0>, padding_mode = "zeros", stride = array<i32: 1, 1, 1>}> : (tensor<1x2x2x2x32xf32, #x>, tensor<4x32x1x1x1xf32, #w>, !ttnn.device) -> tensor<1x2x2x2x4xf32, #y>
  return %1 : tensor<1x2x2x2x4xf32, #y>
}
