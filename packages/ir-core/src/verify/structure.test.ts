import { describe, expect, test } from 'vitest';
import { problems } from '../../tests/parse-text.ts';

describe('the structure of undeclared operations and modules', () => {
  test.each([
    [
      'module attributes {a} { }',
      ["1:1 'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'a'"],
    ],
    [
      '"builtin.module"() ({ }) : () -> ()',
      ["1:1 'builtin.module' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks"],
    ],
    ['"builtin.module"() : () -> ()', ["1:1 'builtin.module' op requires one region"]],
    ['"builtin.module"() ({}, {}) : () -> ()', ["1:1 'builtin.module' op requires one region"]],
    [
      '"builtin.module"() ({ ^bb0: "d.op"() : () -> () ^bb1: "d.op"() : () -> ()}) : () -> ()',
      ["1:1 'builtin.module' op expects region #0 to have 0 or 1 blocks"],
    ],
    [
      `"d.op"() ({
^bb0(%a: i32, %b: f32):
  "d.br"(%a)[^bb1] : (i32) -> ()
^bb1:
  "d.br"(%b)[^bb0, ^bb2] : (f32) -> ()
^bb2(%c: i1):
  "d.end"() : () -> ()
}) : () -> ()`,
      ['1:1 entry block of region may not have predecessors'],
    ],
    [
      `"d.op"() ({
^entry:
  "d.br"()[^next] : () -> ()
^next:
  "d.br"()[^entry] : () -> ()
^orphan:
  "d.br"()[^next] : () -> ()
}) : () -> ()`,
      ['1:1 entry block of region may not have predecessors'],
    ],
    [
      `"d.op"() ({
^bb0:
^bb1:
}) : () -> ()`,
      ['1:1 empty block: expect at least a terminator'],
    ],
  ])('%s is rejected', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });
});
