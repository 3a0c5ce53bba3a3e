// A distributed program becomes a StableHLO function for each device, which the simulator runs together.
// RUN: shardform opt %s --dist-import --dist-map="data=2 batch=0" --dist-lower-to-stablehlo | FileCheck %s
// RUN: shardform opt %s --dist-import --dist-map="data=2 batch=0" --dist-lower-to-stablehlo | shardform run - | FileCheck %s --check-prefix=SAME

// CHECK:      func.func @main(%arg0: tensor<4x2xf32>, %arg1: tensor<2x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:   "interpreter.run_parallel"(%arg0, %arg1) <{programs = {{\[\[}}@device_0, @device_1, @device_2]]}>
// CHECK:      func.func private @device_1() {
// CHECK:        %[[PART:.*]]:2 = "stablehlo.recv"
// CHECK-SAME:     tensor<2x2xf32>
// CHECK:        stablehlo.dot_general %[[PART]]#0
// CHECK-NEXT:   "stablehlo.send"

// SAME: res0 tensor<4x4xf32>: equal within tolerance, largest difference 0.00e+0
func.func @f(%x: tensor<4x2xf32>, %w: tensor<2x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
