import { expect, test } from 'vitest';
import type { ToolInput } from '../tool-io.ts';
import { runAndPrint } from '../command/printed.ts';
import { distSearch } from './search.ts';

async function updates(line: string): Promise<[number, string][]> {
  const told: [number, string][] = [];
  const progress = {
    update: (done: number, text: string) => void told.push([done, text]),
    clear: () => undefined,
  };
  const input: ToolInput = { stdin: () => new Uint8Array(), cwd: '/', colour: false, progress };
  await runAndPrint(distSearch, line.split(' '), input);
  return told;
}

test('a search tells how far it is while it bounds candidates, and while it simulates them', async () => {
  const told = await updates('--model mlp-xs --batch 64 --devices 2 --cost-model distir');
  const bounds = told.filter(([, text]) => text.endsWith(' lower bounds'));
  expect([bounds[0], bounds.at(-1)]).toEqual([
    [0.5 / bounds.length, `1 of ${bounds.length} lower bounds`],
    [0.5, `${bounds.length} of ${bounds.length} lower bounds`],
  ]);
  expect(told[bounds.length]![1]).toMatch(/^1 of at most \d+ candidates, the best takes \S+ [mµ]s$/);
  const fractions = told.map(([done]) => done);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
});

test('an exhaustive search has no bounds to find, and tells no best candidate where none fits', async () => {
  const told = await updates('--model mlp-xs --batch 64 --devices 2 --memory 1KB --exhaustive');
  const texts = told.map(([, text]) => text);
  expect(texts).toEqual(texts.map((_, i) => `${i + 1} of at most ${texts.length} candidates`));
  expect(told.at(-1)![0]).toBe(1);
});
