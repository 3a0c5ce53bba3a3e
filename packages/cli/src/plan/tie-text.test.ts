import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('only the plan has a star, not the remark about a faster one; its file names standard input', async () => {
  const stdin = readFileSync(new URL('../../examples/train.mlir', import.meta.url));
  const file = join(folder, 'plan.py');
  const line = ['plan', '-', '--from-scratch', '--mesh', '2x4', '--machine', 'a100x8', '--jax', file];
  const text = String((await runTool('shardform', line, { stdin, cwd: folder })).stdout);
  expect(text).toMatch(
    /\n {2}the fastest takes [\d.]+ % less, but departs from the layouts that people know\n/,
  );
  expect(text.split('\n').filter((own) => own.trimStart().startsWith('*'))).toHaveLength(1);
  expect(readFileSync(file, 'utf8')).toMatch(
    /^"""The plan of standard input, made by shardform: [\d.]+ \S+ a step, /,
  );
});
