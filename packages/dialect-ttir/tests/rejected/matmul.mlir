func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<64x128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttir.linear' op Output shape dimension[1](1) doesn't match the expected output shape dimension[1](128)}}
  %0 = "ttir.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<64x128xbf16>, tensor<128xbf16>) -> tensor<32x1xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<bf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttir.linear' op Input B must be at least a 1D tensor}}
  %0 = "ttir.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<bf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<65x128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttir.linear' op Input A must be at least a 1D tensor}}
  %0 = "ttir.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<bf16>, tensor<65x128xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<64x129xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttir.linear' op Bias shape(128) is not broadcast compatible with the matmul output shape(32,129)}}
  %0 = "ttir.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<64x129xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x65xbf16>, %a1: tensor<64x128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttir.linear' op Input A[-1](65) and B[-2](64) must have matching inner dimensions}}
  %0 = "ttir.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<32x65xbf16>, tensor<64x128xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<64x128xbf16>, %a2: tensor<128xbf16>) {
  // expected-error@below {{'ttir.linear' op Output shape rank(0) must match the expected output shape rank(2)}}
  %0 = "ttir.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<64x128xbf16>, tensor<128xbf16>) -> tensor<bf16>
  return
}
// -----
func.func @main(%a0: tensor<1x64xbf16>, %a1: tensor<64x128xbf16>, %a2: tensor<bf16>) {
  // expected-error@below {{'ttir.linear' op Bias must be at least a 1D tensor}}
  %0 = "ttir.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<1x64xbf16>, tensor<64x128xbf16>, tensor<bf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<64xbf16>, %a1: tensor<128x64xbf16>) {
  // expected-error@below {{'ttir.matmul' op Output shape rank(2) must match the expected output shape rank(1)}}
  %0 = "ttir.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = true}> : (tensor<64xbf16>, tensor<128x64xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<128x63xbf16>) {
  // expected-error@below {{'ttir.matmul' op Input A[-1](64) and B[-2](63) must have matching inner dimensions}}
  %0 = "ttir.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = true}> : (tensor<32x64xbf16>, tensor<128x63xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<128x64xbf16>) {
  // expected-error@below {{'ttir.matmul' op Output shape dimension[1](127) doesn't match the expected output shape dimension[1](128)}}
  %0 = "ttir.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = true}> : (tensor<32x64xbf16>, tensor<128x64xbf16>) -> tensor<32x127xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<128x64xbf16>) {
  // expected-error@below {{'ttir.matmul' op Input A must be at least a 1D tensor}}
  %0 = "ttir.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = true}> : (tensor<bf16>, tensor<128x64xbf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<32x64xbf16>, %a1: tensor<bf16>) {
  // expected-error@below {{'ttir.matmul' op Input B must be at least a 1D tensor}}
  %0 = "ttir.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = true}> : (tensor<32x64xbf16>, tensor<bf16>) -> tensor<32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x64x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttir.sparse_matmul' op Output shape must be [A, B, 1, E, M, N] for dense-sparse mode}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<2x3x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x64x128xbf16>, %a2: tensor<1x2x4x1x4xbf16>) {
  // expected-error@below {{'ttir.sparse_matmul' op Sparsity tensor must be a 4D tensor}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x64x128xbf16>, tensor<1x2x4x1x4xbf16>) -> tensor<2x4x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<1x4x64x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttir.sparse_matmul' op Input A must be at least a 4D tensor}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64}> : (tensor<bf16>, tensor<1x4x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<2x8x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x64x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttir.sparse_matmul' op Output must be 4D for sparse-sparse mode}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = true, is_input_b_sparse = true, nnz = 8 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<2x4x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x128xbf16>, %a1: tensor<1x4x64x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttir.sparse_matmul' op Input A inner dimension must match Input B K dimension}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64}> : (tensor<2x4x32x128xbf16>, tensor<1x4x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<2x4x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x64x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttir.sparse_matmul' op Output must be 6D for dense-sparse mode}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<4x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x64x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttir.sparse_matmul' op nnz must be greater than 0 when set}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 0 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<2x4x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<2x4x64x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttir.sparse_matmul' op Input B first dimension must be 1}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64}> : (tensor<2x4x32x64xbf16>, tensor<2x4x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<2x4x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x1x4x64x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttir.sparse_matmul' op Input B must be a 4D tensor [1, E, K, N]}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x1x4x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<2x4x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x3x64x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttir.sparse_matmul' op Sparsity tensor last dimension must match number of experts in Input B}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x3x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<2x4x1x4x32x128xbf16>
  return
}
// -----
func.func @main(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x4x64x128xbf16>, %a2: tensor<2x4x1x4xbf16>) {
  // expected-error@below {{'ttir.sparse_matmul' op At least one of is_input_a_sparse or is_input_b_sparse must be true}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = false, nnz = 8 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<2x4x1x4x32x128xbf16>
  return
}
