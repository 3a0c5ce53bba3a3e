// A JAX training step on a mesh of 2x4 devices gives the numbers of sequential execution.
// RUN: shardform run %S/../../examples/train.mlir --seed 3 | FileCheck %s

// CHECK:      executed on 8 simulated devices
// CHECK-NEXT: res0, result[0] tensor<f32>: equal within tolerance
// CHECK-NEXT: res1, result[1][0] tensor<64x256xf32>: equal within tolerance
// CHECK-NEXT: res2, result[1][1] tensor<256x64xf32>: equal within tolerance

// Sums in another order differ in the last bits: without tolerance that is reported, with output, index, device
// and both numbers.
// RUN: not shardform run %S/../../examples/train.mlir --seed 3 --tolerance 0 2>&1 | FileCheck %s --check-prefix=EXACT

// EXACT: shardform: error: output res{{[0-9]}}[{{[0-9, ]*}}], result[{{[0-9]}}]{{.*}}, differs: device {{[0-7]}} has {{[-0-9.e+]+}}, sequential execution has {{[-0-9.e+]+}}
