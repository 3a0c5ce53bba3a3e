// Composites are replaced by their decompositions, or by the operations that they name.
// RUN: not shardform opt %s --split-input-file --ttnn-resolve-composites | FileCheck %s
// RUN: not shardform opt %s --split-input-file --ttnn-resolve-composites=composite-resolution=force-promote | FileCheck %s --check-prefix=NAMED
// RUN: not shardform opt %s --split-input-file --ttnn-resolve-composites=composite-resolution=force-promote 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK-LABEL: func.func @twice
// CHECK-NEXT: %[[A:.*]] = "ttnn.subtract"(%arg0, %arg1)
// CHECK-NEXT: %[[B:.*]] = "ttnn.subtract"(%arg1, %[[A]])
// CHECK-NEXT: return %[[B]]
// CHECK-NOT: @difference
// CHECK: func.func private @kept
func.func @twice(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttcore.composite"(%a, %b) <{composite_name = "difference", decomposition = @difference}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "ttcore.composite"(%b, %0) <{composite_name = "other", decomposition = @difference}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @difference(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttnn.subtract"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @kept(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// A decomposition that somebody calls stays; composites in it are replaced too.
// CHECK-LABEL: func.func @nested
// CHECK-NEXT: %[[ABS:.*]] = "ttnn.abs"(%arg0)
// CHECK-NEXT: %[[NEG:.*]] = "ttnn.neg"(%[[ABS]])
// CHECK-NEXT: %[[CALLED:.*]] = call @outer(%[[NEG]])
// CHECK-NEXT: return %[[CALLED]]
// CHECK: func.func private @outer
// CHECK-NEXT: %[[ABS:.*]] = "ttnn.abs"(%arg0)
// CHECK-NEXT: %[[NEG:.*]] = "ttnn.neg"(%[[ABS]])
// CHECK-NEXT: return %[[NEG]]
// CHECK-NOT: @inner
func.func @nested(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttcore.composite"(%a) <{composite_name = "outer", decomposition = @outer}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @outer(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @outer(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttcore.composite"(%a) <{composite_name = "inner", decomposition = @inner}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "ttnn.neg"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @inner(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttnn.abs"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @rotation
// CHECK-NEXT: "ttnn.multiply"(%arg0, %arg1)
// NAMED-LABEL: func.func @rotation
// NAMED-NEXT: %[[R:.*]] = "ttnn.rotary_embedding"(%arg0, %arg1, %arg2)
// NAMED-NEXT: return %[[R]]
// NAMED-NOT: @cosines
func.func @rotation(%x: tensor<1x1x4x64xbf16>, %c: tensor<1x1x4x64xbf16>, %s: tensor<1x1x4x64xbf16>) -> tensor<1x1x4x64xbf16> {
  %0 = "ttcore.composite"(%x, %c, %s) <{composite_name = "rotary_embedding", decomposition = @cosines}> : (tensor<1x1x4x64xbf16>, tensor<1x1x4x64xbf16>, tensor<1x1x4x64xbf16>) -> tensor<1x1x4x64xbf16>
  return %0 : tensor<1x1x4x64xbf16>
}
func.func private @cosines(%x: tensor<1x1x4x64xbf16>, %c: tensor<1x1x4x64xbf16>, %s: tensor<1x1x4x64xbf16>) -> tensor<1x1x4x64xbf16> {
  %0 = "ttnn.multiply"(%x, %c) : (tensor<1x1x4x64xbf16>, tensor<1x1x4x64xbf16>) -> tensor<1x1x4x64xbf16>
  return %0 : tensor<1x1x4x64xbf16>
}

// -----

// The mask is the last of the inputs that there are.
// NAMED-LABEL: func.func @latent
// NAMED-NEXT: "ttnn.flash_mla_prefill"(%arg0, %arg1, %arg2) <{head_dim_v = 32 : ui32, is_causal = false, operandSegmentSizes = array<i32: 1, 1, 0, 1>, scale = 5.000000e-01 : f32}>
func.func @latent(%q: tensor<1x4x32x64xbf16>, %k: tensor<1x1x32x64xbf16>, %m: tensor<1x1x32x32xbf16>) -> tensor<1x4x32x32xbf16> {
  %0 = "ttcore.composite"(%q, %k, %m) <{composite_name = "flash_mla_prefill", decomposition = @body, composite_attributes = {head_dim_v = 32 : ui32, is_causal = false, has_value = false, has_attention_mask = true, scale = 0.5 : f32}}> : (tensor<1x4x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x32xbf16>) -> tensor<1x4x32x32xbf16>
  return %0 : tensor<1x4x32x32xbf16>
}
func.func private @body(%q: tensor<1x4x32x64xbf16>, %k: tensor<1x1x32x64xbf16>, %m: tensor<1x1x32x32xbf16>) -> tensor<1x4x32x32xbf16>

// -----

// NAMED-LABEL: func.func @router
// NAMED-NEXT: "ttnn.topk_router_gpt"(%arg0, %arg1, %arg2) <{k = 4 : i32, num_experts = 128 : i32}>
func.func @router(%x: tensor<32x64xbf16>, %w: tensor<64x128xbf16>, %b: tensor<32x128xbf16>) -> (tensor<32x4xui16>, tensor<32x4xbf16>) {
  %0:2 = "ttcore.composite"(%x, %w, %b) <{composite_name = "topk_router_gpt", decomposition = @chosen, composite_attributes = {k = 4 : i32, num_experts = 128 : i32}}> : (tensor<32x64xbf16>, tensor<64x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x4xui16>, tensor<32x4xbf16>)
  return %0#0, %0#1 : tensor<32x4xui16>, tensor<32x4xbf16>
}
func.func private @chosen(%x: tensor<32x64xbf16>, %w: tensor<64x128xbf16>, %b: tensor<32x128xbf16>) -> (tensor<32x4xui16>, tensor<32x4xbf16>)

// -----

// REFUSED: error: 'ttcore.composite' op names 'rotary_embedding': expected 3 inputs
func.func @few(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttcore.composite"(%x) <{composite_name = "rotary_embedding", decomposition = @same}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @same(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// REFUSED: error: 'ttcore.composite' op names 'topk_router_gpt': expected the attributes k and num_experts
func.func @unsaid(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttcore.composite"(%x, %x, %x) <{composite_name = "topk_router_gpt", decomposition = @first}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @first(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// REFUSED: error: 'ttcore.composite' op decomposition function 'again' contains composites that it decomposes
func.func @forever(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttcore.composite"(%x) <{composite_name = "again", decomposition = @again}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @again(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttcore.composite"(%x) <{composite_name = "again", decomposition = @again}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// REFUSED: error: 'ttcore.composite' op decomposition function 'nothing' has no body of one block
func.func @undone(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttcore.composite"(%x) <{composite_name = "nothing", decomposition = @nothing}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @nothing(%x: tensor<4xf32>) -> tensor<4xf32>
