// RUN: not shardform opt %s --split-input-file --diagnostics-format=json 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: not shardform opt %s --split-input-file --diagnostics-format=sarif 2>&1 | FileCheck %s --check-prefix=SARIF
// RUN: not shardform opt %s --split-input-file 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not shardform opt %s --split-input-file --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not shardform opt %s --split-input-file --mlir-disable-diagnostic-notes 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not shardform opt %s --split-input-file --mlir-print-stacktrace-on-diagnostic 2>&1 | FileCheck %s --check-prefix=TRACE

// Places are those of the whole file.
// JSON:      {"severity":"error","message":"'func.return' op has 2 operands, but enclosing function (@f) returns 1","file":"{{.*}}diagnostics-format.mlir","range":{"start":{"line":[[#@LINE+22]],"column":3},"end":{"line":[[#@LINE+22]],{{.*}}},"ranges":[],"notes":[{"severity":"note","message":"see current operation:
// JSON-NEXT: {"severity":"error","message":"use of undeclared SSA value name"

// SARIF:      "version": "2.1.0"
// SARIF:      "ruleId": "mlir/error"
// SARIF-NEXT: "level": "error"
// SARIF:      "startLine": [[#@LINE+16]]
// SARIF:      "ruleId": "mlir/error"

// TEXT:      within split at {{.*}}diagnostics-format.mlir:{{[0-9]+}} offset :3:3: error: 'func.return' op has 2 operands
// TEXT-NEXT:   return %x, %x : i32, i32
// TEXT-NEXT:   ^
// TEXT-NEXT: within split at {{.*}} offset :3:3: note: see current operation: "func.return"(%arg0, %arg0) : (i32, i32) -> ()
// TEXT-NEXT: within split at {{.*}} offset :4:10: error: use of undeclared SSA value name

// SHORT-NOT: note:

// TRACE: error: 'func.return'
// TRACE: note: diagnostic emitted with trace:

// -----
func.func @f(%x: i32) -> i32 {
  return %x, %x : i32, i32
}
// -----

func.func @g(%x: i32) -> i32 {
  return %y : i32
}
