// RUN: not shardform opt %s -split-input-file -verify-diagnostics 2>&1 | FileCheck %s
// RUN: not shardform opt %s -split-input-file --verify-diagnostics=only-expected 2>&1 | FileCheck %s --check-prefix=EXPECTED

// CHECK:      offset :3:6: error: 'error' diagnostic emitted when expecting a 'warning'
// CHECK-NEXT:   // expected-warning @+1
// CHECK-NEXT: ^
// CHECK-NEXT: offset :3:6: error: expected warning "has 2 operands" was not produced
// CHECK-NEXT:   // expected-warning @+1
// CHECK-NEXT: ^~~~~~~~~~~~~~
// CHECK-NEXT: offset :4:10: error: unexpected error: use of undeclared SSA value name
// CHECK-NEXT:   return %y : i32
// CHECK-NEXT:          ^

// EXPECTED-NOT: error: unexpected
// EXPECTED:     error: expected warning "has 2 operands" was not produced
// EXPECTED-NOT: error: unexpected

// -----
func.func @f(%x: i32) -> i32 { // no comment
  // expected-warning @+1 {{has 2 operands}}
  return %x, %x : i32, i32
}
// -----

func.func @g(%x: i32) -> i32 {
  return %y : i32
}
