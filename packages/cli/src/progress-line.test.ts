import { expect, test } from 'vitest';
import { ProgressLine } from './progress-line.ts';

function progressAt() {
  const state = { now: 0, text: '' };
  const line = new ProgressLine(
    (text) => (state.text += text),
    () => state.now,
  );
  const at = (now: number, act: () => void): string => {
    state.now = now;
    state.text = '';
    act();
    return state.text;
  };
  return { line, at };
}

test('short work shows nothing', () => {
  const { line, at } = progressAt();
  expect(at(999, () => line.update(0.5, 'half'))).toBe('');
  expect(at(999, () => line.clear())).toBe('');
});

test('long work shows how far it is, not too often, and takes the line away', () => {
  const { line, at } = progressAt();
  expect(at(1000, () => line.update(0.25, 'pass 1 of 4'))).toBe(
    '\r[######------------------]  25% pass 1 of 4\x1b[K',
  );
  expect(at(1099, () => line.update(0.5, 'pass 2 of 4'))).toBe('');
  expect(at(1100, () => line.update(1, 'pass 4 of 4'))).toBe(
    '\r[########################] 100% pass 4 of 4\x1b[K',
  );
  expect(at(1200, () => line.clear())).toBe('\r\x1b[K');
});
