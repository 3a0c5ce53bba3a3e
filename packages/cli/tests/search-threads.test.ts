import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { degreeGrid, search as searchAlone, spreadSearch } from '@shardform/passes-dist';
import { readArguments } from '../src/command/read-arguments.ts';
import { searchArguments, searchFlags } from '../src/distribution/search-arguments.ts';
import { searchThreads } from '../src/distribution/search-threads.ts';
import { programArguments, programUrl } from './program.ts';

const cwd = mkdtempSync(join(tmpdir(), 'shardform-search-'));
const flags = '--model mlp-xs --batch 512 --devices 8 --cost-model distir --schedules all --exhaustive';
const program = `func.func @main(%w: tensor<64x64xf32>, %x: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<256x64xf32>, tensor<64x64xf32>) -> tensor<256x64xf32>
  return %0 : tensor<256x64xf32>
}`;

let node: readonly string[];

beforeAll(async () => {
  node = await programArguments();
}, 180_000);
afterAll(() => rmSync(cwd, { recursive: true }));

const argumentsOf = (line: string): string[] => [...node, 'dist', 'search', ...line.split(' ')];

function search(line: string, stdin = ''): { stdout: string; stderr: string; status: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, argumentsOf(line), {
    cwd,
    encoding: 'utf8',
    input: stdin,
  });
  return { stdout, stderr, status };
}

const rows = (file: string): string => readFileSync(join(cwd, file), 'utf8');

test('threads of the command do all the work of a search', async () => {
  const input = { stdin: () => new Uint8Array(), cwd, colour: false, program: await programUrl() };
  const args = ['--model', 'mlp-xs', '--batch', '256', '--devices', '4'];
  const values = readArguments('dist search', searchFlags, args).flags;
  const { workload } = searchArguments(undefined, values, input);
  const candidates = degreeGrid(4, 256).map(
    (degrees) => ({ degrees, schedule: 'gpipe', recompute: false }) as const,
  );
  const idle = { ...workload, model: () => expect.unreachable('the work is not done in a thread') };
  const start = searchThreads(2, undefined, values, input)!;
  expect(await spreadSearch(idle, candidates, { start })).toEqual(searchAlone(workload, candidates));
}, 180_000);

test('any number of workers finds and writes the same', () => {
  const alone = search(`${flags} --workers 1 --csv 1.csv`);
  expect(alone).toEqual(expect.objectContaining({ status: 0, stderr: '' }));
  expect(search(`${flags} --workers 2 --csv 2.csv`)).toEqual(alone);
  expect(search(`${flags} --workers 2 --csv again.csv`)).toEqual(alone);
  expect(rows('2.csv')).toBe(rows('1.csv'));
  expect(rows('again.csv')).toBe(rows('1.csv'));
}, 180_000);

test('workers search for what standard input has', () => {
  const line = '- --batch-args 1 --devices 4 --exhaustive';
  const alone = search(`${line} --workers 1`, program);
  expect(alone.stdout).toMatch(/ candidates simulated\n/);
  expect(search(`${line} --workers 2`, program)).toEqual(alone);
}, 180_000);

test.each([1, 2])(
  'a search with %i workers ends at Ctrl-C, and goes on later',
  async (workers) => {
    const file = `stopped-${workers}.csv`;
    const line = `${flags} --workers ${workers} --csv ${file}`;
    const child = spawn(process.execPath, argumentsOf(line), { cwd });
    let stderr = '';
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
    const exit = once(child, 'exit');
    while (!existsSync(join(cwd, file))) await setTimeout(5);
    child.kill('SIGINT');
    expect(await exit).toEqual([130, null]);
    expect(stderr).toMatch(
      /^shardform: interrupted after \d+ candidates?(?:, of which the best are shown)?; the same command goes on with what 'stopped-\d.csv' has\n$/,
    );
    const all = search(`${flags} --workers 1 --csv all-${workers}.csv`);
    const rest = search(line);
    const count = /(\d+) of (\d+) candidates simulated/;
    expect(rest.stdout.replace(count, '')).toBe(all.stdout.replace(count, ''));
    expect(rows(file)).toBe(rows(`all-${workers}.csv`));
  },
  180_000,
);
