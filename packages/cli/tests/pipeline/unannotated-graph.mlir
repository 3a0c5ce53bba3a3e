// A program compiled for one chip: its batch is split over two. One listing for each of the thirteen passes.
// RUN: shardform opt %s -stablehlo-pipeline='compat=seed mesh-shape=1,2 argument-types=abs=input' -mlir-print-ir-after-all 2>&1 | FileCheck %s

func.func public @abs(%arg0: tensor<32x48x24x32xf32>) -> tensor<32x48x24x32xf32> {
  %0 = stablehlo.abs %arg0 : tensor<32x48x24x32xf32>
  return %0 : tensor<32x48x24x32xf32>
}

// CHECK-LABEL: IR Dump After {{[A-Za-z]+}} (inline)
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func public @abs(%arg0: tensor<32x48x24x32xf32>) -> tensor<32x48x24x32xf32> {
// CHECK-NEXT:     %0 = stablehlo.abs %arg0 : tensor<32x48x24x32xf32>
// CHECK-NEXT:     return %0 : tensor<32x48x24x32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }

// CHECK-LABEL: IR Dump After {{[A-Za-z]+}} (tt-populate-argument-types)
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func public @abs(%arg0: tensor<32x48x24x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> tensor<32x48x24x32xf32> {
// CHECK-NEXT:     %0 = stablehlo.abs %arg0 : tensor<32x48x24x32xf32>
// CHECK-NEXT:     return %0 : tensor<32x48x24x32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }

// CHECK-LABEL: IR Dump After {{[A-Za-z]+}} (apply-argument-shard-status)
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func public @abs(%arg0: tensor<32x48x24x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> tensor<32x48x24x32xf32> {
// CHECK-NEXT:     %0 = stablehlo.abs %arg0 : tensor<32x48x24x32xf32>
// CHECK-NEXT:     return %0 : tensor<32x48x24x32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }

// CHECK-LABEL: IR Dump After {{[A-Za-z]+}} (analyze-mesh)
// CHECK-NEXT: module {
// CHECK-NEXT:   sdy.mesh @mesh = <["model"=1, "batch"=2]>
// CHECK-NEXT:   func.func public @abs(%arg0: tensor<32x48x24x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch"}, {}, {}, {}]>, ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> tensor<32x48x24x32xf32> {
// CHECK-NEXT:     %0 = stablehlo.abs %arg0 : tensor<32x48x24x32xf32>
// CHECK-NEXT:     return %0 : tensor<32x48x24x32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }

// CHECK-LABEL: IR Dump After {{[A-Za-z]+}} (sdy-apply-sharding-constraints)
// CHECK-NEXT: module {
// CHECK-NEXT:   sdy.mesh @mesh = <["model"=1, "batch"=2]>
// CHECK-NEXT:   func.func public @abs(%arg0: tensor<32x48x24x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch"}, {}, {}, {}]>, ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> tensor<32x48x24x32xf32> {
// CHECK-NEXT:     %0 = stablehlo.abs %arg0 : tensor<32x48x24x32xf32>
// CHECK-NEXT:     return %0 : tensor<32x48x24x32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }

// CHECK-LABEL: IR Dump After {{[A-Za-z]+}} (sdy-aggressive-propagate)
// CHECK-NEXT: module {
// CHECK-NEXT:   sdy.mesh @mesh = <["model"=1, "batch"=2]>
// CHECK-NEXT:   func.func public @abs(%arg0: tensor<32x48x24x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch"}, {}, {}, {}]>, ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> (tensor<32x48x24x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch", ?}, {?}, {?}, {?}]>}) {
// CHECK-NEXT:     %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"batch", ?}, {?}, {?}, {?}]>]>} : tensor<32x48x24x32xf32>
// CHECK-NEXT:     return %0 : tensor<32x48x24x32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }

// CHECK-LABEL: IR Dump After {{[A-Za-z]+}} (sdy-sharding-constraint-to-reshard)
// CHECK-NEXT: func.func public @abs(%arg0: tensor<32x48x24x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch"}, {}, {}, {}]>, ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> (tensor<32x48x24x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch", ?}, {?}, {?}, {?}]>}) {
// CHECK-NEXT:   %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"batch", ?}, {?}, {?}, {?}]>]>} : tensor<32x48x24x32xf32>
// CHECK-NEXT:   return %0 : tensor<32x48x24x32xf32>
// CHECK-NEXT: }

// CHECK-LABEL: IR Dump After {{[A-Za-z]+}} (sdy-insert-explicit-reshards)
// CHECK-NEXT: func.func public @abs(%arg0: tensor<32x48x24x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch"}, {}, {}, {}]>, ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> (tensor<32x48x24x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch", ?}, {?}, {?}, {?}]>}) {
// CHECK-NEXT:   %0 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"batch", ?}, {?}, {?}, {?}]>]>} : tensor<32x48x24x32xf32>
// CHECK-NEXT:   return %0 : tensor<32x48x24x32xf32>
// CHECK-NEXT: }

// CHECK-LABEL: IR Dump After {{[A-Za-z]+}} (wrap-under-manual-computation)
// CHECK-NEXT: module {
// CHECK-NEXT:   sdy.mesh @mesh = <["model"=1, "batch"=2]>
// CHECK-NEXT:   func.func public @abs(%arg0: tensor<32x48x24x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch"}, {}, {}, {}]>, ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> (tensor<32x48x24x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch", ?}, {?}, {?}, {?}]>}) {
// CHECK-NEXT:     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"batch"}, {}, {}, {}]>] out_shardings=[<@mesh, [{"batch", ?}, {?}, {?}, {?}]>] manual_axes={} (%arg1: tensor<32x48x24x32xf32>) {
// CHECK-NEXT:       %1 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"batch", ?}, {?}, {?}, {?}]>]>} : tensor<32x48x24x32xf32>
// CHECK-NEXT:       sdy.return %1 : tensor<32x48x24x32xf32>
// CHECK-NEXT:     } : (tensor<32x48x24x32xf32>) -> tensor<32x48x24x32xf32>
// CHECK-NEXT:     return %0 : tensor<32x48x24x32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }

// CHECK-LABEL: IR Dump After {{[A-Za-z]+}} (sdy-reshard-to-collectives)
// CHECK-NEXT: func.func public @abs(%arg0: tensor<32x48x24x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch"}, {}, {}, {}]>, ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> (tensor<32x48x24x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"batch", ?}, {?}, {?}, {?}]>}) {
// CHECK-NEXT:   %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"batch"}, {}, {}, {}]>] out_shardings=[<@mesh, [{"batch", ?}, {?}, {?}, {?}]>] manual_axes={} (%arg1: tensor<32x48x24x32xf32>) {
// CHECK-NEXT:     %1 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"batch", ?}, {?}, {?}, {?}]>]>} : tensor<32x48x24x32xf32>
// CHECK-NEXT:     sdy.return %1 : tensor<32x48x24x32xf32>
// CHECK-NEXT:   } : (tensor<32x48x24x32xf32>) -> tensor<32x48x24x32xf32>
// CHECK-NEXT:   return %0 : tensor<32x48x24x32xf32>
// CHECK-NEXT: }

// CHECK-LABEL: IR Dump After {{[A-Za-z]+}} (update-global-to-local-shapes)
// CHECK-NEXT: module {
// CHECK-NEXT:   sdy.mesh @mesh = <["model"=1, "batch"=2]>
// CHECK-NEXT:   func.func public @abs(%arg0: tensor<32x48x24x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> tensor<32x48x24x32xf32> {
// CHECK-NEXT:     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"batch"}, {}, {}, {}]>] out_shardings=[<@mesh, [{"batch", ?}, {?}, {?}, {?}]>] manual_axes={"model", "batch"} (%arg1: tensor<16x48x24x32xf32>) {
// CHECK-NEXT:       %1 = stablehlo.abs %arg1 : tensor<16x48x24x32xf32>
// CHECK-NEXT:       sdy.return %1 : tensor<16x48x24x32xf32>
// CHECK-NEXT:     } : (tensor<32x48x24x32xf32>) -> tensor<32x48x24x32xf32>
// CHECK-NEXT:     return %0 : tensor<32x48x24x32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }

// CHECK-LABEL: IR Dump After {{[A-Za-z]+}} (sdy-close-shardings)
// CHECK-NEXT: module {
// CHECK-NEXT:   sdy.mesh @mesh = <["model"=1, "batch"=2]>
// CHECK-NEXT:   func.func public @abs(%arg0: tensor<32x48x24x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> tensor<32x48x24x32xf32> {
// CHECK-NEXT:     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"batch"}, {}, {}, {}]>] out_shardings=[<@mesh, [{"batch"}, {}, {}, {}]>] manual_axes={"model", "batch"} (%arg1: tensor<16x48x24x32xf32>) {
// CHECK-NEXT:       %1 = stablehlo.abs %arg1 : tensor<16x48x24x32xf32>
// CHECK-NEXT:       sdy.return %1 : tensor<16x48x24x32xf32>
// CHECK-NEXT:     } : (tensor<32x48x24x32xf32>) -> tensor<32x48x24x32xf32>
// CHECK-NEXT:     return %0 : tensor<32x48x24x32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }

// CHECK-LABEL: IR Dump After {{[A-Za-z]+}} (canonicalize)
// CHECK-NEXT: module {
// CHECK-NEXT:   sdy.mesh @mesh = <["model"=1, "batch"=2]>
// CHECK-NEXT:   func.func public @abs(%arg0: tensor<32x48x24x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.shard_status = #ttcore.shard_status<unsharded>}) -> tensor<32x48x24x32xf32> {
// CHECK-NEXT:     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"batch"}, {}, {}, {}]>] out_shardings=[<@mesh, [{"batch"}, {}, {}, {}]>] manual_axes={"model", "batch"} (%arg1: tensor<16x48x24x32xf32>) {
// CHECK-NEXT:       %1 = stablehlo.abs %arg1 : tensor<16x48x24x32xf32>
// CHECK-NEXT:       sdy.return %1 : tensor<16x48x24x32xf32>
// CHECK-NEXT:     } : (tensor<32x48x24x32xf32>) -> tensor<32x48x24x32xf32>
// CHECK-NEXT:     return %0 : tensor<32x48x24x32xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
