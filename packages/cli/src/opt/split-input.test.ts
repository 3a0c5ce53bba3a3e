import { SourceText } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { defaultMarker, splitInput } from './split-input.ts';

function split(text: string, marker = defaultMarker) {
  const { parts, warnings } = splitInput(new SourceText('f', text), marker, 'file');
  return {
    parts: parts.map((part) => [part.text, part.firstLine]),
    warnings: warnings.map(({ location }) => String(location)),
  };
}

test.each([
  ['a', [['a', 0]]],
  [
    'a\n// -----\nb',
    [
      ['a\n', 0],
      ['\nb', 1],
    ],
  ],
  // What follows on the line is part of the next module.
  [
    'a\n// ----- x\nb',
    [
      ['a\n', 0],
      [' x\nb', 1],
    ],
  ],
  [
    'a // -----\nb\n// -----\n\nc',
    [
      ['a ', 0],
      ['\nb\n', 0],
      ['\n\nc', 2],
    ],
  ],
  [
    '// -----\nb',
    [
      ['', 0],
      ['\nb', 0],
    ],
  ],
])('%j', (text, parts) => {
  expect(split(text)).toEqual({ parts, warnings: [] });
});

test('warns of what nearly is a marker', () => {
  expect(split('a\n// ----\nb\n// -----')).toEqual({
    parts: [['a\n// ----\nb\n// -----', 0]],
    warnings: ['loc("f":2:7)', 'loc("f":4:7)'],
  });
});

test('takes other markers', () => {
  expect(split('a %% b', '%%').parts).toEqual([
    ['a ', 0],
    [' b', 0],
  ]);
});

test('names parts after the line that they begin at', () => {
  const { parts } = splitInput(new SourceText('f', 'a\n// -----\nb'), defaultMarker, 'part');
  expect(parts.map(({ name, firstLine }) => [name, firstLine])).toEqual([
    ['within split at f:1 offset ', 0],
    ['within split at f:2 offset ', 0],
  ]);
});
