func.func @main(%a0: tensor<30x60xbf16>) {
  // expected-error@below {{'ttir.pad' op Output tensor shape (32,64) must match the inferred shape: (32,63)}}
  %0 = "ttir.pad"(%a0) <{padding = array<i32: 0, 2, 0, 3>, value = 0.000000e+00 : f32}> : (tensor<30x60xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<30x60xbf16>) {
  // expected-error@below {{'ttir.pad' op Padding must have the same number of elements as twice the rank of the input tensor}}
  %0 = "ttir.pad"(%a0) <{padding = array<i32: 0, 2, 0, 4, 1>, value = 0.000000e+00 : f32}> : (tensor<30x60xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<30x60xbf16>) {
  // expected-error@below {{'ttir.pad' op Output tensor shape (64) must match the inferred shape: (32,64)}}
  %0 = "ttir.pad"(%a0) <{padding = array<i32: 0, 2, 0, 4>, value = 0.000000e+00 : f32}> : (tensor<30x60xbf16>) -> tensor<64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<30x60xbf16>) {
  // expected-error@below {{'ttir.pad' op Output tensor shape () must match the inferred shape: (32,64)}}
  %0 = "ttir.pad"(%a0) <{padding = array<i32: 0, 2, 0, 4>, value = 0.000000e+00 : f32}> : (tensor<30x60xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.repeat' op Input tensor shape (32,64) at index 0 does not repeat to output (64,128) using repeat value 1.}}
  %0 = "ttir.repeat"(%a0) <{repeat_dimensions = array<i64: 1, 3>}> : (tensor<32x64xbf16>) -> tensor<64x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>) {
  // expected-error@below {{'ttir.repeat' op Input tensor rank 3 doesn't match the number of repeat dimensions 2.}}
  %0 = "ttir.repeat"(%a0) <{repeat_dimensions = array<i64: 100, 2>}> : (tensor<1x32x64xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.repeat' op Input tensor rank 2 doesn't match the output tensor rank 1.}}
  %0 = "ttir.repeat"(%a0) <{repeat_dimensions = array<i64: 0, 2>}> : (tensor<32x64xbf16>) -> tensor<128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.repeat' op Repeat dimension at index 0 must be greater than 0.}}
  %0 = "ttir.repeat"(%a0) <{repeat_dimensions = array<i64: 0, 2>}> : (tensor<32x64xbf16>) -> tensor<31x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.repeat_interleave' op Output shape [64,64] does not match the expected shape [32,128]}}
  %0 = "ttir.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 2 : ui32}> : (tensor<32x64xbf16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xi32>) {
  // expected-error@below {{'ttir.repeat_interleave' op Output shape [1,64,64] does not match the expected shape [64,64]}}
  %0 = "ttir.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 2 : ui32}> : (tensor<32x64xi32>) -> tensor<1x64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.repeat_interleave' op Output shape [] does not match the expected shape [64,64]}}
  %0 = "ttir.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 2 : ui32}> : (tensor<32x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>) {
  // expected-error@below {{'ttir.repeat_interleave' op Output shape [64,64] does not match the expected shape [2,32,64]}}
  %0 = "ttir.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 2 : ui32}> : (tensor<1x32x64xbf16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.repeat_interleave' op Output shape [64] does not match the expected shape [64,64]}}
  %0 = "ttir.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 2 : ui32}> : (tensor<32x64xbf16>) -> tensor<64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.repeat_interleave' op Repeats attribute must be non-zero}}
  %0 = "ttir.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 0 : ui32}> : (tensor<32x64xbf16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttir.repeat_interleave' op Input must be at least a 1D tensor}}
  %0 = "ttir.repeat_interleave"(%a0) <{dim = -1 : si32, repeats = 2 : ui32}> : (tensor<bf16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<64xbf16>) {
  // expected-error@below {{'ttir.repeat_interleave' op Output shape [64,64] does not match the expected shape [128]}}
  %0 = "ttir.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 2 : ui32}> : (tensor<64xbf16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.repeat_interleave' op Dimension attribute must be within the bounds[-2, 2), got 2}}
  %0 = "ttir.repeat_interleave"(%a0) <{dim = 100 : si32, repeats = 2 : ui32}> : (tensor<32x64xbf16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<bf16>) {
  // expected-error@below {{'ttir.concat' op All input tensors must have the same rank.}}
  %0 = "ttir.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<32x64xbf16>, tensor<bf16>) -> tensor<32x96xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x1xbf16>, %a1: tensor<32x32xbf16>) {
  // expected-error@below {{'ttir.concat' op Output tensor dimension 1 does not match the sum of input tensor dimensions: 96 vs. 33.}}
  %0 = "ttir.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<32x1xbf16>, tensor<32x32xbf16>) -> tensor<32x96xbf16>
  return
}
// -----
func.func @main(%a0: tensor<33x64xbf16>, %a1: tensor<32x32xbf16>) {
  // expected-error@below {{'ttir.concat' op All input tensors must have the same dimensions, except for dimension 1.}}
  %0 = "ttir.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<33x64xbf16>, tensor<32x32xbf16>) -> tensor<32x96xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<32x32xbf16>) {
  // expected-error@below {{'ttir.concat' op Invalid dimension 1 for concatenation.}}
  %0 = "ttir.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<bf16>, tensor<32x32xbf16>) -> tensor<32x96xbf16>
  return
}
// -----
func.func @main(%a0: tensor<4x32x64xbf16>) {
  // expected-error@below {{'ttir.permute' op Expected result shape (4, 64, 32), got (2, 64, 32)}}
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 0, 2, 1>}> : (tensor<4x32x64xbf16>) -> tensor<2x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x1x64xbf16>) {
  // expected-error@below {{'ttir.permute' op Expected a permutation of (0, 1, 2), got (0, 2, 1, 1)}}
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 0, 2, 1, 1>}> : (tensor<2x1x64xbf16>) -> tensor<2x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x32x64xbf16>) {
  // expected-error@below {{'ttir.permute' op Expected result shape (2, 64, 32), got ()}}
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 0, 2, 1>}> : (tensor<2x32x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttir.permute' op Expected a permutation of (), got (0, 2, 1)}}
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 0, 2, 1>}> : (tensor<bf16>) -> tensor<2x64x32xi32>
  return
}
// -----
func.func @main(%a0: tensor<2x32x64xbf16>) {
  // expected-error@below {{'ttir.permute' op Expected a permutation of (0, 1, 2), got (0, -1, 1)}}
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 0, -1, 1>}> : (tensor<2x32x64xbf16>) -> tensor<2x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x32x64xbf16>) {
  // expected-error@below {{'ttir.permute' op Expected result shape (2, 64, 32), got (1, 2, 64, 32)}}
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 0, 2, 1>}> : (tensor<2x32x64xbf16>) -> tensor<1x2x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x32x64xbf16>) {
  // expected-error@below {{'ttir.permute' op Expected result shape (2, 64, 32), got (64, 32)}}
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 0, 2, 1>}> : (tensor<2x32x64xbf16>) -> tensor<64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x2x32x64xbf16>) {
  // expected-error@below {{'ttir.permute' op Expected a permutation of (0, 1, 2, 3), got (0, 2, 1)}}
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 0, 2, 1>}> : (tensor<1x2x32x64xbf16>) -> tensor<2x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.permute' op Expected a permutation of (0, 1), got (0, 2, 1)}}
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 0, 2, 1>}> : (tensor<32x64xbf16>) -> tensor<2x64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<3x32x64xbf16>) {
  // expected-error@below {{'ttir.reshape' op Input tensor number of elements 6144 and output tensor number of elements 4096 must be the same}}
  %0 = "ttir.reshape"(%a0) <{shape = [64 : i32, 64 : i32]}> : (tensor<3x32x64xbf16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x32x64xbf16>) {
  // expected-error@below {{'ttir.reshape' op Shape attribute 3 must match the output tensor shape 64 at index 1 for dimension that is not -1}}
  %0 = "ttir.reshape"(%a0) <{shape = [64 : i32, 3 : i32]}> : (tensor<2x32x64xbf16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x32x64xui16>) {
  // expected-error@below {{'ttir.reshape' op Shape attribute size 3 must match output tensor rank 2}}
  %0 = "ttir.reshape"(%a0) <{shape = [64 : i32, 64 : i32, 0 : i32]}> : (tensor<2x32x64xui16>) -> tensor<64x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.transpose' op Input-output transpose dimension mismatch.}}
  %0 = "ttir.transpose"(%a0) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<64x33xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttir.transpose' op Input must be at least a 2D tensor}}
  %0 = "ttir.transpose"(%a0) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<bf16>) -> tensor<64x31xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.transpose' op Dimension 1 attribute must be within the bounds of the input tensor}}
  %0 = "ttir.transpose"(%a0) <{dim0 = 0 : si32, dim1 = 3 : si32}> : (tensor<32x64xbf16>) -> tensor<64x32xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x63xbf16>) {
  // expected-error@below {{'ttir.transpose' op Input must have the same rank as output}}
  %0 = "ttir.transpose"(%a0) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<32x63xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x64xbf16>) {
  // expected-error@below {{'ttir.broadcast' op Input tensor rank should match output tensor rank.}}
  %0 = "ttir.broadcast"(%a0) <{broadcast_dimensions = array<i64: 32, 1, 1>}> : (tensor<1x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x64xbf16>) {
  // expected-error@below {{'ttir.broadcast' op Input tensor shape (2,64) is not broadcastable to output shape (32,64)}}
  %0 = "ttir.broadcast"(%a0) <{broadcast_dimensions = array<i64: 32, 1>}> : (tensor<2x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x64xbf16>) {
  // expected-error@below {{'ttir.broadcast' op Input tensor shape (1,64) index 0 does not broadcast to output (32,64) using broadcast value -1}}
  %0 = "ttir.broadcast"(%a0) <{broadcast_dimensions = array<i64: -1, 1>}> : (tensor<1x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttir.broadcast' op Input tensor rank of 0 does not match output tensor rank of 2}}
  %0 = "ttir.broadcast"(%a0) <{broadcast_dimensions = array<i64: 32, 1>}> : (tensor<bf16>) -> tensor<32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x2x3x16x16xbf16>) {
  // expected-error@below {{'ttir.rearrange' op number of dimensions in the pattern's input (4) must match the rank of the input tensor (5).}}
  %0 = "ttir.rearrange"(%a0) <{pattern = "b c h w -> b (h w) c"}> : (tensor<1x2x3x16x16xbf16>) -> tensor<2x256x3xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x3x32x16xbf16>) {
  // expected-error@below {{'ttir.rearrange' op pattern must contain exactly one '->' separator.}}
  %0 = "ttir.rearrange"(%a0) <{pattern = "other"}> : (tensor<2x3x32x16xbf16>) -> tensor<2x256x3xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.reverse' op dimensions should be unique. Got: 1, 1}}
  %0 = "ttir.reverse"(%a0) <{dimensions = array<i64: 1, 1>}> : (tensor<32x64xbf16>) -> tensor<32x64xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.reverse' op all dimensions should be in interval [0, 2). Got dimension: 3}}
  %0 = "ttir.reverse"(%a0) <{dimensions = array<i64: 3>}> : (tensor<32x64xbf16>) -> tensor<32x64xui16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.reverse' op all dimensions should be non-negative. Got dimension: -1}}
  %0 = "ttir.reverse"(%a0) <{dimensions = array<i64: -1>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<33x1x64xbf16>) {
  // expected-error@below {{'ttir.squeeze' op Dimensions of the output tensor must be the same as the input tensor except for dimension 1.}}
  %0 = "ttir.squeeze"(%a0) <{dim = 1 : si32}> : (tensor<33x1x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x2x64xbf16>) {
  // expected-error@below {{'ttir.squeeze' op Dimension 1 in the input tensor must be 1.}}
  %0 = "ttir.squeeze"(%a0) <{dim = 1 : si32}> : (tensor<32x2x64xbf16>) -> tensor<32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x1x64xbf16>) {
  // expected-error@below {{'ttir.squeeze' op Output tensor rank must be one less than the input tensor rank.}}
  %0 = "ttir.squeeze"(%a0) <{dim = 1 : si32}> : (tensor<32x1x64xbf16>) -> tensor<1x32x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttir.squeeze' op Invalid dimension 1 for squeezing.}}
  %0 = "ttir.squeeze"(%a0) <{dim = 1 : si32}> : (tensor<bf16>) -> tensor<32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x1x64xbf16>) {
  // expected-error@below {{'ttir.squeeze' op Output tensor must have at least one dimension.}}
  %0 = "ttir.squeeze"(%a0) <{dim = 1 : si32}> : (tensor<32x1x64xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<32x1xbf16>) {
  // expected-error@below {{'ttir.unsqueeze' op All dimensions of the input tensor must be the same as the output tensor except for the dimension added}}
  %0 = "ttir.unsqueeze"(%a0) <{dim = 1 : si32}> : (tensor<32x1xbf16>) -> tensor<32x1x64xi32>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.unsqueeze' op Output tensor must have one more dimension than the input tensor}}
  %0 = "ttir.unsqueeze"(%a0) <{dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<1x32x1x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.unsqueeze' op Dimension attribute must be within the bounds of the input tensor}}
  %0 = "ttir.unsqueeze"(%a0) <{dim = 100 : si32}> : (tensor<32x64xbf16>) -> tensor<32x1x64xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>) {
  // expected-error@below {{'ttir.unsqueeze' op Dimension added must be of size 1}}
  %0 = "ttir.unsqueeze"(%a0) <{dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<32x3x64xbf16>
  return
}
