// RUN: not shardform opt --stablehlo-to-ttir-pipeline --split-input-file %s 2>&1 | FileCheck %s

// A kernel that writes into its operands as the call has them.
// CHECK: failed to legalize operation 'stablehlo.custom_call'
// CHECK: this target takes 'tt.tt_lang_op' with other operands, results or frontend attributes
func.func @kernel(%x: tensor<8x16xf32>, %out: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @tt.tt_lang_op(%x, %out) {mhlo.frontend_attributes = {arg_roles = "in,out", kernel_id = "model.rows::v1", version_tag = "1"}} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// -----

// A mask says by itself what queries see.
// CHECK: this target takes 'tt.flash_mla_prefill' with other operands, results or frontend attributes
func.func @both(%query: tensor<1x2x32x32xbf16>, %key: tensor<1x1x32x32xbf16>, %mask: tensor<1x1x32x32xbf16>) -> tensor<1x2x32x16xbf16> {
  %0 = stablehlo.custom_call @tt.flash_mla_prefill(%query, %key, %mask) {mhlo.frontend_attributes = {head_dim_v = "16", is_causal = "True", has_attention_mask = "True"}} : (tensor<1x2x32x32xbf16>, tensor<1x1x32x32xbf16>, tensor<1x1x32x32xbf16>) -> tensor<1x2x32x16xbf16>
  return %0 : tensor<1x2x32x16xbf16>
}

// -----

// CHECK: this target takes 'tt.all_to_all_dispatch' with other operands, results or frontend attributes
func.func @dispatch(%tokens: tensor<1x1x32x64xbf16>, %experts: tensor<1x1x32x2xi64>, %mapping: tensor<1x1x4x2xi64>) -> (tensor<1x2x32x64xbf16>, tensor<1x2x32x2xi64>) {
  %0:2 = stablehlo.custom_call @tt.all_to_all_dispatch(%tokens, %experts, %mapping) {mhlo.frontend_attributes = {num_devices = "2"}} : (tensor<1x1x32x64xbf16>, tensor<1x1x32x2xi64>, tensor<1x1x4x2xi64>) -> (tensor<1x2x32x64xbf16>, tensor<1x2x32x2xi64>)
  return %0#0, %0#1 : tensor<1x2x32x64xbf16>, tensor<1x2x32x2xi64>
}
