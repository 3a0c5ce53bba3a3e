// RUN: shardform opt %s --stablehlo-complex-math-expander | FileCheck %s

// CHECK-LABEL: func.func @unit_circle
// CHECK: stablehlo.log_plus_one
// CHECK: stablehlo.atan2
// CHECK-NEXT: stablehlo.complex
// CHECK-NEXT: return
func.func @unit_circle(%z: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %0 = stablehlo.log %z : tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}

// CHECK-LABEL: func.func @real
// CHECK-NEXT: stablehlo.log %arg0 : tensor<4xf64>
func.func @real(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.log %x : tensor<4xf64>
  return %0 : tensor<4xf64>
}
