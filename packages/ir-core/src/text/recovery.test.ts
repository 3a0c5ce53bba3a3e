import { describe, expect, test } from 'vitest';
import { openContext } from '../../tests/parse-text.ts';
import { positionOf } from '../ir/location.ts';
import { parsePartialModule } from './parse-module.ts';

/** What is wrong with a text, and the names of the operations that could be read. */
function read(text: string): { readonly problems: string[]; readonly names: string[] } {
  const context = openContext();
  const { result, diagnostics } = context.diagnostics.capture(() => parsePartialModule(text, context));
  const names: string[] = [];
  result.module.walk((op) => void names.push(op.name), 'pre');
  expect(result.isComplete).toBe(diagnostics.length === 0);
  return {
    problems: diagnostics.map(({ location, message }) => {
      const position = positionOf(location);
      return `${position?.line}:${position?.column} ${message}`;
    }),
    names: names.slice(1),
  };
}

describe('a text with several errors', () => {
  test('is read operation by operation', () => {
    expect(
      read(`"a.one"() : () -> ()
"a.two"( : () -> ()
"a.three"() : () -> ()
"a.four"() : () -> i3x2
"a.five"() : () -> ()
`),
    ).toEqual({
      problems: ["2:9 expected ')' to end operand list", '4:19 expected non-function type'],
      names: ['a.one', 'a.three', 'a.five'],
    });
  });

  test('is read on inside the region that holds the error', () => {
    expect(
      read(`"a.outer"() ({
  "a.one"() : () -> ()
  %0 = "a.two"() {value = [1, } : () -> i32
  "a.three"(%0) : (i32) -> ()
  ^bb1:
  "a.four"() : () -> ()
}) : () -> ()
"a.last"() : () -> ()
`),
    ).toEqual({
      problems: ['3:30 expected attribute value'],
      names: ['a.outer', 'a.one', 'a.three', 'a.four', 'a.last'],
    });
  });

  test('says nothing about the uses of what could not be read', () => {
    expect(
      read(`%0:2, %1 = "a.lost"( : () -> (i32, i32, f32)
"a.use"(%0#1, %1) : (i32, f32) -> ()
"a.other"(%1) : (f64) -> ()
"a.undeclared"(%2) : (i32) -> ()
`),
    ).toEqual({
      problems: ["1:21 expected ')' to end operand list", '4:16 use of undeclared SSA value name'],
      names: ['a.use', 'a.other', 'a.undeclared'],
    });
  });

  test('is read on behind an operation whose brackets do not match', () => {
    expect(
      read(`"a.outer"() ({
  "a.open"() {value = {x = [1, 2} : () -> ()
  "a.next"() : () -> ()
}) : () -> ()
"a.last"() : () -> ()
`).names,
    ).toEqual(['a.outer', 'a.next', 'a.last']);
  });
});

test('a text without errors is complete', () => {
  expect(read('"a.one"() : () -> ()')).toEqual({ problems: [], names: ['a.one'] });
});

test('operations that were given up use nothing', () => {
  const context = openContext();
  const { result } = context.diagnostics.capture(() =>
    parsePartialModule(
      `%0 = "a.value"() : () -> i32
"a.given_up"() ({
  "a.use"(%0) : (i32) -> ()
}) : () -> nothing
`,
      context,
    ),
  );
  expect(result.module.body.firstOp!.getResult().hasUses).toBe(false);
});

test('reading ends after a hundred errors', () => {
  const { problems } = read('"a.b"( : () -> ()\n'.repeat(500));
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)).toMatch('too many errors: the rest of the text is not read');
});

test.each(['}', ')', '"', '%', '^bb0:', '\u0000', '#', '{-#', '"a.b"(', 'module {', '// only a comment'])(
  'reading %j ends',
  (text) => {
    read(text);
    read(`${text}\n${text}`);
  },
);
