import { describe, expect, test } from 'vitest';
import { attribute, attributeProblems, parsed } from '../../tests/parse-text.ts';

describe('the location of a parsed operation', () => {
  test('is the place of its name, the same one whenever it is asked for', () => {
    const [generic, custom] = [...parsed('%0 = "d.\\22op"() : () -> i32\n  module @a {}').body];
    for (const [op, start, end] of [
      [generic!, 5, 14],
      [custom!, 31, 37],
    ] as const) {
      expect(op.location).toBe(op.location);
      expect(op.location).toMatchObject({ start, end });
    }
    expect(String(custom!.location)).toMatch(/:2:3/);
  });
});

describe('locations as attributes', () => {
  // Texts and what they print as.
  test.each([
    ['loc(unknown)', 'loc(unknown)'],
    ['loc("a")', 'loc("a")'],
    ['loc("f":1:2)', 'loc("f":1:2)'],
    ['loc("f":1:2 to 3:4)', 'loc("f":1:2 to 3:4)'],
    ['loc("f":1:2 to :4)', 'loc("f":1:2 to :4)'],
    ['loc("a"("b":1:2))', 'loc("a"("b":1:2))'],
    ['loc(callsite("a" at "b"))', 'loc(callsite("a" at "b"))'],
    ['loc(fused["a","b"])', 'loc(fused["a", "b"])'],
    ['loc(fused<"m">["a"])', 'loc(fused<"m">["a"])'],
    ['loc(fused[])', 'loc(unknown)'],
    ['loc(fused["a"])', 'loc("a")'],
    ['loc("f":1)', 'loc("f":1:0)'],
  ])('%s prints as %s', (text, canonical) => {
    expect(String(attribute(text))).toBe(canonical);
    expect(String(attribute(canonical))).toBe(canonical);
  });

  // Texts and what is wrong with them, by column.
  test.each([
    ['loc(foo)', ['5 expected location instance']],
    ['loc(', ['5 expected location instance']],
    ['loc()', ['5 expected location instance']],
    ['loc("f":a:1)', ['9 expected integer line number in FileLineColRange']],
    ['loc(callsite("a"))', ["17 expected 'at' in callsite location"]],
    ['loc(fused)', ["10 expected '[' in fused location"]],
  ])('%s is rejected', (text, expected) => {
    expect(attributeProblems(text)).toEqual(expected);
  });
});
