/// integers of 8 bits are added as si32
// ttnn.to_tensor_spec: 32x64 tiles of u8 in dram -> 32x64 tiles of si32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of u8 in dram -> 32x64 tiles of si32 in dram
// ttnn.add: 32x64 tiles of si32 in dram, 32x64 tiles of si32 in dram -> 32x64 tiles of si32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of si32 in dram -> 32x64 tiles of u8 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u8>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xui8, #ttnn_layout>, %arg1: tensor<32x64xui8, #ttnn_layout>) -> tensor<32x64xui8, #ttnn_layout> {
    %0 = "ttnn.add"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}> : (tensor<32x64xui8, #ttnn_layout>, tensor<32x64xui8, #ttnn_layout>) -> tensor<32x64xui8, #ttnn_layout>
    return %0 : tensor<32x64xui8, #ttnn_layout>
  }
}
// -----
/// integers of 8 bits are compared as si32
// ttnn.to_tensor_spec: 32x64 tiles of u8 in dram -> 32x64 tiles of si32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of u8 in dram -> 32x64 tiles of si32 in dram
// ttnn.eq: 32x64 tiles of si32 in dram, 32x64 tiles of si32 in dram -> 32x64 tiles of si32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of si32 in dram -> 32x64 tiles of u8 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u8>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xui8, #ttnn_layout>, %arg1: tensor<32x64xui8, #ttnn_layout>) -> tensor<32x64xui8, #ttnn_layout> {
    %0 = "ttnn.eq"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}> : (tensor<32x64xui8, #ttnn_layout>, tensor<32x64xui8, #ttnn_layout>) -> tensor<32x64xui8, #ttnn_layout>
    return %0 : tensor<32x64xui8, #ttnn_layout>
  }
}
// -----
/// bits of 8 are combined as u32
// ttnn.to_tensor_spec: 32x64 tiles of u8 in dram -> 32x64 tiles of u32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of u8 in dram -> 32x64 tiles of u32 in dram
// ttnn.bitwise_and: 32x64 tiles of u32 in dram, 32x64 tiles of u32 in dram -> 32x64 tiles of u32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of u32 in dram -> 32x64 tiles of u8 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u8>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xui8, #ttnn_layout>, %arg1: tensor<32x64xui8, #ttnn_layout>) -> tensor<32x64xui8, #ttnn_layout> {
    %0 = "ttnn.bitwise_and"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}> : (tensor<32x64xui8, #ttnn_layout>, tensor<32x64xui8, #ttnn_layout>) -> tensor<32x64xui8, #ttnn_layout>
    return %0 : tensor<32x64xui8, #ttnn_layout>
  }
}
// -----
/// integers of 8 bits are shifted as si32
// ttnn.to_tensor_spec: 32x64 tiles of u8 in dram -> 32x64 tiles of si32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of u8 in dram -> 32x64 tiles of si32 in dram
// ttnn.logical_left_shift: 32x64 tiles of si32 in dram, 32x64 tiles of si32 in dram -> 32x64 tiles of si32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of si32 in dram -> 32x64 tiles of u8 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u8>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xui8, #ttnn_layout>, %arg1: tensor<32x64xui8, #ttnn_layout>) -> tensor<32x64xui8, #ttnn_layout> {
    %0 = "ttnn.logical_left_shift"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}> : (tensor<32x64xui8, #ttnn_layout>, tensor<32x64xui8, #ttnn_layout>) -> tensor<32x64xui8, #ttnn_layout>
    return %0 : tensor<32x64xui8, #ttnn_layout>
  }
}
// -----
/// integers of 8 bits are divided as f32
// ttnn.to_tensor_spec: 32x64 tiles of u8 in dram -> 32x64 tiles of f32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of u8 in dram -> 32x64 tiles of f32 in dram
// ttnn.divide: 32x64 tiles of f32 in dram, 32x64 tiles of f32 in dram -> 32x64 tiles of f32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of f32 in dram -> 32x64 tiles of u8 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u8>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xui8, #ttnn_layout>, %arg1: tensor<32x64xui8, #ttnn_layout>) -> tensor<32x64xui8, #ttnn_layout> {
    %0 = "ttnn.divide"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}> : (tensor<32x64xui8, #ttnn_layout>, tensor<32x64xui8, #ttnn_layout>) -> tensor<32x64xui8, #ttnn_layout>
    return %0 : tensor<32x64xui8, #ttnn_layout>
  }
}
// -----
/// bf16 is added as it is
// ttnn.add: 32x64 tiles of bf16 in dram, 32x64 tiles of bf16 in dram -> 32x64 tiles of bf16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xbf16, #ttnn_layout>, %arg1: tensor<32x64xbf16, #ttnn_layout>) -> tensor<32x64xbf16, #ttnn_layout> {
    %0 = "ttnn.add"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}> : (tensor<32x64xbf16, #ttnn_layout>, tensor<32x64xbf16, #ttnn_layout>) -> tensor<32x64xbf16, #ttnn_layout>
    return %0 : tensor<32x64xbf16, #ttnn_layout>
  }
}
// -----
/// integers are divided as f32
// ttnn.to_tensor_spec: 32x64 tiles of si32 in dram -> 32x64 tiles of f32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of si32 in dram -> 32x64 tiles of f32 in dram
// ttnn.divide: 32x64 tiles of f32 in dram, 32x64 tiles of f32 in dram -> 32x64 tiles of f32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of f32 in dram -> 32x64 tiles of si32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xi32, #ttnn_layout>, %arg1: tensor<32x64xi32, #ttnn_layout>) -> tensor<32x64xi32, #ttnn_layout> {
    %0 = "ttnn.divide"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}> : (tensor<32x64xi32, #ttnn_layout>, tensor<32x64xi32, #ttnn_layout>) -> tensor<32x64xi32, #ttnn_layout>
    return %0 : tensor<32x64xi32, #ttnn_layout>
  }
}
// -----
/// integers of 32 bits are chosen as they are
// ttnn.to_tensor_spec: 32x64 tiles of si32 in dram -> 32x64 tiles of f32 in dram
// ttnn.where: 32x64 tiles of f32 in dram, 32x64 tiles of si32 in dram, 32x64 tiles of si32 in dram -> 32x64 tiles of si32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xi32, #ttnn_layout>, %arg1: tensor<32x64xi32, #ttnn_layout>) -> tensor<32x64xi32, #ttnn_layout> {
    %0 = "ttnn.where"(%arg0, %arg1, %arg1) : (tensor<32x64xi32, #ttnn_layout>, tensor<32x64xi32, #ttnn_layout>, tensor<32x64xi32, #ttnn_layout>) -> tensor<32x64xi32, #ttnn_layout>
    return %0 : tensor<32x64xi32, #ttnn_layout>
  }
}
// -----
/// conditions that are exact in the format of the numbers stay
// ttnn.where: 32x64 tiles of bf16 in dram, 32x64 tiles of f32 in dram, 32x64 tiles of f32 in dram -> 32x64 tiles of f32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xbf16, #ttnn_layout>, %arg1: tensor<32x64xf32, #ttnn_layout1>) -> tensor<32x64xf32, #ttnn_layout1> {
    %0 = "ttnn.where"(%arg0, %arg1, %arg1) : (tensor<32x64xbf16, #ttnn_layout>, tensor<32x64xf32, #ttnn_layout1>, tensor<32x64xf32, #ttnn_layout1>) -> tensor<32x64xf32, #ttnn_layout1>
    return %0 : tensor<32x64xf32, #ttnn_layout1>
  }
}
// -----
/// short integers are chosen as f32
// ttnn.to_tensor_spec: 32x64 tiles of u16 in dram -> 32x64 tiles of f32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of u16 in dram -> 32x64 tiles of f32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of u16 in dram -> 32x64 tiles of f32 in dram
// ttnn.where: 32x64 tiles of f32 in dram, 32x64 tiles of f32 in dram, 32x64 tiles of f32 in dram -> 32x64 tiles of f32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of f32 in dram -> 32x64 tiles of u16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xui16, #ttnn_layout>, %arg1: tensor<32x64xui16, #ttnn_layout>) -> tensor<32x64xui16, #ttnn_layout> {
    %0 = "ttnn.where"(%arg0, %arg1, %arg1) : (tensor<32x64xui16, #ttnn_layout>, tensor<32x64xui16, #ttnn_layout>, tensor<32x64xui16, #ttnn_layout>) -> tensor<32x64xui16, #ttnn_layout>
    return %0 : tensor<32x64xui16, #ttnn_layout>
  }
}
// -----
/// unsigned bits are negated as si32
// ttnn.to_tensor_spec: 32x64 tiles of u32 in dram -> 32x64 tiles of si32 in dram
// ttnn.bitwise_not: 32x64 tiles of si32 in dram -> 32x64 tiles of si32 in dram
// ttnn.to_tensor_spec: 32x64 tiles of si32 in dram -> 32x64 tiles of u32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xui32, #ttnn_layout>) -> tensor<32x64xui32, #ttnn_layout> {
    %0 = "ttnn.bitwise_not"(%arg0) : (tensor<32x64xui32, #ttnn_layout>) -> tensor<32x64xui32, #ttnn_layout>
    return %0 : tensor<32x64xui32, #ttnn_layout>
  }
}
// -----
/// the error function of integers is one of bf16
// ttnn.to_tensor_spec: 32x64 tiles of si32 in dram -> 32x64 tiles of bf16 in dram
// ttnn.erf: 32x64 tiles of bf16 in dram -> 32x64 tiles of bf16 in dram
// ttnn.to_tensor_spec: 32x64 tiles of bf16 in dram -> 32x64 tiles of si32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xi32, #ttnn_layout>) -> tensor<32x64xi32, #ttnn_layout> {
    %0 = "ttnn.erf"(%arg0) : (tensor<32x64xi32, #ttnn_layout>) -> tensor<32x64xi32, #ttnn_layout>
    return %0 : tensor<32x64xi32, #ttnn_layout>
  }
}
// -----
/// tiles are padded in front as rows
// ttnn.to_tensor_spec: 32x64 tiles of f32 in dram -> 32x64 rows of f32 in dram
// ttnn.pad: 32x64 rows of f32 in dram -> 33x64 rows of f32 in dram
// ttnn.to_tensor_spec: 33x64 rows of f32 in dram -> 33x64 tiles of f32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xf32, #ttnn_layout>) -> tensor<33x64xf32, #ttnn_layout1> {
    %0 = "ttnn.pad"(%arg0) <{padding = array<i32: 1, 0, 0, 0>, use_multicore = true, value = 0.000000e+00 : f32}> : (tensor<32x64xf32, #ttnn_layout>) -> tensor<33x64xf32, #ttnn_layout1>
    return %0 : tensor<33x64xf32, #ttnn_layout1>
  }
}
// -----
/// tiles are padded behind as they are
// ttnn.pad: 32x64 tiles of f32 in dram -> 33x64 tiles of f32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xf32, #ttnn_layout>) -> tensor<33x64xf32, #ttnn_layout1> {
    %0 = "ttnn.pad"(%arg0) <{padding = array<i32: 0, 1, 0, 0>, use_multicore = true, value = 0.000000e+00 : f32}> : (tensor<32x64xf32, #ttnn_layout>) -> tensor<33x64xf32, #ttnn_layout1>
    return %0 : tensor<33x64xf32, #ttnn_layout1>
  }
}
// -----
/// parts of tiles are joined as rows
// ttnn.to_tensor_spec: 32x33 tiles of f32 in dram -> 32x33 rows of f32 in dram
// ttnn.to_tensor_spec: 32x31 tiles of f32 in dram -> 32x31 rows of f32 in dram
// ttnn.concat: 32x33 rows of f32 in dram, 32x31 rows of f32 in dram -> 32x64 rows of f32 in dram
// ttnn.to_tensor_spec: 32x64 rows of f32 in dram -> 32x64 tiles of f32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x33xf32, #ttnn_layout>, %arg1: tensor<32x31xf32, #ttnn_layout1>) -> tensor<32x64xf32, #ttnn_layout> {
    %0 = "ttnn.concat"(%arg0, %arg1) <{dim = 1 : si32}> : (tensor<32x33xf32, #ttnn_layout>, tensor<32x31xf32, #ttnn_layout1>) -> tensor<32x64xf32, #ttnn_layout>
    return %0 : tensor<32x64xf32, #ttnn_layout>
  }
}
// -----
/// whole matrices are joined as tiles
// ttnn.concat: 3x32x33 tiles of f32 in dram, 5x32x33 tiles of f32 in dram -> 8x32x33 tiles of f32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<3x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<5x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<8x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<3x32x33xf32, #ttnn_layout>, %arg1: tensor<5x32x33xf32, #ttnn_layout1>) -> tensor<8x32x33xf32, #ttnn_layout2> {
    %0 = "ttnn.concat"(%arg0, %arg1) <{dim = 0 : si32}> : (tensor<3x32x33xf32, #ttnn_layout>, tensor<5x32x33xf32, #ttnn_layout1>) -> tensor<8x32x33xf32, #ttnn_layout2>
    return %0 : tensor<8x32x33xf32, #ttnn_layout2>
  }
}
// -----
/// short integers are added up as f32
// ttnn.to_tensor_spec: 32x64 tiles of u16 in dram -> 32x64 tiles of f32 in dram
// ttnn.sum: 32x64 tiles of f32 in dram -> 32x1 tiles of f32 in dram
// ttnn.to_tensor_spec: 32x1 tiles of f32 in dram -> 32x1 tiles of u16 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u16>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xui16, #ttnn_layout>) -> tensor<32x1xui16, #ttnn_layout1> {
    %0 = "ttnn.sum"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xui16, #ttnn_layout>) -> tensor<32x1xui16, #ttnn_layout1>
    return %0 : tensor<32x1xui16, #ttnn_layout1>
  }
}
// -----
/// integers of 32 bits are added up as they are
// ttnn.sum: 32x64 tiles of si32 in dram -> 32x1 tiles of si32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xi32, #ttnn_layout>) -> tensor<32x1xi32, #ttnn_layout1> {
    %0 = "ttnn.sum"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xi32, #ttnn_layout>) -> tensor<32x1xi32, #ttnn_layout1>
    return %0 : tensor<32x1xi32, #ttnn_layout1>
  }
}
// -----
/// short unsigned integers are sliced with steps as u32
// ttnn.to_tensor_spec: 32x64 tiles of u8 in dram -> 32x64 tiles of u32 in dram
// ttnn.slice_static: 32x64 tiles of u32 in dram -> 32x32 tiles of u32 in dram
// ttnn.to_tensor_spec: 32x32 tiles of u32 in dram -> 32x32 tiles of u8 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u8>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, u8>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xui8, #ttnn_layout>) -> tensor<32x32xui8, #ttnn_layout1> {
    %0 = "ttnn.slice_static"(%arg0) <{begins = [0 : i32, 0 : i32], ends = [32 : i32, 64 : i32], step = [1 : i32, 2 : i32]}> : (tensor<32x64xui8, #ttnn_layout>) -> tensor<32x32xui8, #ttnn_layout1>
    return %0 : tensor<32x32xui8, #ttnn_layout1>
  }
}
// -----
/// f32 is sliced with steps as it is
// ttnn.slice_static: 32x64 tiles of f32 in dram -> 32x32 tiles of f32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xf32, #ttnn_layout>) -> tensor<32x32xf32, #ttnn_layout1> {
    %0 = "ttnn.slice_static"(%arg0) <{begins = [0 : i32, 0 : i32], ends = [32 : i32, 64 : i32], step = [1 : i32, 2 : i32]}> : (tensor<32x64xf32, #ttnn_layout>) -> tensor<32x32xf32, #ttnn_layout1>
    return %0 : tensor<32x32xf32, #ttnn_layout1>
  }
}
// -----
/// integers of 8 bits are reshaped as si32
// ttnn.to_tensor_spec: 32x64 tiles of u8 in dram -> 32x64 tiles of si32 in dram
// ttnn.reshape: 32x64 tiles of si32 in dram -> 64x32 tiles of si32 in dram
// ttnn.to_tensor_spec: 64x32 tiles of si32 in dram -> 64x32 tiles of u8 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, u8>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!ttcore.tile<32x32, u8>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xui8, #ttnn_layout>) -> tensor<64x32xui8, #ttnn_layout1> {
    %0 = "ttnn.reshape"(%arg0) <{shape = [64 : i32, 32 : i32]}> : (tensor<32x64xui8, #ttnn_layout>) -> tensor<64x32xui8, #ttnn_layout1>
    return %0 : tensor<64x32xui8, #ttnn_layout1>
  }
}
// -----
/// rows of a table are looked up in bf16
// ttnn.to_tensor_spec: 8 tiles of si32 in dram -> 8 rows of u32 in dram
// ttnn.to_tensor_spec: 64x32 tiles of f32 in dram -> 64x32 rows of bf16 in dram
// ttnn.embedding: 8 rows of u32 in dram, 64x32 rows of bf16 in dram -> 8x32 tiles of bf16 in dram
// ttnn.to_tensor_spec: 8x32 tiles of bf16 in dram -> 8x32 tiles of f32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<8xi32, #ttnn_layout>, %arg1: tensor<64x32xf32, #ttnn_layout1>) -> tensor<8x32xf32, #ttnn_layout2> {
    %0 = "ttnn.embedding"(%arg0, %arg1) : (tensor<8xi32, #ttnn_layout>, tensor<64x32xf32, #ttnn_layout1>) -> tensor<8x32xf32, #ttnn_layout2>
    return %0 : tensor<8x32xf32, #ttnn_layout2>
  }
}
// -----
/// products are formed in bf16
// ttnn.to_tensor_spec: 32x64 tiles of f32 in dram -> 32x64 tiles of bf16 in dram
// ttnn.prod: 32x64 tiles of bf16 in dram -> 32 tiles of bf16 in dram
// ttnn.to_tensor_spec: 32 tiles of bf16 in dram -> 32 tiles of f32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xf32, #ttnn_layout>) -> tensor<32xf32, #ttnn_layout1> {
    %0 = "ttnn.prod"(%arg0) <{dim_arg = 1 : si64, keep_dim = false}> : (tensor<32x64xf32, #ttnn_layout>) -> tensor<32xf32, #ttnn_layout1>
    return %0 : tensor<32xf32, #ttnn_layout1>
  }
}
// -----
/// f32 is scattered in rows
// ttnn.to_tensor_spec: 32x64 tiles of f32 in dram -> 32x64 rows of f32 in dram
// ttnn.to_tensor_spec: 4x64 tiles of si32 in dram -> 4x64 rows of si32 in dram
// ttnn.to_tensor_spec: 4x64 tiles of f32 in dram -> 4x64 rows of f32 in dram
// ttnn.scatter: 32x64 rows of f32 in dram, 4x64 rows of si32 in dram, 4x64 rows of f32 in dram -> 32x64 rows of f32 in dram
// ttnn.to_tensor_spec: 32x64 rows of f32 in dram -> 32x64 tiles of f32 in dram
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>
module {
  func.func @main(%arg0: tensor<32x64xf32, #ttnn_layout>, %arg1: tensor<4x64xi32, #ttnn_layout1>, %arg2: tensor<4x64xf32, #ttnn_layout>) -> tensor<32x64xf32, #ttnn_layout> {
    %0 = "ttnn.scatter"(%arg0, %arg1, %arg2) <{dim = 0 : si32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x64xf32, #ttnn_layout>, tensor<4x64xi32, #ttnn_layout1>, tensor<4x64xf32, #ttnn_layout>) -> tensor<32x64xf32, #ttnn_layout>
    return %0 : tensor<32x64xf32, #ttnn_layout>
  }
}
