func.func @main(%a0: tensor<8x16xbf16>, %a1: tensor<i32>, %a2: tensor<2xi32>) {
  // expected-error@below {{'ttnn.slice_dynamic' op Begins and ends must be 1D tensors}}
  %0 = "ttnn.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 1 : i32]}> : (tensor<8x16xbf16>, tensor<i32>, tensor<2xi32>) -> tensor<4x16xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>, %a1: tensor<2xi32>, %a2: tensor<2xi32>) {
  // expected-error@below {{'ttnn.slice_dynamic' op Output tensor must have the same element type as the input tensor}}
  %0 = "ttnn.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 1 : i32]}> : (tensor<8x16xbf16>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x16xf32>
  return
}
// -----
func.func @main(%a0: tensor<8x32xbf16>, %a1: tensor<3xi32>, %a2: tensor<2xi32>) {
  // expected-error@below {{'ttnn.slice_dynamic' op Begins, ends, and step must have the same number of elements as the input tensor rank}}
  %0 = "ttnn.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 1 : i32]}> : (tensor<8x32xbf16>, tensor<3xi32>, tensor<2xi32>) -> tensor<4x16xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>, %a1: tensor<2xi32>, %a2: tensor<2xui16>) {
  // expected-error@below {{'ttnn.slice_dynamic' op Output tensor must have the same rank as the input tensor}}
  %0 = "ttnn.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 1 : i32]}> : (tensor<8x16xbf16>, tensor<2xi32>, tensor<2xui16>) -> tensor<1x4x16xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<1x2xi32>, %a2: tensor<2xi32>) {
  // expected-error@below {{'ttnn.slice_dynamic' op Input must be at least a 1D tensor}}
  %0 = "ttnn.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 1 : i32]}> : (tensor<bf16>, tensor<1x2xi32>, tensor<2xi32>) -> tensor<4x16xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>, %a1: tensor<2xi32>, %a2: tensor<2xi32>) {
  // expected-error@below {{'ttnn.slice_dynamic' op Step value for dimension 0 cannot be zero}}
  %0 = "ttnn.slice_dynamic"(%a0, %a1, %a2) <{step = [0 : i32, 1 : i32]}> : (tensor<8x16xbf16>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x16xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttnn.slice_static' op Mismatch in dimension 0 of the output tensor: expected size 4, but got 1}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32]}> : (tensor<8x16xbf16>) -> tensor<1x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttnn.slice_static' op Input must be at least a 1D tensor}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32]}> : (tensor<bf16>) -> tensor<8x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xf32>) {
  // expected-error@below {{'ttnn.slice_static' op Output tensor must have the same element type as the input tensor}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [1 : i32, 16 : i32], step = [2 : i32, 1 : i32]}> : (tensor<8x16xf32>) -> tensor<4x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttnn.slice_static' op Output tensor must have the same rank as the input tensor}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32]}> : (tensor<8x16xbf16>) -> tensor<12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttnn.slice_static' op Step value for dimension 1 cannot be zero}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 0 : i32]}> : (tensor<8x16xbf16>) -> tensor<4x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttnn.slice_static' op For negative step, begin index must be greater than or equal to end index for dimension 1. Got begin: 4, end: 16, step: -1, input shape: (8, 16)}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, -1 : i32]}> : (tensor<8x16xbf16>) -> tensor<4x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<16xbf16>) {
  // expected-error@below {{'ttnn.slice_static' op Begins, ends, and step attributes must have the same number of elements as the input tensor rank}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32]}> : (tensor<16xbf16>) -> tensor<4x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x16xbf16>) {
  // expected-error@below {{'ttnn.slice_static' op Invalid end index for dimension 0. Expected value in range [-1, 1], got 8. Input shape: (1, 16)}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32]}> : (tensor<1x16xbf16>) -> tensor<4x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x1xbf16>) {
  // expected-error@below {{'ttnn.slice_static' op Invalid begin index for dimension 1. Expected value in range [-1, 1), got 4. Input shape: (8, 1)}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32]}> : (tensor<8x1xbf16>) -> tensor<4x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttnn.slice_static' op For positive step, begin index must be less than or equal to end index for dimension 1. Got begin: 4, end: 0, step: 1, input shape: (8, 16)}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 0 : i32], step = [2 : i32, 1 : i32]}> : (tensor<8x16xbf16>) -> tensor<4x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<30x60xi32>) {
  // expected-error@below {{'ttnn.pad' op Output tensor shape (1,64) must match the inferred shape: (32,64)}}
  %0 = "ttnn.pad"(%a0) <{padding = array<i32: 0, 2, 0, 4>, use_multicore = true, value = 0.000000e+00 : f32}> : (tensor<30x60xi32>) -> tensor<1x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x65xbf16>) {
  // expected-error@below {{'ttnn.repeat' op Input tensor shape (32,65) at index 1 does not repeat to output (32,128) using repeat value 2.}}
  %0 = "ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<1x2>}> : (tensor<32x65xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.repeat' op Repeat dimension at index 1 must be greater than 0.}}
  %0 = "ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<1x0>}> : (tensor<32x64xbf16>) -> tensor<32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.repeat' op Input tensor rank 2 doesn't match the output tensor rank 0.}}
  %0 = "ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<1x0>}> : (tensor<32x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<64xbf16>) {
  // expected-error@below {{'ttnn.repeat' op Input tensor rank 1 doesn't match the number of repeat dimensions 2.}}
  %0 = "ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<1x2>}> : (tensor<64xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x63xbf16>) {
  // expected-error@below {{'ttnn.repeat_interleave' op Output shape [64,1] does not match the expected shape [64,63]}}
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 2 : ui32}> : (tensor<32x63xbf16>) -> tensor<64x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.repeat_interleave' op Dimension attribute must be within the bounds[-2, 2), got 2}}
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 100 : si32, repeats = 2 : ui32}> : (tensor<32x64xbf16>) -> tensor<128x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.repeat_interleave' op Output shape [64] does not match the expected shape [64,64]}}
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 2 : ui32}> : (tensor<32x64xbf16>) -> tensor<64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<64xbf16>) {
  // expected-error@below {{'ttnn.repeat_interleave' op Output shape [64,64] does not match the expected shape [128]}}
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 2 : ui32}> : (tensor<64xbf16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xf32>) {
  // expected-error@below {{'ttnn.repeat_interleave' op Output shape [1,64,64] does not match the expected shape [64,64]}}
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 2 : ui32}> : (tensor<32x64xf32>) -> tensor<1x64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.repeat_interleave' op Repeats attribute must be non-zero}}
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 0 : ui32}> : (tensor<32x128xbf16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.repeat_interleave' op Output shape [] does not match the expected shape [64,64]}}
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 2 : ui32}> : (tensor<32x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>) {
  // expected-error@below {{'ttnn.repeat_interleave' op Output shape [64,64] does not match the expected shape [2,32,64]}}
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 2 : ui32}> : (tensor<1x32x64xbf16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttnn.repeat_interleave' op Input must be at least a 1D tensor}}
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 2 : ui32}> : (tensor<bf16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<32x32xbf16>) {
  // expected-error@below {{'ttnn.concat' op Invalid dimension 1 for concatenation.}}
  %0 = "ttnn.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<bf16>, tensor<32x32xbf16>) -> tensor<32x96xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<32x32xbf16>) {
  // expected-error@below {{'ttnn.concat' op Output tensor dimension 1 must be equal to the sum of input tensor dimensions at the same axis (96), but got 192.}}
  %0 = "ttnn.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<32x64xbf16>, tensor<32x32xbf16>) -> tensor<32x192xbf16>
  return
}
// -----
func.func @main(%a0: tensor<64x64xbf16>, %a1: tensor<32x32xbf16>) {
  // expected-error@below {{'ttnn.concat' op All input tensors must have the same dimensions, except for dimension 1 (operand 0 shape 64, 64, operand 1 shape 32, 32 differ at dim 0: 64 vs 32).}}
  %0 = "ttnn.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<64x64xbf16>, tensor<32x32xbf16>) -> tensor<32x192xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>, %a1: tensor<32x32xbf16>) {
  // expected-error@below {{'ttnn.concat' op All input tensors must have the same rank (operand 0 rank 3, operand 1 rank 2).}}
  %0 = "ttnn.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<1x32x64xbf16>, tensor<32x32xbf16>) -> tensor<32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x32x64xbf16>) {
  // expected-error@below {{'ttnn.permute' op Expected a permutation of (0, 1, 2), got (0, 0, 1)}}
  %0 = "ttnn.permute"(%a0) <{pad_value = 0.000000e+00 : f32, permutation = array<i64: 0, 0, 1>}> : (tensor<2x32x64xbf16>) -> tensor<2x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x31x64xbf16>) {
  // expected-error@below {{'ttnn.permute' op Expected result shape (2, 64, 31), got (2, 64, 32)}}
  %0 = "ttnn.permute"(%a0) <{pad_value = 0.000000e+00 : f32, permutation = array<i64: 0, 2, 1>}> : (tensor<2x31x64xbf16>) -> tensor<2x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x32x64xbf16>) {
  // expected-error@below {{'ttnn.permute' op Expected result shape (2, 64, 32), got ()}}
  %0 = "ttnn.permute"(%a0) <{pad_value = 0.000000e+00 : f32, permutation = array<i64: 0, 2, 1>}> : (tensor<2x32x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<2x64x64xbf16>) {
  // expected-error@below {{'ttnn.permute' op Expected a permutation of (0, 1, 2), got (0, 2, 1, 1)}}
  %0 = "ttnn.permute"(%a0) <{pad_value = 0.000000e+00 : f32, permutation = array<i64: 0, 2, 1, 1>}> : (tensor<2x64x64xbf16>) -> tensor<2x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.permute' op Expected a permutation of (0, 1), got (0, 2, 1)}}
  %0 = "ttnn.permute"(%a0) <{pad_value = 0.000000e+00 : f32, permutation = array<i64: 0, 2, 1>}> : (tensor<32x64xbf16>) -> tensor<2x64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttnn.permute' op Expected a permutation of (), got (0, 2, 1)}}
  %0 = "ttnn.permute"(%a0) <{pad_value = 0.000000e+00 : f32, permutation = array<i64: 0, 2, 1>}> : (tensor<bf16>) -> tensor<2x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x2x32x64xbf16>) {
  // expected-error@below {{'ttnn.permute' op Expected a permutation of (0, 1, 2, 3), got (0, 2, 1)}}
  %0 = "ttnn.permute"(%a0) <{pad_value = 0.000000e+00 : f32, permutation = array<i64: 0, 2, 1>}> : (tensor<1x2x32x64xbf16>) -> tensor<2x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x33x64xbf16>) {
  // expected-error@below {{'ttnn.permute' op Expected result shape (2, 64, 33), got (1, 2, 64, 32)}}
  %0 = "ttnn.permute"(%a0) <{pad_value = 0.000000e+00 : f32, permutation = array<i64: 0, 2, 1>}> : (tensor<2x33x64xbf16>) -> tensor<1x2x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x32x65xbf16>) {
  // expected-error@below {{'ttnn.permute' op Expected result shape (2, 65, 32), got (64, 32)}}
  %0 = "ttnn.permute"(%a0) <{pad_value = 0.000000e+00 : f32, permutation = array<i64: 0, 2, 1>}> : (tensor<2x32x65xbf16>) -> tensor<64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<3x32x64xbf16>) {
  // expected-error@below {{'ttnn.reshape' op Input tensor number of elements 6144 and output tensor number of elements 4096 must be the same}}
  %0 = "ttnn.reshape"(%a0) <{shape = [64 : i32, 64 : i32]}> : (tensor<3x32x64xbf16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x32x64xbf16>) {
  // expected-error@below {{'ttnn.reshape' op Shape attribute size 3 must match output tensor rank 2}}
  %0 = "ttnn.reshape"(%a0) <{shape = [64 : i32, 64 : i32, 0 : i32]}> : (tensor<2x32x64xbf16>) -> tensor<63x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x32x64xbf16>) {
  // expected-error@below {{'ttnn.reshape' op Shape attribute 3 must match the output tensor shape 64 at index 1 for dimension that is not -1}}
  %0 = "ttnn.reshape"(%a0) <{shape = [64 : i32, 3 : i32]}> : (tensor<2x32x64xbf16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x128xbf16>) {
  // expected-error@below {{'ttnn.transpose' op Input-output transpose dimension mismatch.}}
  %0 = "ttnn.transpose"(%a0) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<32x128xbf16>) -> tensor<1x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttnn.transpose' op Input must be at least a 2D tensor}}
  %0 = "ttnn.transpose"(%a0) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<bf16>) -> tensor<64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.transpose' op Input must have the same rank as output}}
  %0 = "ttnn.transpose"(%a0) <{dim0 = 0 : si32, dim1 = -1 : si32}> : (tensor<32x64xbf16>) -> tensor<1x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttnn.transpose' op Dimension 0 attribute must be within the bounds of the input tensor}}
  %0 = "ttnn.transpose"(%a0) <{dim0 = 3 : si32, dim1 = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<64x32xf32>
  return
}
