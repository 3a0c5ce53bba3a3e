// A problem of the text is shown with its place, the line and a caret.
// RUN: not shardform opt %s 2>&1 | FileCheck %s

// A wrong file, flag, pass or pipeline is one line that names it; close names are suggested.
// RUN: not shardform opt no-such-file.mlir 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not shardform opt %s -canonicalise 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: not shardform opt %s --pass-pipeline='builtin.module(cse,func.func(foo))' 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: not shardform optt 2>&1 | FileCheck %s --check-prefix=COMMAND

// CHECK:      bad-input.mlir:[[#@LINE+4]]:8: error: custom op 'stablehlo.ad' is unknown
// CHECK-NEXT:   %0 = stablehlo.ad %a, %a : tensor<2xf32>
// CHECK-NEXT:        ^
func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.ad %a, %a : tensor<2xf32>
  return
}

// FILE: shardform: error: cannot open input file 'no-such-file.mlir': No such file or directory
// FLAG: shardform: error: unknown flag or pass '--canonicalise'; did you mean '--canonicalize'?
// PIPELINE:      pipeline:1:30: error: 'foo' does not refer to a registered pass or pass pipeline
// PIPELINE-NEXT: builtin.module(cse,func.func(foo))
// PIPELINE-NEXT:                              ^~~
// COMMAND: shardform: error: unknown command 'optt'; did you mean 'opt'?
