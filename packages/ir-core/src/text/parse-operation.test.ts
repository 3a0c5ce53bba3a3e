import { describe, expect, test } from 'vitest';
import { problems } from '../../tests/parse-text.ts';

describe('operations', () => {
  test.each([
    ['%a:2 = "d.op"() : () -> i32', ['1:1 operation defines 1 results but was provided 2 to bind']],
    ['%a = "d.op"() : () -> (i32, i32)', ['1:1 operation defines 2 results but was provided 1 to bind']],
    ['%a = "d.op"() : () -> ()', ['1:1 cannot name an operation with no results']],
    ['%a:0 = "d.op"() : () -> i32', ['1:4 expected named operation to have at least 1 result']],
    ['%a:x = "d.op"() : () -> i32', ['1:4 expected integer number of results']],
    ['%a, = "d.op"() : () -> i32', ['1:4 expected valid ssa identifier']],
    ['%a "d.op"() : () -> i32', ["1:3 expected '=' after SSA name"]],
    ['%a#1 = "d.op"() : () -> i32', ["1:3 expected '=' after SSA name"]],
    [
      `%0 = "d.op"() : () -> i32
%0 = "d.op"() : () -> i32`,
      ["2:1 redefinition of SSA value '%0'", '1:1 note: previously defined here'],
    ],
    [
      `"d.use"(%0#3) : (i32) -> ()
%0:2 = "d.op"() : () -> (i32, i32)`,
      ['1:9 use of undeclared SSA value name'],
    ],
    [
      `%0:2 = "d.op"() : () -> (i32, i32)
"d.use"(%0#3) : (i32) -> ()`,
      ['2:9 reference to invalid result number'],
    ],
    [
      `"d.use"(%0) : (i32) -> ()
%0 = "d.op"() : () -> f32`,
      ["2:1 definition of SSA value '%0#0' has type 'f32'", "1:9 note: previously used here with type 'i32'"],
    ],
    [
      `"d.use"(%0) : (i32) -> ()
"d.use"(%0) : (f32) -> ()
%0 = "d.op"() : () -> f32`,
      [
        "2:9 use of value '%0' expects different type than prior uses: 'f32' vs 'i32'",
        '1:9 note: prior use here',
      ],
    ],
    ['"d.use"(%0) : (i32) -> ()', ['1:9 use of undeclared SSA value name']],
    [
      '"d.use"(%y, %x) : (i32, i32) -> ()',
      ['1:9 use of undeclared SSA value name', '1:13 use of undeclared SSA value name'],
    ],
    [
      `%0 = "d.op"() : () -> i32
"d.use"(%0) : (f32) -> ()`,
      [
        "2:9 use of value '%0' expects different type than prior uses: 'f32' vs 'i32'",
        '1:1 note: prior use here',
      ],
    ],
    ['"d.use"(%0 : (i32) -> ()', ["1:11 expected ')' to end operand list"]],
    ['"d.use" %0) : (i32) -> ()', ["1:8 expected '(' to start operand list"]],
    ['"d.use"(%0) (i32) -> ()', ["1:14 expected '{' to begin a region"]],
    ['"d.use"(%0) : i32', ['1:15 expected function type']],
    ['"d.use"() : (i32) -> ()', ['1:13 expected 0 operand types but had 1']],
    ['"d.use"(%0#a) : (i32) -> ()', ['1:11 invalid SSA value result number']],
    ['"d.use"(3) : (i32) -> ()', ["1:9 expected ')' to end operand list"]],
    ['"" () : () -> ()', ['1:1 empty operation name is invalid']],
    ['"d.op"() <{a = 1 : i32, a = 2}> : () -> ()', ["1:25 duplicate key 'a' in dictionary attribute"]],
    ['"d.op"() <{a = 1 : i32} : () -> ()', ["1:24 expected '>' to close properties"]],
    [
      `"d.op"() ({
  "d.br"()[^nowhere] : () -> ()
}) : () -> ()`,
      ['2:12 reference to an undefined block'],
    ],
    [
      `"d.op"() ({
^a:
  "d.x"() : () -> ()
^a:
  "d.x"() : () -> ()
}) : () -> ()`,
      ["4:1 redefinition of block '^a'"],
    ],
    [
      `"d.op"() ({
^a(%x: i32, %x: i32):
  "d.x"() : () -> ()
}) : () -> ()`,
      ["2:13 redefinition of SSA value '%x'", '2:4 note: previously defined here'],
    ],
    [
      `"d.op"() ({
^a
  "d.x"() : () -> ()
}) : () -> ()`,
      ["2:3 expected ':' after block name"],
    ],
    [
      `"d.op"() ({
^a(%x):
  "d.x"() : () -> ()
}) : () -> ()`,
      ["2:6 expected ':' and type for SSA operand"],
    ],
    [
      `"d.op"() ({
  "d.x"() : () -> ()
) : () -> ()`,
      ['2:21 expected operation name in quotes'],
    ],
    [
      `"d.op"() ({
  "d.x"() : () -> ()`,
      ['2:20 expected operation name in quotes'],
    ],
    ['"d.op"()[^bb0] : () -> ()', ['1:10 reference to an undefined block']],
    ['"d.op"()[] : () -> ()', ['1:10 expected list element']],
    [
      `"d.op"() ({
  %0 = "d.x"() : () -> i32
}) : () -> ()
"d.use"(%0) : (i32) -> ()`,
      ['4:9 use of undeclared SSA value name'],
    ],
    [
      `%0 = "d.a"() : () -> i32
"d.op"() ({
  %0 = "d.x"() : () -> i32
}) : () -> ()`,
      ["3:3 redefinition of SSA value '%0'", '1:1 note: previously defined here'],
    ],
    ['foo', ["1:1 custom op 'foo' is unknown (tried 'builtin.foo' as well)"]],
    ['^bb0:', ['1:1 expected operation name in quotes']],
    ['%x', ["1:2 expected '=' after SSA name"]],
    ['}', ['1:1 expected operation name in quotes']],
    ['"a.b"() : () -> () )', ['1:19 expected operation name in quotes']],
    ['1', ['1:1 expected operation name in quotes']],
    ['{', ['1:1 expected operation name in quotes']],
    [
      `#a = 1
#a = 2`,
      ["2:1 redefinition of attribute alias id 'a'"],
    ],
    ['#a.b = 1', ["1:1 attribute names with a '.' are reserved for dialect-defined names"]],
    ['#a 1', ["1:3 expected '=' in attribute alias definition"]],
    ['#a =', ['1:3 expected attribute value']],
    [
      `"d.op"() {x = #a} : () -> ()
#a = 1`,
      ["1:17 undefined symbol alias id 'a'"],
    ],
    [
      `!a = i32
!a = i32`,
      ["2:1 redefinition of type alias id 'a'"],
    ],
    ['!a.b = i32', ["1:1 type names with a '.' are reserved for dialect-defined names"]],
    ['!a = 1', ['1:5 expected non-function type']],
    ['%0 = "d.op"() : () -> !a', ["1:24 undefined symbol alias id 'a'"]],
    ['"d.op"() : () -> () loc(#l)', ['1:25 operation location alias was never defined']],
    [
      `"d.op"() : () -> () loc(#l)
#l = 1`,
      ["1:25 expected location, but found '1 : i64'"],
    ],
    ['"d.op"() : () -> () loc()', ['1:25 expected location instance']],
    ['"d.op"() : () -> () loc("a"', ["1:27 expected ')' in location"]],
    ['"d.op"() : () -> () loc("a":1:2:3)', ["1:32 expected ')' in location"]],
    ['{-# foo: { } #-}', ["1:5 unknown key 'foo' in file metadata dictionary"]],
    [
      'builtin.unrealized_conversion_cast',
      ["1:35 custom op 'builtin.unrealized_conversion_cast' expected 'to'"],
    ],
    ['%0 = builtin.unrealized_conversion_cast %1 to i32', ["1:43 expected ':'"]],
    ['"d.op"() : () -> () {a}', ['1:20 expected operation name in quotes']],
    [
      `"d.op"() : () -> ()
$`,
      ['2:1 unexpected character'],
    ],
    ['"d.op"(%) : (i32) -> ()', ['1:8 invalid SSA name']],
    [
      `"d.op"() {a = "x
y"} : () -> ()`,
      ["1:17 expected '\"' in string literal"],
    ],
    ['"d.op"() /* */ : () -> ()', ["1:9 expected ':' followed by operation type"]],
    [
      `"d.op"() : () -> ( // comment
  // more
  x)`,
      ['1:19 expected non-function type'],
    ],
    ['"d.op"() :', ['1:9 expected non-function type']],
    [
      `"d.op"() : 
  // trailing
`,
      ['2:14 expected non-function type'],
    ],
    ['"d.op"() :', ['1:9 expected non-function type']],
    ['module {', ['1:7 expected operation name in quotes']],
    ['"d', ["1:3 expected '\"' in string literal"]],
    ['%', ['1:1 invalid SSA name']],
    ['"d.op"() {', ['1:9 expected attribute name']],
    ['"d.op"() : () ->', ['1:16 expected non-function type']],
    ['^', ['1:1 invalid block name']],
    ['@', ["1:2 @ identifier expected to start with letter or '_'"]],
    ['#', ['1:1 invalid attribute name']],
    ['!', ['1:1 invalid type identifier']],
    ['"d.op"() ({', ['1:11 expected operation name in quotes']],
  ])('%s is rejected', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });
});
