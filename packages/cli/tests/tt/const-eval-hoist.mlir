// What follows from weights alone is computed once, in functions that the program loads the results of.
// RUN: shardform opt %s --const-eval-hoist-transform | FileCheck %s

// CHECK: func.func private @model_const_eval_0(%arg0: tensor<64x64xf32>, %arg1: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {tt.function_type = "const_eval"}
// CHECK-NEXT: %[[SUM:.*]] = "ttir.add"(%arg0, %arg1)
// CHECK-NEXT: %[[PRODUCT:.*]] = "ttir.multiply"(%[[SUM]], %arg0)
// CHECK-NEXT: return %[[PRODUCT]]
// CHECK: func.func private @model_const_eval_1(%arg0: tensor<64x64xf32>)
// CHECK-NEXT: "ttir.exp"(%arg0)
// CHECK: func.func @model
// CHECK: %[[WEIGHTS:.*]] = ttcore.load_cached(@model_const_eval_0, [%arg1, %arg2])
// CHECK: %[[OTHERS:.*]] = ttcore.load_cached(@model_const_eval_1, [%arg2])
// CHECK: "ttir.matmul"(%arg0, %[[WEIGHTS]])
func.func @model(%x: tensor<32x64xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<64x64xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %v: tensor<64x64xf32> {ttcore.argument_type = #ttcore.argument_type<constant>}) -> (tensor<32x64xf32>, tensor<64x64xf32>) {
  %0 = "ttir.add"(%w, %v) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = "ttir.multiply"(%0, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = "ttir.matmul"(%x, %1) : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
  %3 = "ttir.exp"(%v) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2, %3 : tensor<32x64xf32>, tensor<64x64xf32>
}
