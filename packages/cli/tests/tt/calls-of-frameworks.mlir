// RUN: shardform opt --stablehlo-to-ttir-pipeline %s | FileCheck %s

// The parts of a mixture of experts.
// CHECK-LABEL: func.func @dispatch
// CHECK: "ttir.all_to_all_dispatch"(%arg0, %arg1, %arg2) <{cluster_axis = 0 : i64, num_devices = 2 : i64}>
func.func @dispatch(%tokens: tensor<1x1x32x64xbf16>, %experts: tensor<1x1x32x2xi64>, %mapping: tensor<1x1x4x2xi64>) -> (tensor<1x2x32x64xbf16>, tensor<1x2x32x2xi64>) {
  %0:2 = stablehlo.custom_call @tt.all_to_all_dispatch(%tokens, %experts, %mapping) {mhlo.frontend_attributes = {cluster_axis = "0", num_devices = "2"}} : (tensor<1x1x32x64xbf16>, tensor<1x1x32x2xi64>, tensor<1x1x4x2xi64>) -> (tensor<1x2x32x64xbf16>, tensor<1x2x32x2xi64>)
  return %0#0, %0#1 : tensor<1x2x32x64xbf16>, tensor<1x2x32x2xi64>
}

// CHECK-LABEL: func.func @remap
// CHECK: "ttir.moe_expert_token_remap"(%arg0, %arg1, %arg2) <{reduction_size = 32 : i64}>
func.func @remap(%scores: tensor<1x2x32x4xbf16>, %mapping: tensor<1x1x4x2xi64>, %experts: tensor<1x2x32x2xi64>) -> (tensor<1x2x32x2xbf16>, tensor<1x1x2x2xbf16>) {
  %0:2 = stablehlo.custom_call @tt.moe_expert_token_remap(%scores, %mapping, %experts) {mhlo.frontend_attributes = {reduction_size = "32"}} : (tensor<1x2x32x4xbf16>, tensor<1x1x4x2xi64>, tensor<1x2x32x2xi64>) -> (tensor<1x2x32x2xbf16>, tensor<1x1x2x2xbf16>)
  return %0#0, %0#1 : tensor<1x2x32x2xbf16>, tensor<1x1x2x2xbf16>
}

// A front end's zero leaves the number of blocks to the mask.
// CHECK-LABEL: func.func @product
// CHECK: "ttir.sparse_matmul"(%arg0, %arg1, %arg2) <{is_input_a_sparse = true, is_input_b_sparse = false}>
func.func @product(%a: tensor<8x4x32x64xbf16>, %b: tensor<1x4x64x32xbf16>, %mask: tensor<1x1x8x4xbf16>) -> tensor<8x4x32x32xbf16> {
  %0 = stablehlo.custom_call @tt.sparse_matmul(%a, %b, %mask) {mhlo.frontend_attributes = {is_input_a_sparse = "True", is_input_b_sparse = "False", nnz = "0"}} : (tensor<8x4x32x64xbf16>, tensor<1x4x64x32xbf16>, tensor<1x1x8x4xbf16>) -> tensor<8x4x32x32xbf16>
  return %0 : tensor<8x4x32x32xbf16>
}

// CHECK-LABEL: func.func @combine
// CHECK: "ttir.all_to_all_combine"(%arg0, %arg1, %arg2) <{cluster_axis = 0 : i64, num_devices = 2 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = 1 : i64}>
func.func @combine(%values: tensor<2x2x32x64xbf16>, %experts: tensor<1x2x32x2xi64>, %mapping: tensor<1x1x4x2xi64>) -> tensor<2x1x32x64xbf16> {
  %0 = stablehlo.custom_call @tt.all_to_all_combine(%values, %experts, %mapping) {mhlo.frontend_attributes = {cluster_axis = "0", num_devices = "2", num_experts_per_tok = "2", output_shard_dim = "1"}} : (tensor<2x2x32x64xbf16>, tensor<1x2x32x2xi64>, tensor<1x1x4x2xi64>) -> tensor<2x1x32x64xbf16>
  return %0 : tensor<2x1x32x64xbf16>
}

// Kernels write into operands, one for each result.
// CHECK-LABEL: func.func @kernel
// CHECK: [[SUM:%[0-9]+]] = ttir.empty() : tensor<8x16xf32>
// CHECK-NEXT: [[MAX:%[0-9]+]] = ttir.empty() : tensor<8xf32>
// CHECK-NEXT: ttir.tt_lang_op(%arg0, [[SUM]], [[MAX]]) {arg_roles = "in,out,out", kernel_id = "model.rows::v1", version_tag = "1"}
func.func @kernel(%x: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8xf32>) {
  %0:2 = stablehlo.custom_call @tt.tt_lang_op(%x) {mhlo.frontend_attributes = {arg_roles = "in,out,out", kernel_id = "model.rows::v1", version_tag = "1"}} : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8x16xf32>, tensor<8xf32>
}

// Attention that some libraries have becomes a composite, with a function for the others.
// CHECK-LABEL: func.func @latent
// CHECK: "ttcore.composite"(%arg0, %arg1) <{composite_attributes = {has_attention_mask = false, has_value = false, head_dim_v = 16 : ui32, is_causal = true}, composite_name = "flash_mla_prefill", decomposition = @flash_mla_prefill_decomp}>
func.func @latent(%query: tensor<2x8x64x32xbf16>, %key: tensor<2x2x64x32xbf16>) -> tensor<2x8x64x16xbf16> {
  %0 = stablehlo.custom_call @tt.flash_mla_prefill(%query, %key) {mhlo.frontend_attributes = {head_dim_v = "16"}} : (tensor<2x8x64x32xbf16>, tensor<2x2x64x32xbf16>) -> tensor<2x8x64x16xbf16>
  return %0 : tensor<2x8x64x16xbf16>
}

// CHECK-LABEL: func.func @masked
// CHECK: composite_attributes = {has_attention_mask = true, has_value = true, head_dim_v = 16 : ui32, is_causal = false, scale = 5.000000e-01 : f32}
// CHECK-SAME: decomposition = @flash_mla_prefill_decomp_0
func.func @masked(%query: tensor<2x8x512x32xbf16>, %key: tensor<2x1x64x32xbf16>, %value: tensor<2x1x64x16xbf16>, %mask: tensor<2x1x512x64xbf16>) -> tensor<2x8x512x16xbf16> {
  %0 = stablehlo.custom_call @tt.flash_mla_prefill(%query, %key, %value, %mask) {mhlo.frontend_attributes = {head_dim_v = "16", is_causal = "False", has_value = "True", has_attention_mask = "True", scale = "0.5"}} : (tensor<2x8x512x32xbf16>, tensor<2x1x64x32xbf16>, tensor<2x1x64x16xbf16>, tensor<2x1x512x64xbf16>) -> tensor<2x8x512x16xbf16>
  return %0 : tensor<2x8x512x16xbf16>
}

// CHECK-LABEL: func.func @long
func.func @long(%query: tensor<1x2x512x32xbf16>, %key: tensor<1x1x512x32xbf16>) -> tensor<1x2x512x16xbf16> {
  %0 = stablehlo.custom_call @tt.flash_mla_prefill(%query, %key) {mhlo.frontend_attributes = {head_dim_v = "16"}} : (tensor<1x2x512x32xbf16>, tensor<1x1x512x32xbf16>) -> tensor<1x2x512x16xbf16>
  return %0 : tensor<1x2x512x16xbf16>
}

// CHECK-LABEL: func.func @indexer
// CHECK: composite_attributes = {chunk_start_idx = 32 : ui32, cluster_axis = 0 : ui32}, composite_name = "indexer_score_dsa", decomposition = @indexer_score_dsa_decomp
func.func @indexer(%query: tensor<1x8x32x16xbf16>, %key: tensor<1x1x64x16xbf16>, %weights: tensor<1x8x32x1xbf16>) -> tensor<1x1x32x64xbf16> {
  %0 = stablehlo.custom_call @tt.indexer_score_dsa(%query, %key, %weights) {mhlo.frontend_attributes = {chunk_start_idx = "32", cluster_axis = "0"}} : (tensor<1x8x32x16xbf16>, tensor<1x1x64x16xbf16>, tensor<1x8x32x1xbf16>) -> tensor<1x1x32x64xbf16>
  return %0 : tensor<1x1x32x64xbf16>
}

// Queries of four heads are rows of one product with the keys that they share.
// CHECK-LABEL: func.func private @flash_mla_prefill_decomp(
// CHECK: [[VALUE:%[0-9]+]] = "ttir.slice_static"(%arg1) {{.*}} -> tensor<2x2x64x16xbf16>
// CHECK-NEXT: [[ROWS:%[0-9]+]] = "ttir.reshape"(%arg0) <{shape = [2 : i32, 2 : i32, 256 : i32, 32 : i32]}>
// CHECK-NEXT: [[KEYS:%[0-9]+]] = "ttir.permute"(%arg1) <{permutation = array<i64: 0, 1, 3, 2>}>
// CHECK-NEXT: "ttir.matmul"([[ROWS]], [[KEYS]])
// CHECK: "ttir.full"() <{fill_value = 0.176776692 : f32
// CHECK: "ttir.ge"({{.*}}) : (tensor<1x1x64x64xbf16>, tensor<1x1x64x64xbf16>)
// CHECK: "ttir.softmax"
// CHECK: "ttir.matmul"({{.*}}, [[VALUE]])

// CHECK-LABEL: func.func private @flash_mla_prefill_decomp_0(
// CHECK-NOT: ttir.ge
// CHECK: "ttir.add"({{.*}}, %arg3)

// A bf16 has not all positions of long sequences.
// CHECK-LABEL: func.func private @flash_mla_prefill_decomp_1(
// CHECK: "ttir.ge"({{.*}}) : (tensor<1x1x512x512xi32>, tensor<1x1x512x512xi32>)

// CHECK-LABEL: func.func private @indexer_score_dsa_decomp(
// CHECK: "ttir.relu"
// CHECK: "ttir.sum"({{.*}}) <{dim_arg = [1 : i32], keep_dim = true}>
// CHECK: "ttir.full"() <{fill_value = 32 : i32
// CHECK: "ttir.ge"({{.*}}) : (tensor<1x1x32x64xi32>, tensor<1x1x32x64xi32>)
