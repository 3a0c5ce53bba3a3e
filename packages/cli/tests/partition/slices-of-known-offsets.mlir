// RUN: shardform opt %s -shardform-simplify-moves | FileCheck %s
// RUN: shardform run %s --seed 3 | FileCheck %s --check-prefix=EQUAL

// An offset that constants determine, which is moved so that the slice is within bounds, as JAX writes `x[-5:]`. One beyond
// its type wraps around, and is not computed here.
// CHECK-LABEL: func @main
// CHECK: stablehlo.slice %arg0 [11:16, 0:4]
// CHECK: stablehlo.slice %arg0 [11:16, 0:4]
// CHECK: stablehlo.dynamic_slice %arg0
// CHECK: stablehlo.dynamic_slice %arg0

// EQUAL: res0 tensor<5x4xf32>: equal within tolerance, largest difference 0.00e+0
// EQUAL: res1 tensor<5x4xf32>: equal within tolerance, largest difference 0.00e+0
// EQUAL: res2 tensor<5x4xf32>: equal within tolerance, largest difference 0.00e+0
// EQUAL: res3 tensor<5x4xf32>: equal within tolerance, largest difference 0.00e+0
sdy.mesh @mesh = <["x"=4]>

func.func @main(%a: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %n: tensor<i32>) -> (tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %size = stablehlo.constant dense<16> : tensor<i32>
  %last = stablehlo.constant dense<-5> : tensor<i32>
  %behind = stablehlo.constant dense<14> : tensor<i32>
  %isBefore = stablehlo.compare LT, %last, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %ahead = stablehlo.add %last, %size : tensor<i32>
  %start = stablehlo.select %isBefore, %ahead, %last : tensor<i1>, tensor<i32>
  %0 = stablehlo.dynamic_slice %a, %start, %zero, sizes = [5, 4] : (tensor<16x4xf32>, tensor<i32>, tensor<i32>) -> tensor<5x4xf32>
  %1 = stablehlo.dynamic_slice %a, %behind, %zero, sizes = [5, 4] : (tensor<16x4xf32>, tensor<i32>, tensor<i32>) -> tensor<5x4xf32>
  %2 = stablehlo.dynamic_slice %a, %n, %zero, sizes = [5, 4] : (tensor<16x4xf32>, tensor<i32>, tensor<i32>) -> tensor<5x4xf32>
  %hundred = stablehlo.constant dense<100> : tensor<i8>
  %wrapped = stablehlo.add %hundred, %hundred : tensor<i8>
  %none = stablehlo.constant dense<0> : tensor<i8>
  %3 = stablehlo.dynamic_slice %a, %wrapped, %none, sizes = [5, 4] : (tensor<16x4xf32>, tensor<i8>, tensor<i8>) -> tensor<5x4xf32>
  return %0, %1, %2, %3 : tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>
}
