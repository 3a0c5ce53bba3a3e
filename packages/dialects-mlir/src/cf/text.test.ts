import { expect, test } from 'vitest';
import { processed } from '../../tests/mlir-text.ts';

// Both forms are those that mlir-opt 19 prints.
const pretty = `module {
  func.func @f(%arg0: i32, %arg1: i1, %arg2: i32) -> i32 {
    cf.switch %arg0 : i32, [
      default: ^bb1(%arg2 : i32),
      1: ^bb2,
      2: ^bb1(%arg2 : i32),
      4294967293: ^bb3
    ]
  ^bb1(%0: i32):  // 5 preds: ^bb0, ^bb0, ^bb2, ^bb2, ^bb3
    return %0 : i32
  ^bb2:  // pred: ^bb0
    cf.switch %arg0 : i32, [
      default: ^bb1(%arg0 : i32),
      1: ^bb1(%arg2 : i32)
    ]
  ^bb3:  // pred: ^bb0
    cf.br ^bb1(%arg0 : i32)
  }
  func.func @g(%arg0: i32, %arg1: i1, %arg2: i32) -> i32 {
    cf.switch %arg0 : i32, [
      default: ^bb1(%arg0 : i32),
      5: ^bb1(%arg2 : i32)
    ]
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
    cf.assert %arg1, "no"
    %true = arith.constant true
    cf.assert %true, "yes"
    return %0 : i32
  }
}
`;

const generic = `"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, i32) -> i32, sym_name = "f"}> ({
  ^bb0(%arg3: i32, %arg4: i1, %arg5: i32):
    "cf.switch"(%arg3, %arg5, %arg5)[^bb1, ^bb2, ^bb1, ^bb3] <{case_operand_segments = array<i32: 0, 1, 0>, case_values = dense<[1, 2, -3]> : vector<3xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> ()
  ^bb1(%2: i32):  // 5 preds: ^bb0, ^bb0, ^bb2, ^bb2, ^bb3
    "func.return"(%2) : (i32) -> ()
  ^bb2:  // pred: ^bb0
    "cf.switch"(%arg3, %arg3, %arg5)[^bb1, ^bb1] <{case_operand_segments = array<i32: 1>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> ()
  ^bb3:  // pred: ^bb0
    "cf.br"(%arg3)[^bb1] : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1, i32) -> i32, sym_name = "g"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: i32):
    "cf.switch"(%arg0, %arg0, %arg2)[^bb1, ^bb1] <{case_operand_segments = array<i32: 1>, case_values = dense<5> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> ()
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
    "cf.assert"(%arg1) <{msg = "no"}> : (i1) -> ()
    %1 = "arith.constant"() <{value = true}> : () -> i1
    "cf.assert"(%1) <{msg = "yes"}> : (i1) -> ()
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
`;

test('cf has the text of MLIR', () => {
  expect(processed(pretty)).toBe(pretty);
});

test('cf has the generic form of MLIR', () => {
  expect(processed(pretty, '', { generic: true })).toBe(generic);
  expect(processed(generic)).toBe(pretty);
});
