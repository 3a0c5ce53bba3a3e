// Attention in parts, for heads whose size is not that of whole tiles.
// RUN: shardform opt %s --ttcore-register-device --ttnn-decomposition | FileCheck %s

#dram = #ttnn.buffer_type<dram>
#q = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 32 + d2, d3), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#kv = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 32 + d2, d3), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
// CHECK-LABEL: func.func @attention
// CHECK: %[[KEYS:.*]] = "ttnn.transpose"(%arg1) <{dim0 = -2 : si32, dim1 = -1 : si32}>
// CHECK: %[[SCORES:.*]] = "ttnn.matmul"(%arg0, %[[KEYS]])
// CHECK: %[[SCALE:.*]] = "ttnn.full"{{.*}}fill_value = 0.144337565
// CHECK: %[[SCALED:.*]] = "ttnn.multiply"(%[[SCORES]], %[[SCALE]])
// CHECK: %[[PARTS:.*]] = "ttnn.softmax"(%[[SCALED]]) <{dimension = -1 : si32, numericStable = true}>
// CHECK: "ttnn.matmul"(%[[PARTS]], %arg2)
func.func @attention(%q: tensor<1x2x32x48xbf16, #q>, %k: tensor<1x2x32x48xbf16, #kv>, %v: tensor<1x2x32x48xbf16, #kv>) -> tensor<1x2x32x48xbf16, #q> {
  %0 = "ttnn.scaled_dot_product_attention"(%q, %k, %v) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (tensor<1x2x32x48xbf16, #q>, tensor<1x2x32x48xbf16, #kv>, tensor<1x2x32x48xbf16, #kv>) -> tensor<1x2x32x48xbf16, #q>
  return %0 : tensor<1x2x32x48xbf16, #q>
}
