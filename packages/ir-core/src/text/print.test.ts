import { describe, expect, test } from 'vitest';
import { printed } from '../../tests/parse-text.ts';

describe('the text of operations and blocks', () => {
  test.each([
    [
      'module { }',
      `module {
}`,
    ],
    [
      'module @m { }',
      `module @m {
}`,
    ],
    [
      'module @m attributes {d.a = 1} { }',
      `module @m attributes {d.a = 1 : i64} {
}`,
    ],
    [
      'module attributes {} { module @inner { } }',
      `module {
  module @inner {
  }
}`,
    ],
    [
      'builtin.module { }',
      `module {
}`,
    ],
    [
      '"builtin.module"() ({ ^bb0: }) : () -> ()',
      `module {
}`,
    ],
    [
      `"d.op"() : () -> ()
"d.op"() : () -> ()`,
      `module {
  "d.op"() : () -> ()
  "d.op"() : () -> ()
}`,
    ],
    [
      '',
      `module {
}`,
    ],
    [
      '// only a comment',
      `module {
}`,
    ],
    [
      `%0 = "d.op"() : () -> i32
"d.use"(%0) : (i32) -> ()`,
      `module {
  %0 = "d.op"() : () -> i32
  "d.use"(%0) : (i32) -> ()
}`,
    ],
    [
      `%0:2 = "d.op"() : () -> (i32, f32)
"d.use"(%0#1, %0#0) : (f32, i32) -> ()`,
      `module {
  %0:2 = "d.op"() : () -> (i32, f32)
  "d.use"(%0#1, %0#0) : (f32, i32) -> ()
}`,
    ],
    [
      `%a, %b = "d.op"() : () -> (i32, f32)
"d.use"(%a, %b) : (i32, f32) -> ()`,
      `module {
  %0:2 = "d.op"() : () -> (i32, f32)
  "d.use"(%0#0, %0#1) : (i32, f32) -> ()
}`,
    ],
    [
      `%a:2, %b = "d.op"() : () -> (i32, f32, i1)
"d.use"(%a#1, %b) : (f32, i1) -> ()`,
      `module {
  %0:3 = "d.op"() : () -> (i32, f32, i1)
  "d.use"(%0#1, %0#2) : (f32, i1) -> ()
}`,
    ],
    [
      `"d.use"(%0) : (i32) -> ()
%0 = "d.op"() : () -> i32`,
      `module {
  "d.use"(%0) : (i32) -> ()
  %0 = "d.op"() : () -> i32
}`,
    ],
    [
      '"noDialect"() : () -> ()',
      `module {
  "noDialect"() : () -> ()
}`,
    ],
    [
      '"d.op"() <{a = 1 : i32}> : () -> ()',
      `module {
  "d.op"() <{a = 1 : i32}> : () -> ()
}`,
    ],
    [
      '"d.op"() <"str"> : () -> ()',
      `module {
  "d.op"() <"str"> : () -> ()
}`,
    ],
    [
      '"d.op"() <{a = 1 : i32}> {b} : () -> ()',
      `module {
  "d.op"() <{a = 1 : i32}> {b} : () -> ()
}`,
    ],
    [
      '"d.op"() <{}> {} : () -> ()',
      `module {
  "d.op"() <{}> : () -> ()
}`,
    ],
    [
      '"d.op"() ({}) : () -> ()',
      `module {
  "d.op"() ({
  }) : () -> ()
}`,
    ],
  ])('of %s', (text, expected) => {
    expect(printed(text)).toBe(`${expected}\n`);
    expect(printed(expected)).toBe(`${expected}\n`);
  });
});
