import { expect, test } from 'vitest';
import { exposedText } from './exposed-text.ts';

test('communication that nothing waits for is hidden, and what was not simulated has no time', () => {
  expect(exposedText(2e-3, 1e-3)).toBe('2.00 ms');
  expect(exposedText(0, 1e-3)).toBe('hidden');
  expect(exposedText(0, 0)).toBe('0 s');
  expect(exposedText(null, null)).toBe('');
});
