// The library has scores of an indexer on Blackhole only; elsewhere a composite of them is decomposed.
// RUN: shardform opt %s --ttcore-register-device=mock-system-desc-arch=blackhole --ttnn-resolve-composites=composite-resolution=force-promote | FileCheck %s
// RUN: shardform opt %s --ttcore-register-device=mock-system-desc-arch=wormhole_b0 --ttnn-resolve-composites=composite-resolution=force-promote | FileCheck %s --check-prefix=ELSEWHERE
// RUN: shardform opt %s --ttir-to-emitpy-pipeline="mock-system-desc-arch=blackhole composite-resolution=force-promote" -o %t.mlir
// RUN: shardform translate --mlir-to-python %t.mlir | FileCheck %s --check-prefix=PYTHON
// RUN: shardform opt %s --ttir-to-emitc-pipeline="mock-system-desc-arch=blackhole composite-resolution=force-promote" -o %t.mlir
// RUN: shardform translate --mlir-to-cpp %t.mlir | FileCheck %s --check-prefix=CPP

// CHECK: "ttnn.indexer_score_dsa"(%arg0, %arg1, %arg2) <{chunk_start_idx = 32 : ui32, cluster_axis = 1 : ui32}>
// CHECK-NOT: @scores_parts
// ELSEWHERE-NOT: ttnn.indexer_score_dsa
// ELSEWHERE: "ttir.slice_static"(%arg1)
// PYTHON: ttnn.experimental.indexer_score_dsa({{.*}}, chunk_start_idx=32, seq_shard_axes=[1])
// CPP: ttnn::experimental::indexer_score_dsa({{.*}}, 32, {{.*}}, ::std::vector<uint32_t>{1})
func.func @scores(%q: tensor<1x8x32x128xbf16>, %k: tensor<1x1x64x128xbf16>, %w: tensor<1x8x32x1xbf16>) -> tensor<1x1x32x64xbf16> {
  %0 = "ttcore.composite"(%q, %k, %w) <{composite_name = "indexer_score_dsa", decomposition = @scores_parts, composite_attributes = {chunk_start_idx = 32 : ui32, cluster_axis = 1 : ui32}}> : (tensor<1x8x32x128xbf16>, tensor<1x1x64x128xbf16>, tensor<1x8x32x1xbf16>) -> tensor<1x1x32x64xbf16>
  return %0 : tensor<1x1x32x64xbf16>
}
func.func private @scores_parts(%q: tensor<1x8x32x128xbf16>, %k: tensor<1x1x64x128xbf16>, %w: tensor<1x8x32x1xbf16>) -> tensor<1x1x32x64xbf16> {
  %0 = "ttir.slice_static"(%k) <{begins = [0 : i32, 0 : i32, 0 : i32, 0 : i32], ends = [1 : i32, 1 : i32, 32 : i32, 64 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x1x64x128xbf16>) -> tensor<1x1x32x64xbf16>
  return %0 : tensor<1x1x32x64xbf16>
}
