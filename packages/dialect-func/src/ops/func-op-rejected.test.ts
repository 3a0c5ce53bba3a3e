import { describe, expect, test } from 'vitest';
import { problems } from '../../tests/func-text.ts';

describe('func.func', () => {
  test.each([
    ['func.foo', ["1:1 custom op 'func.foo' is unknown"]],
    ['func.func @f() { foo }', ["1:18 custom op 'foo' is unknown (tried 'func.foo' as well)"]],
    ['func.func @f()', ["1:1 'func.func' op symbol declaration cannot have public visibility"]],
    ['func.func private @f(i32 {a})', ["1:1 'func.func' op arguments may only have dialect attributes"]],
    ['func.func private @f() -> (i32 {a})', ["1:1 'func.func' op results may only have dialect attributes"]],
    [
      'func.func @f(%a: i32 {a = 1}) { return }',
      ["1:1 'func.func' op arguments may only have dialect attributes"],
    ],
    ['func.func @f(%a: i32, f32) { return }', ["1:23 custom op 'func.func' expected SSA identifier"]],
    [
      'func.func @f(i32, %a: f32) { return }',
      ["1:19 custom op 'func.func' expected type instead of SSA identifier"],
    ],
    [
      'func.func @f(%a: i32, %a: f32) { return }',
      ["1:23 region entry argument '%a' is already in use", '1:14 note: previously referenced here'],
    ],
    [
      'func.func @f(i32) { return }',
      ["1:1 'func.func' op entry block must have 1 arguments to match function signature"],
    ],
    ['func.func @f() { }', ["1:16 custom op 'func.func' expected non-empty function body"]],
    [
      `func.func @f() {
^bb0(%a: i32):
  return
}`,
      ["1:1 'func.func' op entry block must have 0 arguments to match function signature"],
    ],
    [
      `func.func @f(%b: i32) {
^bb0(%a: i32):
  return
}`,
      ['2:1 invalid block name in region with named arguments'],
    ],
    [
      'func.func @f() attributes {sym_name = "g"} { return }',
      [
        "1:16 custom op 'func.func' 'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary",
      ],
    ],
    [
      'func.func @f() attributes {sym_visibility = "private"} { return }',
      [
        "1:16 custom op 'func.func' 'sym_visibility' is an inferred attribute and should not be specified in the explicit attribute dictionary",
      ],
    ],
    [
      'func.func @f() attributes {function_type = () -> ()} { return }',
      [
        "1:16 custom op 'func.func' 'function_type' is an inferred attribute and should not be specified in the explicit attribute dictionary",
      ],
    ],
    [
      'func.func private @f() attributes {sym_visibility = "public"}',
      [
        "1:24 custom op 'func.func' 'sym_visibility' is an inferred attribute and should not be specified in the explicit attribute dictionary",
      ],
    ],
    ['func.func private @f() -> () -> ()', ['1:29 expected operation name in quotes']],
    ['func.func private @f(...)', ['1:22 expected non-function type']],
    ['func.func private @f(i32, ...)', ['1:26 expected non-function type']],
    [
      'func.func f() { return }',
      ["1:11 custom op 'func.func' expected valid '@'-identifier for symbol name"],
    ],
    ['func.func @f( { return }', ['1:14 expected non-function type']],
    ['func.func @f() -> { return }', ['1:18 expected non-function type']],
    [
      'func.func @f() { return } func.func @f() { return }',
      ["1:27 redefinition of symbol named 'f'", '1:1 note: see existing symbol definition here'],
    ],
    [
      '"func.func"() ({ "func.return"() : () -> () }) {sym_name = "f"} : () -> ()',
      ["1:1 'func.func' op requires attribute 'function_type'"],
    ],
    [
      '"func.func"() ({ "func.return"() : () -> () }) {function_type = () -> ()} : () -> ()',
      ["1:1 'func.func' op requires attribute 'sym_name'"],
    ],
    [
      '"func.func"() ({ "func.return"() : () -> () }) {function_type = i32, sym_name = "f"} : () -> ()',
      [
        "1:1 'func.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type",
      ],
    ],
    [
      '"func.func"() ({ "func.return"() : () -> () }) {function_type = () -> (), sym_name = 3} : () -> ()',
      ["1:1 'func.func' op attribute 'sym_name' failed to satisfy constraint: string attribute"],
    ],
    [
      '"func.func"() ({ "func.return"() : () -> () }) {function_type = () -> (), sym_name = "f", sym_visibility = "foo"} : () -> ()',
      [
        '1:1 \'func.func\' op visibility expected to be one of ["public", "private", "nested"], but got "foo"',
      ],
    ],
    [
      '"func.func"() ({ "func.return"() : () -> () }) {function_type = (i32) -> (), sym_name = "f"} : () -> ()',
      ["1:1 'func.func' op entry block must have 1 arguments to match function signature"],
    ],
    [
      '"func.func"() ({ ^bb0(%a: f32): "func.return"() : () -> () }) {function_type = (i32) -> (), sym_name = "f"} : () -> ()',
      [
        "1:1 'func.func' op type of entry block argument #0('f32') must match the type of the corresponding argument in function signature('i32')",
      ],
    ],
    [
      '"func.func"() ({ "func.return"() : () -> () }) {function_type = () -> (), sym_name = "f", arg_attrs = [{}]} : () -> ()',
      [
        "1:1 'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 1, but expected 0",
      ],
    ],
    [
      '"func.func"() ({ "func.return"() : () -> () }) {function_type = () -> (), sym_name = "f", res_attrs = [{}]} : () -> ()',
      [
        "1:1 'func.func' op expects result attribute array to have the same number of elements as the number of function results, got 1, but expected 0",
      ],
    ],
    [
      '"func.func"() ({ ^bb0(%a: i32): "func.return"() : () -> () }) {function_type = (i32) -> (), sym_name = "f", arg_attrs = [1]} : () -> ()',
      [
        "1:1 'func.func' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes",
      ],
    ],
    [
      '"func.func"() ({ ^bb0(%a: i32): "func.return"() : () -> () }) {function_type = (i32) -> (), sym_name = "f", arg_attrs = 1} : () -> ()',
      [
        "1:1 'func.func' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes",
      ],
    ],
    [
      '"func.func"() ({}) {function_type = () -> (), sym_name = "f"} : () -> ()',
      ["1:1 'func.func' op symbol declaration cannot have public visibility"],
    ],
    [
      '"func.func"() ({}, {}) {function_type = () -> (), sym_name = "f"} : () -> ()',
      ["1:1 'func.func' op requires one region"],
    ],
    [
      '"func.func"() {function_type = () -> (), sym_name = "f"} : () -> ()',
      ["1:1 'func.func' op requires one region"],
    ],
    [
      '"func.func"() <{function_type = i32, sym_name = "f"}> ({}) {sym_visibility = "private"} : () -> ()',
      [
        "1:1 'func.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type",
      ],
    ],
    [
      '"func.func"() <{sym_name = "f"}> ({}) {sym_visibility = "private"} : () -> ()',
      ["1:1 'func.func' op requires attribute 'function_type'"],
    ],
    [
      'func.func @f() { return "d.x"() : () -> () }',
      ["1:18 'func.return' op must be the last operation in the parent block"],
    ],
    [
      'func.func @f() { "d.x"() ({ return }) : () -> () return }',
      ["1:29 'func.return' op expects parent op 'func.func'"],
    ],
    [
      'func.func @f() { func.func @g() { return } return }',
      ["1:18 'func.func' op symbol's parent must have the SymbolTable trait"],
    ],
    [
      'func.func @f(%a: i32) { "d.x"() ({ func.func @g() { "d.u"(%a) : (i32) -> () return } }) : () -> () return }',
      [
        "1:53 'd.u' op using value defined outside the region",
        '1:36 note: required by region isolation constraints',
      ],
    ],
    [
      'func.func @f(%a: i32) { module { "d.u"(%a) : (i32) -> () } return }',
      ["1:25 custom op 'module' is unknown (tried 'func.module' as well)"],
    ],
    [
      `func.func @f() {
  "d.c"()[^bb1] : () -> ()
  return
^bb1:
  return
}`,
      ['2:3 operation with block successors must terminate its parent block'],
    ],
    [
      `func.func @f() {
^bb1:
^bb2:
  return
}`,
      ['1:1 empty block: expect at least a terminator'],
    ],
    ['func.func @f(', ['1:13 expected non-function type']],
  ])('%s is rejected', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });
});
