// Tensors are made in the form in which they are used; moves that undo each other vanish.
// RUN: shardform opt %s --canonicalize | FileCheck %s

#dram = #ttnn.buffer_type<dram>
#l = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#r = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xf32, #dram>, <interleaved>>
#k = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
// CHECK-LABEL: func.func @created
// CHECK: %[[MADE:.*]] = "ttnn.full"{{.*}} -> tensor<64x64xbf16,
// CHECK-NEXT: return %[[MADE]]
func.func @created() -> tensor<64x64xbf16, #l> {
  %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %1 = "ttnn.full"(%0) <{fill_value = 2.0 : f32, shape = #ttnn.shape<64x64>}> : (!ttnn.device) -> tensor<64x64xf32, #r>
  %2 = "ttnn.to_tensor_spec"(%1) : (tensor<64x64xf32, #r>) -> tensor<64x64xbf16, #l>
  return %2 : tensor<64x64xbf16, #l>
}

// CHECK-LABEL: func.func @reshapes
// CHECK-NEXT: return %arg0
func.func @reshapes(%a: tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l> {
  %0 = "ttnn.reshape"(%a) <{shape = [32 : i32, 128 : i32]}> : (tensor<64x64xbf16, #l>) -> tensor<32x128xbf16, #k>
  %1 = "ttnn.reshape"(%0) <{shape = [64 : i32, 64 : i32]}> : (tensor<32x128xbf16, #k>) -> tensor<64x64xbf16, #l>
  %2 = "ttnn.permute"(%1) <{permutation = array<i64: 1, 0>}> : (tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  %3 = "ttnn.permute"(%2) <{permutation = array<i64: 1, 0>}> : (tensor<64x64xbf16, #l>) -> tensor<64x64xbf16, #l>
  return %3 : tensor<64x64xbf16, #l>
}
