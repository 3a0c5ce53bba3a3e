import { describe, expect, test } from 'vitest';
import { generic, printed, problems } from '../../tests/func-text.ts';

describe('func.call', () => {
  test.each([
    [
      `func.func @f() { call @g() : () -> () return }
func.func private @g()`,
      `module {
  func.func @f() {
    call @g() : () -> ()
    return
  }
  func.func private @g()
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "func.call"() <{callee = @g}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "g", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()`,
    ],
    [
      `func.func @f(%a: i32) { call @g(%a) {no_inline, d.a} : (i32) -> () return }
func.func private @g(i32)`,
      `module {
  func.func @f(%arg0: i32) {
    call @g(%arg0) {d.a, no_inline} : (i32) -> ()
    return
  }
  func.func private @g(i32)
}`,
      `"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    "func.call"(%arg0) <{callee = @g, no_inline}> {d.a} : (i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "g", sym_visibility = "private"}> ({
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
      'func.func @f() { call @g() : () -> () return }',
      ["1:18 'func.call' op 'g' does not reference a valid function"],
    ],
    [
      `func.func @f() { %0 = call @g() : () -> i32 return }
func.func private @g()`,
      ["1:23 'func.call' op incorrect number of results for callee"],
    ],
    [
      `func.func @f() { %0 = call @g() : () -> i32 return }
func.func private @g() -> f32`,
      [
        "1:23 'func.call' op result type mismatch at index 0",
        "1:23 note:       op result types: 'i32'",
        "1:23 note: function result types: 'f32'",
      ],
    ],
    [
      `func.func @f(%a: i32) { call @g(%a) : (i32) -> () return }
func.func private @g()`,
      ["1:25 'func.call' op incorrect number of operands for callee"],
    ],
    [
      `func.func @f(%a: i32) { call @g(%a) : (i32) -> () return }
func.func private @g(f32)`,
      [
        "1:25 'func.call' op operand type mismatch: expected operand type 'f32', but provided 'i32' for operand number 0",
      ],
    ],
    [
      'func.func @f(%a: i32) { call @g(%a) : (i32, i32) -> () return }',
      ["1:33 custom op 'func.call' number of operands and types do not match: got 1 operands and 2 types"],
    ],
    ['func.func @f(%a: i32) { call @g(%a : (i32) -> () return }', ["1:35 expected ')'"]],
    ['func.func @f(%a: i32) { call g(%a) : (i32) -> () return }', ['1:29 expected attribute value']],
    [
      'func.func @f(%a: i32) { call @g::@h(%a) : (i32) -> () return }',
      ["1:30 custom op 'func.call' invalid kind of attribute specified"],
    ],
  ])('%s is rejected', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });
});
