// A stored pipeline runs before the passes of the command line.
// RUN: shardform opt %s --run-reproducer --dump-pass-pipeline -canonicalize 2>&1 | FileCheck %s
// RUN: shardform opt %s --run-reproducer --mlir-generate-reproducer=%t.mlir -symbol-dce
// RUN: FileCheck %s --check-prefix=SAVED --input-file=%t.mlir
// RUN: shardform opt %s --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK:      Pass Manager with 2 passes:
// CHECK-NEXT: builtin.module(func.func(cse),canonicalize
// CHECK:      stablehlo.add %arg0, %arg0
// CHECK-NOT:  stablehlo.add %arg0, %arg0

// SAVED:      stablehlo.add %arg0, %arg0
// SAVED:      stablehlo.add %arg0, %arg0
// SAVED:      {-#
// SAVED-NEXT:   external_resources: {
// SAVED-NEXT:     mlir_reproducer: {
// SAVED-NEXT:       pipeline: "builtin.module(func.func(cse),symbol-dce)",
// SAVED-NEXT:       disable_threading: true,
// SAVED-NEXT:       verify_each: true
// SAVED-NEXT:     }
// SAVED-NEXT:   }
// SAVED-NEXT: #-}

// NONE: builtin.module()

func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  %1 = stablehlo.add %a, %a : tensor<2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}

{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(func.func(cse))",
      disable_threading: true,
      verify_each: true
    }
  }
#-}
