import { expect, test } from 'vitest';
import { mergedName, ofAnyLayer } from './any-layer.ts';

test.each([
  ["params['layers'][0]['w']", "params['layers'][11]['w']", "params['layers'][*]['w']"],
  [
    'dot_general with layer_3.w, m.py:12',
    'dot_general with layer_4.w, m.py:12',
    'dot_general with layer_*.w, m.py:12',
  ],
  ["params['layers'][*]['w']", "params['layers'][2]['w']", "params['layers'][*]['w']"],
])('names of equal layers are one', (one, other, merged) => {
  expect(ofAnyLayer(one)).toBe(ofAnyLayer(other));
  expect(mergedName(one, other)).toBe(merged);
});

test.each([
  ['mul, model.py:7', 'mul, model.py:15'],
  ['dimension 0 of x', 'dimension 12 of x'],
  ["params['w']", "params['b']"],
  ['dimension 0 of %3', 'dimension 0 of %11'],
])('lines, dimensions and other names are told apart', (one, other) => {
  expect(ofAnyLayer(one)).not.toBe(ofAnyLayer(other));
});
