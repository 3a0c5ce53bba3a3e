// %0 = "ttnn.linear"(%arg0, %arg1, %arg2) <{transpose_a = false, transpose_b = false}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<64x128xbf16>, %arg2: tensor<128xbf16>) -> tensor<32x128xbf16> {
  %0 = "ttir.linear"(%arg0, %arg1, %arg2) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<64x128xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  return %0 : tensor<32x128xbf16>
}
// -----
// %0 = "ttnn.matmul"(%arg0, %arg1) <{transpose_a = false, transpose_b = true}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<128x64xbf16>) -> tensor<32x128xbf16> {
  %0 = "ttir.matmul"(%arg0, %arg1) <{transpose_a = false, transpose_b = true}> : (tensor<32x64xbf16>, tensor<128x64xbf16>) -> tensor<32x128xbf16>
  return %0 : tensor<32x128xbf16>
}
// -----
// %0 = "ttnn.sparse_matmul"(%arg0, %arg1, %arg2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64, program_config = #ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<compute_with_storage_grid_size = #ttnn.core_coord<4, 8>, in0_block_w = 1, out_subblock_h = 1, out_subblock_w = 1, out_block_h = 1, out_block_w = 1, per_core_m = 1, per_core_n = 1, fuse_batch = false, mcast_in0 = true, gather_in0 = false, hop_cores = #ttnn.core_range_set<>, num_global_cb_receivers = 0, untilize_out = false>}>
func.func @main(%arg0: tensor<2x4x32x64xbf16>, %arg1: tensor<1x4x64x128xbf16>, %arg2: tensor<2x4x1x4xbf16>) -> tensor<2x4x1x4x32x128xbf16> {
  %0 = "ttir.sparse_matmul"(%arg0, %arg1, %arg2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x4x64x128xbf16>, tensor<2x4x1x4xbf16>) -> tensor<2x4x1x4x32x128xbf16>
  return %0 : tensor<2x4x1x4x32x128xbf16>
}
