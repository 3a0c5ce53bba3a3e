// RUN: shardform opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{callee must not be empty}}
emitpy.call_opaque ""() : () -> ()

// -----

// expected-error @+1 {{args and keyword_args must have the same size (empty strings are allowed), but got args size = 1 and keyword_args size = 0}}
emitpy.call_opaque "f"() {args = [1 : i32], keyword_args = []} : () -> ()

// -----

// The third operand is none of two.
func.func @missing(%a: !emitpy.str, %b: !emitpy.str) {
  // expected-error @+1 {{args names operand 2 : index, which the call has not}}
  emitpy.call_opaque "f"(%a, %b) {args = [2 : index], keyword_args = [""]} : (!emitpy.str, !emitpy.str) -> ()
  return
}

// -----

// expected-error @+1 {{variable name must not be a keyword}}
emitpy.global @lambda = 1 : i64

// -----

// expected-error @+1 {{imported member name must be a non-empty string}}
emitpy.import from "tables" import ""

// -----

func.func @format(%a: !emitpy.str) {
  // expected-error @+1 {{requires operands for each placeholder in the format string}}
  emitpy.verbatim "print({}, {})" args %a : !emitpy.str
  return
}
