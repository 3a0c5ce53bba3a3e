// RUN: shardform opt %s --mlir-timing --pass-pipeline='builtin.module(func.func(cse,canonicalize),symbol-dce)' -o %t 2>&1 | FileCheck %s --check-prefix=TIMING
// RUN: FileCheck %s --check-prefix=OUTPUT --input-file=%t
// RUN: shardform opt %s --mlir-timing --mlir-timing-display=list -cse -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: shardform opt %s --mlir-pass-statistics --pass-pipeline='builtin.module(func.func(cse,cse),symbol-dce)' -o %t 2>&1 | FileCheck %s --check-prefix=STATISTICS
// RUN: shardform opt %s --mlir-pass-statistics --mlir-pass-statistics-display=list --pass-pipeline='builtin.module(func.func(cse,cse),symbol-dce)' -o %t 2>&1 | FileCheck %s --check-prefix=SUMS
// RUN: shardform opt %s --dump-pass-pipeline -cse -symbol-dce -o %t 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: shardform opt %s --mlir-print-ir-after=cse --mlir-print-ir-before=symbol-dce --mlir-print-ir-tree-dir=%t.tree --pass-pipeline='builtin.module(func.func(cse),symbol-dce)'
// RUN: FileCheck %s --check-prefix=FUNCTION --input-file=%t.tree/builtin_module_no-symbol-name/func_func_first/0_0_cse.mlir
// RUN: FileCheck %s --check-prefix=MODULE --input-file=%t.tree/builtin_module_no-symbol-name/1_symbol-dce.mlir
// RUN: shardform opt %s --mlir-print-ir-after-all --mlir-print-ir-module-scope --pass-pipeline='builtin.module(func.func(cse))' 2>&1 | FileCheck %s --check-prefix=SCOPE

// TIMING:      ... Execution time report ...
// TIMING:      Total Execution Time: {{[0-9.]+}} seconds
// TIMING:      ----Wall Time----  ----Name----
// TIMING-NEXT: {{[0-9.]+ \( *[0-9.]+%\)}}  Parser
// TIMING-NEXT: {{.*}}%)  'func.func' Pipeline
// TIMING-NEXT: {{.*}}%)    CSE
// TIMING-NEXT: {{.*}}%)    Canonicalizer
// TIMING-NEXT: {{.*}}%)  SymbolDCE
// TIMING-NEXT: {{.*}}%)  Output
// TIMING-NEXT: {{.*}}%)  Rest
// TIMING-NEXT: {{.*}}(100.0%)  Total
// OUTPUT: func.func @first

// LIST: (100.0%)  root
// LIST: Total

// STATISTICS:      'func.func' Pipeline
// STATISTICS-NEXT:   CSE
// STATISTICS-NEXT:     (S) 1 num-cse'd - Number of operations CSE'd
// STATISTICS-NEXT:     (S) 0 num-dce'd - Number of operations DCE'd
// STATISTICS-NEXT:   CSE
// STATISTICS-NEXT:     (S) 0 num-cse'd - Number of operations CSE'd
// STATISTICS-NEXT:     (S) 0 num-dce'd - Number of operations DCE'd
// STATISTICS-NEXT: SymbolDCE
// STATISTICS-NEXT:   (S) 1 num-dce'd - Number of symbols DCE'd

// SUMS:      CSE
// SUMS-NEXT:   (S) 1 num-cse'd
// SUMS-NEXT:   (S) 0 num-dce'd
// SUMS-NEXT: SymbolDCE

// PIPELINE:      Pass Manager with 2 passes:
// PIPELINE-NEXT: builtin.module(cse,symbol-dce)

// FUNCTION:      // -----// IR Dump After CSE (cse) //----- //
// FUNCTION-NEXT: func.func @first
// MODULE:        // -----// IR Dump Before SymbolDCE (symbol-dce) //----- //
// MODULE-NEXT:   module {

// SCOPE:      // -----// IR Dump After CSE (cse) ('func.func' operation: @first) //----- //
// SCOPE-NEXT: module {

func.func @first(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  %1 = stablehlo.add %a, %a : tensor<2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
func.func private @second() {
  return
}
