// RUN: shardform opt %s --mlir-print-op-generic | FileCheck %s
// RUN: shardform opt %s --mlir-print-op-generic | shardform opt -- - | FileCheck %s --check-prefix=CUSTOM

// CHECK:      "builtin.module"() ({
// CHECK-NEXT:   "func.func"() <{function_type = (tensor<2xf32>) -> tensor<2xf32>, sym_name = "f"}> ({
// CHECK-NEXT:   ^bb0(%arg0: tensor<2xf32>):
// CHECK-NEXT:     %0 = "stablehlo.tanh"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:     "func.return"(%0) : (tensor<2xf32>) -> ()
// CHECK-NEXT:   }) : () -> ()
// CHECK-NEXT: }) : () -> ()

// CUSTOM: stablehlo.tanh %arg0 : tensor<2xf32>
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.tanh %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
