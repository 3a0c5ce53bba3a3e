import { deflateSync } from 'fflate';
import { expect, test } from 'vitest';
import { decodeShared, encodeShared } from './link.ts';

test('a link holds the program and the steps, whatever their length', () => {
  for (const length of [0, 10, 100_000]) {
    const text = Array.from({ length }, (_, i) => `${(i * 7919) % 1000} `).join('');
    const shared = { text, steps: ['sdy-propagation-pipeline'] };
    expect(decodeShared(encodeShared(shared))).toEqual(shared);
  }
});

test('a link that is not one is none', () => {
  expect(decodeShared('nonsense')).toBeNull();
  expect(decodeShared(encodeShared({ text: 'x', steps: [] }).slice(0, -4))).toBeNull();
  expect(decodeShared(encodeShared({ steps: [] }))).toBeNull();
  // Whoever writes a link can write anything.
  const wrong = { text: 'x', steps: [], view: 3 } as unknown as Parameters<typeof encodeShared>[0];
  expect(decodeShared(encodeShared(wrong))).toBeNull();
});

test('a link of a few KiB that inflates without end is none', () => {
  const bytes = deflateSync(new Uint8Array(64 * 2 ** 20).fill(32), { level: 9 });
  expect(bytes.length).toBeLessThan(100_000);
  const hash = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  expect(decodeShared(hash)).toBeNull();
});
