// The passes of an ES module are passes like any other.
// RUN: shardform opt %s --load-extension=%S/Inputs/count-ops.mjs -count-ops --mlir-pass-statistics 2>&1 | FileCheck %s
// RUN: not shardform opt %s --load-extension %S/Inputs/count-ops.mjs --pass-pipeline='builtin.module(count-ops{limit=1})' 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: shardform opt %s --load-extension %S/Inputs/count-ops.mjs -count-ops --mlir-diagnostic-verbosity-level=warnings 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: shardform opt --load-extension %S/Inputs/count-ops.mjs --list-passes | FileCheck %s --check-prefix=LIST

// RUN: not shardform opt %s --load-extension=%S/Inputs/no-extension.mjs 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not shardform opt %s --load-extension=%S/Inputs/no-such-file.mjs 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: shardform opt %s --load-extension=%S/Inputs/count-ops.mjs,%S/Inputs/count-ops.mjs -count-ops=op=x 2>&1 | FileCheck %s --check-prefix=TWICE

// A pass that throws is named; the program's author sees no stack unless he asks.
// RUN: not shardform opt %s --load-extension=%S/Inputs/throws.mjs -throws 2>&1 | FileCheck %s --check-prefix=THROWS
// RUN: not shardform opt %s --load-extension=%S/Inputs/throws.mjs -throws --mlir-print-stacktrace-on-diagnostic 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: not shardform opt %s --load-extension=%S/Inputs/throws.mjs -throws --mlir-pass-pipeline-crash-reproducer=%t.mlir 2>&1 | FileCheck %s --check-prefix=SAVED
// RUN: FileCheck %s --check-prefix=REPRODUCER --input-file=%t.mlir
// RUN: not shardform opt %t.mlir --load-extension=%S/Inputs/throws.mjs --run-reproducer 2>&1 | FileCheck %s --check-prefix=THROWS

// CHECK:      remark: 2 of stablehlo.add
// CHECK:      ... Pass statistics report ...
// CHECK:      CountOps
// CHECK-NEXT:   (S) 2 found - Number of operations found
// CHECK:      stablehlo.add

// QUIET-NOT: remark
// QUIET:     stablehlo.add

// LIMIT: error: 'builtin.module' op has more than 1
// LIMIT: note: see current operation:

// LIST: --count-ops {{ *}}- Count operations of one kind
// LIST-NEXT: --limit=<long> {{ *}}- Fail above this number
// LIST-NEXT: --op=<string> {{ *}}- Name of the operation

// WRONG: shardform: error: cannot load extension '{{.*}}no-extension.mjs': export 'version' is no extension: it is a string, not an object
// MISSING: shardform: error: cannot open input file '{{.*}}no-such-file.mjs': No such file or directory
// TWICE: remark: 0 of x

// THROWS:      error: pass 'throws' stopped with an internal error: no such thing
// THROWS:      note: this is a defect of the pass, not of the program
// THROWS-NOT:  at

// TRACE: note: error thrown with trace:
// TRACE: throws.mjs

// SAVED: error: pass 'throws' stopped with an internal error: no such thing
// SAVED: error: Failures have been detected while processing an MLIR pass pipeline
// SAVED: note: Pipeline failed while executing [`Throws` on 'builtin.module' operation]: reproducer generated at `{{.*}}.mlir`

// REPRODUCER: pipeline: "builtin.module(throws)"

func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  %1 = stablehlo.add %0, %a : tensor<2xf32>
  return %1 : tensor<2xf32>
}
