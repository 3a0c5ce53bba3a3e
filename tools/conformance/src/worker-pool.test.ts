import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Job } from './messages.ts';
import { runJobs } from './worker-pool.ts';

// A worker that does what the path of a job says.
const script = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ path }) => {
  if (path === 'hang') for (;;);
  if (path === 'throw') throw new Error('boom');
  if (path === 'exit') process.exit(7);
  parentPort.postMessage({ status: 'passed', report: path });
});
parentPort.postMessage('ready');
`;

const setup = { programs: '', timeoutSeconds: 0.5 };

let folder: string;
let worker: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'worker-pool-'));
  worker = join(folder, 'worker.mjs');
  writeFileSync(worker, script);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const job = (path: string): Job => ({
  path,
  features: new Set(),
  passOptions: new Map(),
  substitutions: new Map(),
  fileCheckOptions: [],
});

describe('runJobs', () => {
  test('answers in the order of the jobs, whatever becomes of single workers', async () => {
    const seen: number[] = [];
    const paths = ['a', 'hang', 'b', 'throw', 'c', 'exit', 'd'];
    const results = await runJobs(paths.map(job), worker, setup, 2, ({ index }) => seen.push(index));
    expect(results.map(({ status, report }) => `${status}: ${report}`)).toEqual([
      'passed: a',
      'failed: timed out after 0.5 s',
      'passed: b',
      'failed: crashed: boom',
      'passed: c',
      'failed: the worker ended with 7',
      'passed: d',
    ]);
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('has nothing to do without jobs', async () => {
    expect(await runJobs([], worker, setup, 2, () => undefined)).toEqual([]);
  });

  test('fails when a worker cannot be started', async () => {
    const broken = join(folder, 'broken.mjs');
    writeFileSync(broken, "throw new Error('no')");
    await expect(runJobs([job('a')], broken, setup, 1, () => undefined)).rejects.toThrow(
      'the worker did not start: crashed: no',
    );
  });
});
