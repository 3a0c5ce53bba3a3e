func.func @main(%a0: tensor<32x65xbf16>, %a1: tensor<64x128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.linear' op Input A[-1](65) and B[-2](64) must have matching inner dimensions}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<32x65xbf16>, tensor<64x128xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<64x128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.linear' op Output shape(33,128) must match the broadcasted shape(32,128)}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<64x128xbf16>, tensor<128xbf16>) -> tensor<33x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<64x256xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.linear' op Bias shape(128) is not broadcast compatible with the matmul output shape(32,256)}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false}> : (tensor<32x64xbf16>, tensor<64x256xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<64xbf16>, %a1: tensor<64x128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.linear' op Output shape(32,128) must match the broadcasted shape(128)}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<64xbf16>, tensor<64x128xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<64x128xbf16>, %a2: tensor<bf16>) {
  // expected-error@below {{'ttnn.linear' op Bias must be at least a 1D tensor}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<64x128xbf16>, tensor<bf16>) -> tensor<64x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<64x128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.linear' op Output shape() must match the broadcasted shape(32,128)}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<64x128xbf16>, tensor<128xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<64x128xui16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.linear' op Output shape(1,32,128) must match the broadcasted shape(32,128)}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<64x128xui16>, tensor<128xbf16>) -> tensor<1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<64x128xbf16>, %a2: tensor<1xbf16>) {
  // expected-error@below {{'ttnn.linear' op Input A must be at least a 1D tensor}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<bf16>, tensor<64x128xbf16>, tensor<1xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<64x128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.linear' op Output shape(128) must match the broadcasted shape(32,128)}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<64x128xbf16>, tensor<128xbf16>) -> tensor<128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<33x64xbf16>, %a1: tensor<1x64x128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.linear' op Output shape(32,128) must match the broadcasted shape(1,33,128)}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<33x64xbf16>, tensor<1x64x128xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<bf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttnn.linear' op Input B must be at least a 1D tensor}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<bf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<64xbf16>, %a1: tensor<64x128xbf16>, %a2: tensor<129xbf16>) {
  // expected-error@below {{'ttnn.linear' op Bias shape(129) is not broadcast compatible with the matmul output shape(128)}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<64xbf16>, tensor<64x128xbf16>, tensor<129xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<1x32x64xbf16>, %a1: tensor<64x128xbf16>, %a2: tensor<127xbf16>) {
  // expected-error@below {{'ttnn.linear' op Bias shape(127) is not broadcast compatible with the matmul output shape(1,32,128)}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<1x32x64xbf16>, tensor<64x128xbf16>, tensor<127xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<128x64xbf16>) {
  // expected-error@below {{'ttnn.matmul' op Output shape rank(3) must match the expected output shape rank(2)}}
  %0 = "ttnn.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = true}> : (tensor<32x64xbf16>, tensor<128x64xbf16>) -> tensor<1x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<128x64xbf16>) {
  // expected-error@below {{'ttnn.matmul' op Output shape dimension[0](1) doesn't match the expected output shape dimension[0](32)}}
  %0 = "ttnn.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = true}> : (tensor<32x64xbf16>, tensor<128x64xbf16>) -> tensor<1x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<128x1xbf16>) {
  // expected-error@below {{'ttnn.matmul' op Input A[-1](64) and B[-2](1) must have matching inner dimensions}}
  %0 = "ttnn.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = true}> : (tensor<32x64xbf16>, tensor<128x1xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<bf16>) {
  // expected-error@below {{'ttnn.matmul' op Input B must be at least a 1D tensor}}
  %0 = "ttnn.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = true}> : (tensor<32x64xbf16>, tensor<bf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<128x64xbf16>) {
  // expected-error@below {{'ttnn.matmul' op Input A must be at least a 1D tensor}}
  %0 = "ttnn.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = true}> : (tensor<bf16>, tensor<128x64xbf16>) -> tensor<32x256xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x63x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttnn.sparse_matmul' op Input A inner dimension must match Input B K dimension}}
  %0 = "ttnn.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x63x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<3x4x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x64x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttnn.sparse_matmul' op Output must be 6D for dense-sparse mode}}
  %0 = "ttnn.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<4x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x64x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttnn.sparse_matmul' op Output shape must be [A, B, 1, E, M, N] for dense-sparse mode}}
  %0 = "ttnn.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 1 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<2x4x3x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x5x64x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttnn.sparse_matmul' op Sparsity tensor last dimension must match number of experts in Input B}}
  %0 = "ttnn.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x5x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<2x4x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x64x128xbf16>, %a2: tensor<4x1x4xbf16>) {
  // expected-error@below {{'ttnn.sparse_matmul' op Sparsity tensor must be a 4D tensor}}
  %0 = "ttnn.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x64x128xbf16>, tensor<4x1x4xbf16>) -> tensor<2x4x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<bf16>, %a2: tensor<bf16>) {
  // expected-error@below {{'ttnn.sparse_matmul' op Input B must be a 4D tensor [1, E, K, N]}}
  %0 = "ttnn.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64}> : (tensor<2x4x32x64xbf16>, tensor<bf16>, tensor<bf16>) -> tensor<2x4x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x64x64xbf16>, %a1: tensor<1x4x64x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttnn.sparse_matmul' op At least one of is_input_a_sparse or is_input_b_sparse must be true}}
  %0 = "ttnn.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = false, nnz = 8 : i64}> : (tensor<2x4x64x64xbf16>, tensor<1x4x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<2x4x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x64x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttnn.sparse_matmul' op nnz must be greater than 0 when set}}
  %0 = "ttnn.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 0 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<2x4x1x4x32x128xbf16>
  return
}
