import { describe, expect, test } from 'vitest';
import { evaluateFeatures } from './feature-expression.ts';

const features = new Set(['a', 'b-1', 'target=x86_64']);

describe('evaluateFeatures', () => {
  test.each([
    ['a', true],
    ['c', false],
    ['b-1', true],
    ['!c', true],
    ['a && c', false],
    ['a && !c || c', true],
    ['!(a || c)', false],
    ['c || a && b-1', true],
    ['true', true],
    ['false', false],
    ['target={{x86.*}}', true],
    ['target={{arm.*}}', false],
  ])('%s is %s', (text, expected) => {
    expect(evaluateFeatures(text, features)).toBe(expected);
  });

  test.each([
    ['a &&', "expected: '!', '(', '{{', or identifier\nhave: <end of expression>"],
    ['a b', "expected: end of expression\nhave: 'b'"],
    ['(a', "expected: ')'\nhave: <end of expression>"],
    ['a & b', "couldn't parse text: '& b'"],
  ])('refuses %s', (text, message) => {
    expect(() => evaluateFeatures(text, features)).toThrow(message);
  });
});
