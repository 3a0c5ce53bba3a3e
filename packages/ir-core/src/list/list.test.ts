import { describe, expect, it } from 'vitest';
import { lastOf } from './last-of.ts';
import { lookUp } from './look-up.ts';
import { zip } from './zip.ts';

describe('lists that go together', () => {
  it('give their entries index by index', () => {
    expect(zip([1, 2], ['a', 'b'], [true, false])).toEqual([
      [1, 'a', true],
      [2, 'b', false],
    ]);
    expect(zip([], [1])).toEqual([]);
  });

  it('may be longer than the first, not shorter', () => {
    expect(zip([1], [2, 3])).toEqual([[1, 2]]);
    expect(() => zip([1, 2], [3])).toThrow("a list of 1 entries can't go along with one of 2");
  });
});

describe('the last entry', () => {
  it('may be the only one, or missing', () => {
    expect(lastOf([1])).toBe(1);
    expect(lastOf([1, undefined])).toBe(undefined);
    expect(() => lastOf([])).toThrow('an empty list has no last entry');
  });
});

describe('a key that a map does not have', () => {
  it('is named', () => {
    expect(lookUp(new Map([['a', 1]]), 'a')).toBe(1);
    expect(() => lookUp(new Map([['a', 1]]), 'b')).toThrow("nothing is known of 'b'");
    expect(() => lookUp(new Map<object, number>(), { name: 'func.call' })).toThrow(
      "nothing is known of 'func.call'",
    );
    expect(() => lookUp(new Map<object, number>(), new Date(0))).toThrow(
      'nothing is known of a key of class Date',
    );
  });
});
