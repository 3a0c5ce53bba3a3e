import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ToolInput } from '../tool-io.ts';
import { dist } from './dist.ts';

const cwd = mkdtempSync(join(tmpdir(), 'dist-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const input: ToolInput = { stdin: () => new Uint8Array(), cwd, colour: false };

function run(line: string): string {
  return String(dist(line.split(' '), input).stdout);
}

test('simulates a strategy', () => {
  const text = run('simulate --model mlp-xs --batch 256 --degrees 1/1/2/2 --dtype fp32 --cost-model distir');
  expect(text.split('\n').slice(0, 2)).toEqual([
    'mlp-xs 1/1/2/2 pipedream on 2 devices: 94 operations',
    'latency      1.333 ms',
  ]);
  expect(text).toContain('peak memory  13.37 MB');
});

test('writes JSON, a trace and a picture', () => {
  const line = 'simulate --model mlp-xs --batch 256 --degrees 2/1/2/4 --machine dgx2';
  const report = JSON.parse(run(`${line} --json --trace t.json --svg p.svg`)) as {
    latency: number;
    operations: Record<string, number>;
  };
  expect(report.operations.MatMul).toBe(64);
  const trace = JSON.parse(readFileSync(join(cwd, 't.json'), 'utf8')) as {
    traceEvents: { ts?: number; dur?: number }[];
  };
  const end = Math.max(...trace.traceEvents.map(({ ts = 0, dur = 0 }) => ts + dur));
  expect(end).toBeCloseTo(report.latency * 1e6, 6);
  expect(readFileSync(join(cwd, 'p.svg'), 'utf8')).toMatch(/^<svg /);
});

test('simulates a program on the machine that it describes', () => {
  const program = (
    gbps: number,
  ): string => `module attributes {dist.topology = #dist.topology<devices = [0, 1], default_gbps = ${gbps}.0>} {
  func.func @main(%x: !dist.tensor<1024x1024xf32, 0>) -> !dist.tensor<1024x1024xf32, 1> {
    %0 = dist.send %x to 1 : (!dist.tensor<1024x1024xf32, 0>) -> !dist.tensor<1024x1024xf32, 1>
    return %0 : !dist.tensor<1024x1024xf32, 1>
  }
}`;
  for (const [gbps, latency] of [
    [25, '1.342 ms'],
    [50, '671.1 us'],
  ] as const) {
    writeFileSync(join(cwd, 'p.mlir'), program(gbps));
    expect(run('simulate p.mlir')).toContain(`latency      ${latency}`);
  }
  writeFileSync(join(cwd, 'p.mlir'), 'func.func @main(%x: !dist.tensor<?xf32, 0>) { return }');
  expect(() => run('simulate p.mlir')).toThrow("the shape of '!dist.tensor<?xf32, 0>' is not known");
});

test('draws what devices do', () => {
  expect(
    run('show --model mlp-xs --batch 4096 --degrees 1/1/2/2 --schedule gpipe --columns 20 --machine dgx2'),
  ).toMatch(/^mlp-xs 1\/1\/2\/2 gpipe: .*\n1 F[FB.~#]{19}\n2 [.~]+F[FB.~#]+\n/);
});

test('finds the fastest strategy, and goes on where it stopped', () => {
  const line =
    'search --model mlp-xs --batch 256 --devices 4 --cost-model distir --exhaustive --csv rows.csv';
  const first = run(line);
  expect(first).toMatch(/^D\/H\/P\/K +latency +samples\/s +peak\n/);
  expect(first).toContain('24 of 24 candidates simulated');
  const rows = readFileSync(join(cwd, 'rows.csv'), 'utf8');
  expect(rows.split('\n')).toHaveLength(26);
  expect(run(line)).toContain('0 of 24 candidates simulated');
  expect(readFileSync(join(cwd, 'rows.csv'), 'utf8')).toBe(rows);
  expect(() => run(line.replace('256', '512'))).toThrow("'rows.csv' is of another search");
  expect(run('search --model mlp-xs --batch 256 --devices 4 --memory 0.000001')).toMatch(
    /^nothing fits into 1.000 kB\n/,
  );
});

test.each([
  ['simulat', "unknown command 'dist simulat'; did you mean 'simulate'?"],
  ['simulate', 'expected a file, or --model'],
  ['simulate --model mlp-xs', 'expected --batch'],
  ['simulate --model mlp-x --batch 4', "unknown model 'mlp-x'; did you mean 'mlp-xs'?"],
  [
    'simulate --model mlp-xs --batch 4 --degrees 2/2',
    "flag '--degrees' expects D/H/P/K, such as 2/2/4/16, got '2/2'",
  ],
  [
    'simulate --model mlp-xs --batch 5 --degrees 2/1/1/1',
    "can't divide dimension 0 of 'x', of size 5, into 2 equal parts",
  ],
  ['simulate --model mlp-xs --batch 4 --machine dgx', "unknown machine 'dgx'; did you mean 'dgx2'?"],
  ['simulate --model mlp-xs --batch 4 --schedule 1f1', "there is no schedule '1f1'; did you mean '1f1b'?"],
  [
    'simulate --model mlp-xs --batch 4 --cost-model x',
    "unknown cost model 'x'; there are distir and roofline",
  ],
  [
    'simulate --model mlp-xs --batch 64 --machine n300 --degrees 4/1/1/1',
    "machine 'n300' has no device 3; 4 are needed",
  ],
  [
    'search --model mlp-xs --batch 4 --devices none',
    "flag '--devices' expects a positive number, got 'none'",
  ],
])('%s is refused', (line, problem) => {
  expect(() => run(line)).toThrow(problem);
});

test('explains itself', () => {
  for (const command of ['', 'simulate ', 'search ', 'show '])
    expect(run(`${command}--help`)).toContain('Usage: shardform dist');
});
