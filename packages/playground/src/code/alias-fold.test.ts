import { foldEffect } from '@codemirror/language';
import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { foldAliases } from './alias-fold.ts';

function folded(lines: readonly string[]): string[] {
  const doc = Text.of(lines);
  return foldAliases(doc).flatMap((effect) =>
    effect.is(foldEffect) ? [doc.sliceString(effect.value.from, effect.value.to)] : [],
  );
}

test('aliases are folded behind the first one', () => {
  const lines = ['#a = 1', '#b = 2', '!t = i32', '#c = 3', 'module {', '  #d = 4', '}'];
  expect(folded(lines)).toEqual(['\n#b = 2\n!t = i32\n#c = 3']);
});

test('few aliases, and those that do not begin the program, stay', () => {
  expect(folded(['#a = 1', '#b = 2', '#c = 3', 'module {', '}'])).toEqual([]);
  expect(folded(['module {', '}', '#a = 1', '#b = 2', '#c = 3', '#d = 4'])).toEqual([]);
});

test('a text of aliases alone is folded, an empty one is not', () => {
  expect(folded(['#a = 1', '#b = 2', '#c = 3', '#d = 4'])).toEqual(['\n#b = 2\n#c = 3\n#d = 4']);
  expect(folded([''])).toEqual([]);
});
