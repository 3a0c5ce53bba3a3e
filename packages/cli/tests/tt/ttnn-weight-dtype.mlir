// Weights of products go in blocks that share exponents; inputs stay. A weight's own attribute wins.
// RUN: shardform opt %s --ttnn-weight-dtype-conversion=target-dtype=bfp_bf8 | FileCheck %s

#dram = #ttnn.buffer_type<dram>
#x = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#w = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
// CHECK-LABEL: func.func @matmul
// CHECK-NEXT: %[[SHORT:.*]] = "ttnn.typecast"(%arg1) : ({{.*}}) -> tensor<64x64x!ttcore.tile<32x32, bfp_bf8>,
// CHECK-NEXT: "ttnn.matmul"(%arg0, %[[SHORT]])
func.func @matmul(%x: tensor<32x64xbf16, #x> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<64x64xbf16, #w> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x64xbf16, #x> attributes {tt.function_type = "forward_device"} {
  %0 = "ttnn.matmul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16, #x>, tensor<64x64xbf16, #w>) -> tensor<32x64xbf16, #x>
  return %0 : tensor<32x64xbf16, #x>
}

// CHECK-LABEL: func.func @own
// CHECK-NEXT: %[[OWN:.*]] = "ttnn.matmul"(%arg0, %arg1)
// CHECK-NEXT: return %[[OWN]]
func.func @own(%x: tensor<32x64xbf16, #x> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<64x64xbf16, #w> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x64xbf16, #x> attributes {tt.function_type = "forward_device"} {
  %0 = "ttnn.matmul"(%x, %w) <{transpose_a = false, transpose_b = false}> {ttcore.weight_dtype = "bf16"} : (tensor<32x64xbf16, #x>, tensor<64x64xbf16, #w>) -> tensor<32x64xbf16, #x>
  return %0 : tensor<32x64xbf16, #x>
}
