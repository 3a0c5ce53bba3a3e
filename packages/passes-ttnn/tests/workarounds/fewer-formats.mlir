/// [fewer-formats] integers of 32 bits are permuted as f32
// ttnn.to_tensor_spec: 32x64 tiles of si32 in dram -> 32x64 tiles of f32 in dram
// ttnn.permute: 32x64 tiles of f32 in dram -> 64x32 tiles of f32 in dram
// ttnn.to_tensor_spec: 64x32 tiles of f32 in dram -> 64x32 tiles of si32 in dram
#dram = #ttnn.buffer_type<dram>
module {
  func.func @main(%arg0: tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>) -> (tensor<64x32xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>) {
    %0 = "ttnn.permute"(%arg0) <{permutation = array<i64: 1, 0>}> : (tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>) -> (tensor<64x32xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>)
    return %0 : tensor<64x32xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>
  }
}
// -----
/// [fewer-formats] and added as f32
// ttnn.to_tensor_spec: 32x64 tiles of si32 in dram -> 32x64 tiles of f32 in dram
// ttnn.sum: 32x64 tiles of f32 in dram -> 32x1 tiles of f32 in dram
// ttnn.to_tensor_spec: 32x1 tiles of f32 in dram -> 32x1 tiles of si32 in dram
#dram = #ttnn.buffer_type<dram>
module {
  func.func @main(%arg0: tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>) -> (tensor<32x1xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>) {
    %0 = "ttnn.sum"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>) -> (tensor<32x1xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>)
    return %0 : tensor<32x1xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>
  }
}
// -----
/// [fewer-formats] halves are added as they are
// ttnn.sum: 32x64 tiles of bf16 in dram -> 32x1 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
module {
  func.func @main(%arg0: tensor<32x64xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>>) -> (tensor<32x1xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>>) {
    %0 = "ttnn.sum"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>>) -> (tensor<32x1xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>>)
    return %0 : tensor<32x1xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>>
  }
}
// -----
/// [fewer-formats] the hyperbolic tangent is one of halves
// ttnn.to_tensor_spec: 32x64 tiles of f32 in dram -> 32x64 tiles of bf16 in dram
// ttnn.tanh: 32x64 tiles of bf16 in dram -> 32x64 tiles of bf16 in dram
// ttnn.to_tensor_spec: 32x64 tiles of bf16 in dram -> 32x64 tiles of f32 in dram
#dram = #ttnn.buffer_type<dram>
module {
  func.func @main(%arg0: tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>) -> (tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>) {
    %0 = "ttnn.tanh"(%arg0) : (tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>) -> (tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>)
    return %0 : tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>
  }
}
// -----
/// [fewer-formats] integers are chosen as f32
// ttnn.to_tensor_spec: 32x64 tiles of si32 in dram -> 32x64 tiles of f32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of si32 in dram -> 32x64 tiles of f32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of si32 in dram -> 32x64 tiles of f32 in dram
// ttnn.where: 32x64 tiles of f32 in dram, 32x64 tiles of f32 in dram, 32x64 tiles of f32 in dram -> 32x64 tiles of f32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of f32 in dram -> 32x64 tiles of si32 in dram
#dram = #ttnn.buffer_type<dram>
module {
  func.func @main(%arg0: tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>, %arg1: tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>, %arg2: tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>) -> (tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>) {
    %0 = "ttnn.where"(%arg0, %arg1, %arg2) : (tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>, tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>, tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>) -> (tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>)
    return %0 : tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>
  }
}
// -----
/// [fewer-formats] conditions have the format of what is chosen
// ttnn.to_tensor_spec: 32x64 tiles of bf16 in dram -> 32x64 tiles of f32 in dram
// ttnn.where: 32x64 tiles of f32 in dram, 32x64 tiles of f32 in dram, 32x64 tiles of f32 in dram -> 32x64 tiles of f32 in dram
#dram = #ttnn.buffer_type<dram>
module {
  func.func @main(%arg0: tensor<32x64xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>>, %arg1: tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>, %arg2: tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>) -> (tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>) {
    %0 = "ttnn.where"(%arg0, %arg1, %arg2) : (tensor<32x64xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>>, tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>, tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>) -> (tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>)
    return %0 : tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>
  }
}
// -----
/// [fewer-formats] floats are sorted as halves
// ttnn.to_tensor_spec: 32x64 tiles of f32 in dram -> 32x64 tiles of bf16 in dram
// ttnn.sort: 32x64 tiles of bf16 in dram -> 32x64 tiles of bf16 in dram, 32x64 tiles of u16 in dram
// ttnn.to_tensor_spec: 32x64 tiles of bf16 in dram -> 32x64 tiles of f32 in dram
#dram = #ttnn.buffer_type<dram>
module {
  func.func @main(%arg0: tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>) -> (tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>, tensor<32x64xui16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>>) {
    %0:2 = "ttnn.sort"(%arg0) <{descending = false, dim = 1 : si8, stable = false}> : (tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>) -> (tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>, tensor<32x64xui16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>>)
    return %0#0, %0#1 : tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>, tensor<32x64xui16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>>
  }
}
// -----
/// [fewer-formats] integers are sorted as 16 bits
// ttnn.to_tensor_spec: 32x64 tiles of si32 in dram -> 32x64 tiles of u16 in dram
// ttnn.sort: 32x64 tiles of u16 in dram -> 32x64 tiles of u16 in dram, 32x64 tiles of u16 in dram
// ttnn.to_tensor_spec: 32x64 tiles of u16 in dram -> 32x64 tiles of si32 in dram
#dram = #ttnn.buffer_type<dram>
module {
  func.func @main(%arg0: tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>) -> (tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>, tensor<32x64xui16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>>) {
    %0:2 = "ttnn.sort"(%arg0) <{descending = false, dim = 1 : si8, stable = false}> : (tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>) -> (tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>, tensor<32x64xui16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>>)
    return %0#0, %0#1 : tensor<32x64xsi32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>>, tensor<32x64xui16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>>
  }
}
// -----
/// [fewer-formats] the greatest floats are found among halves
// ttnn.to_tensor_spec: 32x64 tiles of f32 in dram -> 32x64 tiles of bf16 in dram
// ttnn.topk: 32x64 tiles of bf16 in dram -> 32x5 tiles of bf16 in dram, 32x5 tiles of u16 in dram
// ttnn.to_tensor_spec: 32x5 tiles of bf16 in dram -> 32x5 tiles of f32 in dram
#dram = #ttnn.buffer_type<dram>
module {
  func.func @main(%arg0: tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>) -> (tensor<32x5xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>, tensor<32x5xui16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>>) {
    %0:2 = "ttnn.topk"(%arg0) <{dim = -1 : si32, k = 5 : i32, largest = true, sorted = true}> : (tensor<32x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>) -> (tensor<32x5xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>, tensor<32x5xui16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>>)
    return %0#0, %0#1 : tensor<32x5xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>>, tensor<32x5xui16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>>
  }
}
