import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';

const example = (name: string): Uint8Array =>
  readFileSync(new URL(`../../examples/${name}.mlir`, import.meta.url));

/** The comparisons of a plan with what else was simulated. */
async function comparisons(name: string, ...flags: string[]): Promise<string> {
  const line = ['plan', '-', '--from-scratch', '--mesh', '2x4', '--machine', 'a100x8', '--why', ...flags];
  const { stdout } = await runTool('shardform', line, { stdin: example(name), cwd: '.' });
  const text = String(stdout);
  return text.slice(text.indexOf('known layouts'));
}

test('what is faster and does not fit is not told to take longer', async () => {
  const text = await comparisons('step', '--memory', '40MB', '--pareto');
  expect(text).toMatch(/\n {2}x .* takes [\d.]+ % less time, but does not fit into 38\.1 MiB\n/);
  expect(text).toMatch(/\n {2}[\d.]+ ms .* takes [\d.]+ % less time, but does not fit into 38\.1 MiB\n/);
  expect(text).not.toMatch(/ -[\d.]+ %/);
});

test('what is faster by too little says why it is not the plan', async () => {
  const [, decisions] = (await comparisons('train')).split('decisions, ');
  expect(decisions).toMatch(
    / takes [\d.]+ % less time, too little for one that departs from the layouts that people know\n/,
  );
  expect(decisions).not.toMatch(/P\('x'\) +-/);
});
