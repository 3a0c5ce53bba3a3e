// Kernels over several devices get the buffers and counters that they keep between runs, at the head of the function.
// RUN: shardform opt %s --split-input-file --ttcore-register-device --ttnn-allocate-distributed-op-buffers | FileCheck %s --check-prefix=BUFFERS
// RUN: not shardform opt %s --split-input-file --ttcore-register-device --ttnn-allocate-distributed-op-semaphores | FileCheck %s --check-prefix=COUNTERS
// RUN: not shardform opt %s --split-input-file --ttcore-register-device --ttnn-allocate-distributed-op-semaphores 2>&1 | FileCheck %s --check-prefix=REFUSED

#l1 = #ttnn.buffer_type<l1>
#host = #ttnn.buffer_type<system_memory>
#x = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x4>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <width_sharded>, core_ranges = <[#ttnn.core_range<(1,0), (2,0)>, #ttnn.core_range<(0,1), (1,1)>]>>
#w = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x32xbf16, #host>>

// One tile of f32, since nothing says less, which both share behind the device; each waits by a counter of its own.
// BUFFERS: #[[TILE:.*]] = #ttnn.ttnn_layout<{{.*}}, <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #l1>, <width_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>>
// BUFFERS-LABEL: func.func @norms
// BUFFERS-NEXT: %[[DEVICE:.*]] = "ttnn.get_device"
// BUFFERS-NEXT: %[[SECOND:.*]] = "ttnn.empty"(%[[DEVICE]]) <{{.*}}> : (!ttnn.device) -> tensor<1x1x32x32xbf16,
// BUFFERS-NEXT: %[[FIRST:.*]] = "ttnn.empty"(%[[DEVICE]]) <{{.*}}> : (!ttnn.device) -> tensor<1x1x32x32xf32, #[[TILE]]>
// BUFFERS-NEXT: %[[ONE:.*]] = "ttnn.distributed_rms_norm"(%arg0, %arg1, %[[FIRST]], %[[DEVICE]]) <{{.*}}operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1>
// BUFFERS-NEXT: "ttnn.distributed_rms_norm"(%[[ONE]], %arg1, %[[SECOND]], %[[DEVICE]])
// The rectangle around the cores of the result.
// COUNTERS-LABEL: func.func @norms
// COUNTERS-NEXT: %[[DEVICE:.*]] = "ttnn.get_device"
// COUNTERS-NEXT: %[[SECOND:.*]] = "ttnn.create_global_semaphore"(%[[DEVICE]]) <{core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (2,1)>]>, initial_value = 0 : ui32}>
// COUNTERS-NEXT: %[[FIRST:.*]] = "ttnn.create_global_semaphore"(%[[DEVICE]])
// COUNTERS-NEXT: %[[ONE:.*]] = "ttnn.distributed_rms_norm"(%arg0, %arg1, %[[FIRST]], %[[DEVICE]]) <{{.*}}operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 1>
// COUNTERS-NEXT: "ttnn.distributed_rms_norm"(%[[ONE]], %arg1, %[[SECOND]], %[[DEVICE]])
func.func @norms(%x: tensor<1x1x32x128xbf16, #x>, %w: tensor<4x32xbf16, #w>) -> tensor<1x1x32x128xbf16, #x> {
  %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x2>}> : () -> !ttnn.device
  %1 = "ttnn.distributed_rms_norm"(%x, %w, %0) <{cluster_axis = 1 : ui32, epsilon = 1.0e-05 : f32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> : (tensor<1x1x32x128xbf16, #x>, tensor<4x32xbf16, #w>, !ttnn.device) -> tensor<1x1x32x128xbf16, #x>
  %2 = "ttnn.distributed_rms_norm"(%1, %w, %0) <{cluster_axis = 1 : ui32, epsilon = 1.0e-05 : f32, compute_config = #ttnn.device_compute_kernel_config<fp32_dest_acc_en = false>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> : (tensor<1x1x32x128xbf16, #x>, tensor<4x32xbf16, #w>, !ttnn.device) -> tensor<1x1x32x128xbf16, #x>
  return %2 : tensor<1x1x32x128xbf16, #x>
}

// -----

#dram = #ttnn.buffer_type<dram>
#rows = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<32x128xbf16, #dram>, <interleaved>>
#choices = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<32x4xui16, #dram>, <interleaved>>
#scores = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<32x4xbf16, #dram>, <interleaved>>
#mapping = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<8x4xui16, #dram>, <interleaved>>
#rows_out = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<32x128xbf16, #dram>, <interleaved>>
#choices_out = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<32x4xui16, #dram>, <interleaved>>
#scores_out = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<32x4xbf16, #dram>, <interleaved>>

// BUFFERS-LABEL: func.func @dispatch
// BUFFERS-NEXT: "ttnn.get_device"
// BUFFERS-NEXT: %[[SCORES:.*]] = "ttnn.empty"{{.*}} -> tensor<1x32x4xbf16, #[[SCORES_ON_CORE:.*]]>
// BUFFERS-NEXT: %[[CHOICES:.*]] = "ttnn.empty"{{.*}} -> tensor<1x32x4xui16, #[[CHOICES_ON_CORE:.*]]>
// BUFFERS-NEXT: %[[ROWS:.*]] = "ttnn.empty"{{.*}} -> tensor<1x32x128xbf16, #[[ROWS_IN_DRAM:.*]]>
// BUFFERS-NEXT: "ttnn.all_to_all_dispatch_metadata"(%arg0, %arg1, %arg2, %arg3, %[[ROWS]], %[[CHOICES]], %[[SCORES]])
// BUFFERS-SAME: -> (tensor<1x32x128xbf16, #[[ROWS_IN_DRAM]]>, tensor<1x32x4xui16, #[[CHOICES_ON_CORE]]>, tensor<1x32x4xbf16, #[[SCORES_ON_CORE]]>)
// COUNTERS-LABEL: func.func @dispatch
// COUNTERS-NEXT: %[[DEVICE:.*]] = "ttnn.get_device"
// COUNTERS-NEXT: %[[COUNTER:.*]] = "ttnn.create_global_semaphore"(%[[DEVICE]]) <{core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,7)>]>, initial_value = 0 : ui32}>
// COUNTERS-NEXT: "ttnn.all_to_all_dispatch_metadata"(%arg0, %arg1, %arg2, %arg3, %[[COUNTER]])
func.func @dispatch(%x: tensor<1x1x32x128xbf16, #rows>, %i: tensor<1x1x32x4xui16, #choices>, %s: tensor<1x1x32x4xbf16, #scores>, %m: tensor<8x4xui16, #mapping>) {
  %0, %1, %2 = "ttnn.all_to_all_dispatch_metadata"(%x, %i, %s, %m) <{cluster_axis = 0 : i64, num_devices = 1 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>}> : (tensor<1x1x32x128xbf16, #rows>, tensor<1x1x32x4xui16, #choices>, tensor<1x1x32x4xbf16, #scores>, tensor<8x4xui16, #mapping>) -> (tensor<1x32x128xbf16, #rows_out>, tensor<1x32x4xui16, #choices_out>, tensor<1x32x4xbf16, #scores_out>)
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#x = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>

// REFUSED: error: 'ttnn.distributed_rms_norm' op has no semaphore, and its result is not split over cores that could hold one
func.func @nowhere(%x: tensor<1x1x32x128xbf16, #x>) -> tensor<1x1x32x128xbf16, #x> {
  %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x2>}> : () -> !ttnn.device
  %1 = "ttnn.distributed_rms_norm"(%x, %0) <{cluster_axis = 1 : ui32, epsilon = 1.0e-05 : f32, operandSegmentSizes = array<i32: 1, 0, 0, 0, 0, 1>}> : (tensor<1x1x32x128xbf16, #x>, !ttnn.device) -> tensor<1x1x32x128xbf16, #x>
  return %1 : tensor<1x1x32x128xbf16, #x>
}
