import { expect, test } from 'vitest';
import { Budget, withBudget } from '../budget/budget.ts';
import { LimitError } from '../budget/limit-error.ts';
import { TextBuffer } from './text-buffer.ts';

function captured(buffer: TextBuffer, text: string): string {
  return buffer.capture(() => {
    buffer.write(text);
  });
}

test('holds what was written', () => {
  const buffer = new TextBuffer();
  const pieces = ['module', ' {\n', 'ä€😀', 'x'.repeat(5000), '\uFEFF', '}'];
  for (const piece of pieces) buffer.write(piece);
  expect(buffer.toString()).toBe(pieces.join(''));
});

test('takes back what a capture writes, and captures in it', () => {
  const buffer = new TextBuffer();
  buffer.write('outer ');
  const inner: string[] = [];
  const text = buffer.capture(() => {
    buffer.write('one ');
    inner.push(captured(buffer, 'two'));
    buffer.write('three');
  });
  expect([text, inner]).toEqual(['one three', ['two']]);
  buffer.write('again');
  expect(buffer.toString()).toBe('outer again');
});

test('what is captured is gone when it fails', () => {
  const buffer = new TextBuffer();
  buffer.write('before');
  const fail = (): void => {
    buffer.write('inside');
    throw new Error('it failed');
  };
  expect(() => buffer.capture(fail)).toThrow('it failed');
  expect(buffer.toString()).toBe('before');
});

/** Deterministic numbers below `end`. */
function* numbers(end: number): Generator<number, never> {
  for (let state = 1; ; state = (state * 48271) % 2147483647) yield state % end;
}

test('many pieces of all lengths, captures among them, make the same text as strings', () => {
  const buffer = new TextBuffer();
  const random = numbers(997);
  const lengths = [1, 3, 70, 5000, 400_000, 1_100_000];
  let expected = '';
  for (let i = 0; i < 400; i++) {
    const at = random.next().value;
    const piece = (at % 5 === 0 ? 'ä€' : 'x').repeat(lengths[at % 37 === 0 ? 4 + (at % 2) : at % 4]!);
    if (at % 7 === 0) {
      expect(captured(buffer, piece) === piece).toBe(true);
    } else if (at % 11 === 0) {
      buffer.writeHex(new Uint8Array(piece.length).fill(0xa5));
      expected += 'A5'.repeat(piece.length);
    } else {
      buffer.write(piece);
      expected += piece;
    }
  }
  expect(buffer.toString() === expected).toBe(true);
  expect(expected.length).toBeGreaterThan(4 << 20);
});

test('a text may be as long as the budget says', () => {
  const write = (): void => {
    const buffer = new TextBuffer();
    for (let i = 0; i < 100; i++) buffer.write('x'.repeat(100_000));
  };
  expect(() => withBudget(new Budget({ output: 4 << 20 }), write)).toThrow(LimitError);
});
