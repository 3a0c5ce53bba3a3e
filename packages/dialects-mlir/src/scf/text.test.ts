import { expect, test } from 'vitest';
import { processed } from '../../tests/mlir-text.ts';

// Both forms are those that mlir-opt 19 prints.
const pretty = `module {
  func.func @f(%arg0: i32, %arg1: i1, %arg2: index, %arg3: index, %arg4: index, %arg5: f32, %arg6: tensor<?xf32>, %arg7: i32) -> (i32, f32) {
    %0 = scf.if %arg1 -> (i32) {
      scf.yield %arg0 : i32
    } else {
      %5 = arith.addi %arg0, %arg0 : i32
      scf.yield %5 : i32
    }
    scf.if %arg1 {
      "test.x"() : () -> ()
    } {foo}
    scf.if %arg1 {
      "test.x"() : () -> ()
    } else {
      "test.y"() : () -> ()
    }
    scf.for %arg8 = %arg2 to %arg3 step %arg4 {
      "test.x"(%arg8) : (index) -> ()
    }
    %1:2 = scf.for %arg8 = %arg2 to %arg3 step %arg4 iter_args(%arg9 = %arg5, %arg10 = %arg0) -> (f32, i32) {
      %5 = arith.addf %arg9, %arg9 : f32
      scf.yield %5, %arg10 : f32, i32
    } {bar}
    scf.for %arg8 = %arg7 to %arg0 step %arg7  : i32 {
      "test.x"(%arg8) : (i32) -> ()
    }
    %2:2 = scf.while (%arg8 = %arg5, %arg9 = %arg0) : (f32, i32) -> (i32, f32) {
      %5 = "test.cond"() : () -> i1
      scf.condition(%5) {z} %arg9, %arg8 : i32, f32
    } do {
    ^bb0(%arg8: i32, %arg9: f32):
      scf.yield %arg9, %arg8 : f32, i32
    } attributes {foo = 1 : i64}
    scf.while : () -> () {
      %5 = "test.cond"() : () -> i1
      scf.condition(%5)
    } do {
      scf.yield
    }
    %3 = scf.execute_region -> i32 {
      scf.yield %arg0 : i32
    }
    scf.execute_region {
      cf.br ^bb1
    ^bb1:  // pred: ^bb0
      scf.yield
    } {a}
    %4 = scf.index_switch %arg2 {a} -> i32 
    case 2 {
      scf.yield %arg0 : i32
    }
    case -5 {
      scf.yield %arg0 : i32
    }
    default {
      scf.yield %arg0 : i32
    }
    scf.index_switch %arg2 
    default {
    }
    return %4, %arg5 : i32, f32
  }
}
`;

const generic = `"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, index, index, index, f32, tensor<?xf32>, i32) -> (i32, f32), sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: index, %arg3: index, %arg4: index, %arg5: f32, %arg6: tensor<?xf32>, %arg7: i32):
    %0 = "scf.if"(%arg1) ({
      "scf.yield"(%arg0) : (i32) -> ()
    }, {
      %8 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%8) : (i32) -> ()
    }) : (i1) -> i32
    "scf.if"(%arg1) ({
      "test.x"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
    }) {foo} : (i1) -> ()
    "scf.if"(%arg1) ({
      "test.x"() : () -> ()
      "scf.yield"() : () -> ()
    }, {
      "test.y"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    "scf.for"(%arg2, %arg3, %arg4) ({
    ^bb0(%arg16: index):
      "test.x"(%arg16) : (index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %1:2 = "scf.for"(%arg2, %arg3, %arg4, %arg5, %arg0) ({
    ^bb0(%arg13: index, %arg14: f32, %arg15: i32):
      %7 = "arith.addf"(%arg14, %arg14) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "scf.yield"(%7, %arg15) : (f32, i32) -> ()
    }) {bar} : (index, index, index, f32, i32) -> (f32, i32)
    "scf.for"(%arg7, %arg0, %arg7) ({
    ^bb0(%arg12: i32):
      "test.x"(%arg12) : (i32) -> ()
      "scf.yield"() : () -> ()
    }) : (i32, i32, i32) -> ()
    %2:2 = "scf.while"(%arg5, %arg0) ({
    ^bb0(%arg10: f32, %arg11: i32):
      %6 = "test.cond"() : () -> i1
      "scf.condition"(%6, %arg11, %arg10) {z} : (i1, i32, f32) -> ()
    }, {
    ^bb0(%arg8: i32, %arg9: f32):
      "scf.yield"(%arg9, %arg8) : (f32, i32) -> ()
    }) {foo = 1 : i64} : (f32, i32) -> (i32, f32)
    "scf.while"() ({
      %5 = "test.cond"() : () -> i1
      "scf.condition"(%5) : (i1) -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : () -> ()
    %3 = "scf.execute_region"() ({
      "scf.yield"(%arg0) : (i32) -> ()
    }) : () -> i32
    "scf.execute_region"() ({
      "cf.br"()[^bb1] : () -> ()
    ^bb1:  // pred: ^bb0
      "scf.yield"() : () -> ()
    }) {a} : () -> ()
    %4 = "scf.index_switch"(%arg2) <{cases = array<i64: 2, -5>}> ({
      "scf.yield"(%arg0) : (i32) -> ()
    }, {
      "scf.yield"(%arg0) : (i32) -> ()
    }, {
      "scf.yield"(%arg0) : (i32) -> ()
    }) {a} : (index) -> i32
    "scf.index_switch"(%arg2) <{cases = array<i64>}> ({
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    "func.return"(%4, %arg5) : (i32, f32) -> ()
  }) : () -> ()
}) : () -> ()
`;

test('scf has the text of MLIR', () => {
  expect(processed(pretty)).toBe(pretty);
});

test('scf has the generic form of MLIR', () => {
  expect(processed(pretty, '', { generic: true })).toBe(generic);
  expect(processed(generic)).toBe(pretty);
});
