// Kernels that know fewer formats lose digits: nothing does unless it is asked for.
// RUN: shardform opt %s --validate --ttnn-workaround 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: not shardform opt %s --validate --ttnn-workaround=fewer-formats 2>&1 | FileCheck %s --check-prefix=LOST
#dram = #ttnn.buffer_type<dram>
#x = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>

// KEPT: the numbers stay the same
// LOST: after ttnn-workaround: output res0[0, 0] differs: device 0 has -0.9296875, sequential execution has -0.92873
func.func @main(%x: tensor<32x64xf32, #x>) -> tensor<32x64xf32, #x> {
  %0 = "ttnn.tanh"(%x) : (tensor<32x64xf32, #x>) -> tensor<32x64xf32, #x>
  return %0 : tensor<32x64xf32, #x>
}
