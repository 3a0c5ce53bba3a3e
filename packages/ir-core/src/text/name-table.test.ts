import { expect, test } from 'vitest';
import { NameTable } from './name-table.ts';

test('numbers names in the order of their first mention', () => {
  const text = '%a %bc %a %b';
  const names = new NameTable(text);
  expect([names.number(0, 2), names.number(3, 6), names.number(7, 9), names.number(10, 12)]).toEqual([
    0, 1, 0, 2,
  ]);
  expect([0, 1, 2].map((number) => names.spelling(number))).toEqual(['%a', '%bc', '%b']);
});

test('keeps apart as many names as a large module has', () => {
  const all = Array.from({ length: 5000 }, (_, i) => `%v${i}`);
  const text = all.join(' ');
  const names = new NameTable(text);
  let at = 0;
  for (const [i, name] of all.entries()) {
    expect(names.number(at, at + name.length)).toBe(i);
    at += name.length + 1;
  }
  expect(names.size).toBe(5000);
  expect(names.number(0, 3)).toBe(0);
});
