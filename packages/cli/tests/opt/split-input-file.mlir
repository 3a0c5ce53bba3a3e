// RUN: shardform opt %s -split-input-file | FileCheck %s

// CHECK:      module {
// CHECK-NEXT:   func.func @first() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @first() {
  return
}

// -----

// CHECK:      // -----
// CHECK:      module {
// CHECK-NEXT:   func.func @second() {
func.func @second() {
  return
}
