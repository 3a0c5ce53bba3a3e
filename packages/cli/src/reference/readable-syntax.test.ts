import { expect, test } from 'vitest';
import { readableSyntax } from './readable-syntax.ts';

test.each([
  ['$lhs `,` $rhs attr-dict `:` type($result)', '$lhs, $rhs attr-dict : type($result)'],
  ['$a `axes` `` `=` `` $axes', '$a axes=$axes'],
  ['(`,` `k` `=` $k^)? attr-dict', '[, k = $k] attr-dict'],
  ['attr-dict ($a^ `:` type($a))?', 'attr-dict [$a : type($a)]'],
  ['($a^ custom<Pair>(type($a), type($b))):(`(` `)`)?', "($a <pair> | '(' ')')"],
  ['$a custom<DotDimensionNumbers>($numbers) `:` type($a)', '$a <dot-dimension-numbers> : type($a)'],
  ['$tuple `[` $index `]` attr-dict', "$tuple '[' $index ']' attr-dict"],
  ['`(` $inputs `)` (`[` $sizes^ `]`)?', "($inputs) ['[' $sizes ']']"],
])('%s', (format, readable) => {
  expect(readableSyntax(format)).toBe(readable);
});
