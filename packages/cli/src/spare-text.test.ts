import { expect, test } from 'vitest';
import { spareText } from './spare-text.ts';

test('what nearly fills the memory of a device is told to do so', () => {
  expect(spareText(90, 100)).toBe('');
  expect(spareText(96, 100)).toBe(', with 4.0 % to spare: allocators of frameworks keep some of it');
  expect(spareText(99_999, 100_000)).toBe(', with <0.1 % to spare: allocators of frameworks keep some of it');
  expect(spareText(100, 100)).toBe(', with nothing to spare: allocators of frameworks keep some of it');
});
