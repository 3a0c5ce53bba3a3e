import { expect, test } from 'vitest';
import { changeText } from './explanation-text.ts';

test('changes have a sign where a digit tells them', () => {
  expect([1.018, 0.959, 0.99999, 1].map((seconds) => changeText(seconds, 1))).toEqual([
    '+1.8 %',
    '-4.1 %',
    'the same',
    'the same',
  ]);
});
