import { describe, expect, test } from 'vitest';
import { generic, printed, problems } from '../../tests/func-text.ts';

describe('func.return', () => {
  test.each([
    [
      'func.func @f(%a: i32, %b: i32) -> i32 { return %a : i32 }',
      `module {
  func.func @f(%arg0: i32, %arg1: i32) -> i32 {
    return %arg0 : i32
  }
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: i32):
    "func.return"(%arg0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      'func.func @f() -> (i32) { %0 = "d.x"() : () -> i32 return %0 : i32 }',
      `module {
  func.func @f() -> i32 {
    %0 = "d.x"() : () -> i32
    return %0 : i32
  }
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> i32, sym_name = "f"}> ({
    %0 = "d.x"() : () -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      `func.func @f(%a: i32) { func.call @g(%a) : (i32) -> () func.return }
func.func private @g(i32)`,
      `module {
  func.func @f(%arg0: i32) {
    call @g(%arg0) : (i32) -> ()
    return
  }
  func.func private @g(i32)
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    "func.call"(%arg0) <{callee = @g}> : (i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "g", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()`,
    ],
  ])('%s', (text, expected, expectedGeneric) => {
    expect(printed(text)).toBe(`${expected}\n`);
    expect(generic(text)).toBe(`${expectedGeneric}\n`);
    expect(printed(expectedGeneric)).toBe(`${expected}\n`);
  });

  test.each([
    [
      'func.func @f(%a: i32) { return %a : i32 }',
      ["1:25 'func.return' op has 1 operands, but enclosing function (@f) returns 0"],
    ],
    [
      'func.func @f() -> i32 { return }',
      ["1:25 'func.return' op has 0 operands, but enclosing function (@f) returns 1"],
    ],
    [
      'func.func @f() -> i32 { %0 = "d.x"() : () -> f32 return %0 : f32 }',
      ["1:50 type of return operand 0 ('f32') doesn't match function result type ('i32') in function @f"],
    ],
    [
      '%0 = "func.func"() ({}) {function_type = () -> (), sym_name = "f"} : () -> i32',
      ["1:6 'func.func' op requires zero results"],
    ],
    ['func.return', ["1:1 'func.return' op expects parent op 'func.func'"]],
    ['module { func.return }', ["1:10 'func.return' op expects parent op 'func.func'"]],
    [
      `func.func @f() {
  "d.u"(%0) : (i32) -> ()
  %0 = "d.x"() : () -> i32
  return
}`,
      ['2:3 operand #0 does not dominate this use', '3:8 note: operand defined here (op in the same block)'],
    ],
    [
      `func.func @f() {
  "d.br"()[^bb1] : () -> ()
^bb1:
  "d.u"(%0) : (i32) -> ()
  return
^bb2:
  %0 = "d.x"() : () -> i32
  return
}`,
      ['4:3 operand #0 does not dominate this use', '7:8 note: operand defined here (op in the same region)'],
    ],
    [
      `func.func @f() {
  "d.c"()[^bb1, ^bb2] : () -> ()
^bb1:
  %0 = "d.x"() : () -> i32
  "d.c"()[^bb3] : () -> ()
^bb2:
  "d.c"()[^bb3] : () -> ()
^bb3:
  "d.u"(%0) : (i32) -> ()
  return
}`,
      ['9:3 operand #0 does not dominate this use', '4:8 note: operand defined here (op in the same region)'],
    ],
    [
      `func.func @f() {
  %0 = "d.x"(%0) : (i32) -> i32
  return
}`,
      ['2:8 operand #0 does not dominate this use', '2:8 note: operand defined here (op in the same block)'],
    ],
    [
      `func.func @f() {
  "d.r"() ({
    %0 = "d.x"() : () -> i32
    "d.y"() : () -> ()
  }, {
    "d.u"(%0) : (i32) -> ()
  }) : () -> ()
  return
}`,
      ['6:11 use of undeclared SSA value name'],
    ],
  ])('%s is rejected', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });
});
