// RUN: shardform opt %s -split-input-file | FileCheck %s
// RUN: shardform opt %s -split-input-file --output-split-marker='// =====' | FileCheck %s --check-prefix=MARKER

// CHECK:      module {
// CHECK-NEXT:   func.func @first() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @first() {
  return
}

// -----

// CHECK:      // {{-----}}
// MARKER:     // =====
// CHECK:      module {
// CHECK-NEXT:   func.func @second() {
func.func @second() {
  return
}
