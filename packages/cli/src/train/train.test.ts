import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { machineFile } from '../../tests/machine-file.ts';
import { runTool } from '../run-tool.ts';
import type { Training } from './tokens.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-train-'));

const RUN = {
  model: { layers: 4, hidden: 128, heads: 4, ffn: 512, gated: false, vocab: 1024, sequence: 128 },
  ...{ hardware: 'h100-80gb', devices: 4, batch: 32, microbatch: 4, fsdp: 4 },
};

/** Nodes of four devices with plain rates. */
const MACHINE = {
  ...{ name: 'plain', nodes: 1, per_node: 4, inside_gbps: 800, between_gbps: 800 },
  device: { kind: 'gpu', flops: 1e12, dram: 1e12, launch: 0, memory: 1e9 },
};

const SEARCH = ['gpt3-125m', '--search', '--machine', 'h100:1x2', '--batch', '4'];

interface Answer {
  readonly seconds: number;
  readonly microbatch: number;
  readonly machine: string;
  readonly strategy: string;
  readonly fits: boolean | null;
  readonly memoryBytes: number;
  readonly parts: Readonly<Record<string, number>>;
}

async function train(...args: readonly string[]): Promise<string> {
  const { stdout } = await runTool('shardform', ['dist', 'train', ...args], {
    stdin: new Uint8Array(),
    cwd: folder,
  });
  return String(stdout);
}

async function errorOf(...args: readonly string[]): Promise<string> {
  const { stderr, exitCode } = await runTool('shardform', ['dist', 'train', ...args], {
    stdin: new Uint8Array(),
    cwd: folder,
  });
  expect(exitCode).not.toBe(0);
  return stderr;
}

async function jsonOf<T = Answer>(...args: readonly string[]): Promise<T> {
  return JSON.parse(await train(...args, '--json')) as T;
}

function fileOf(run: object, name = 'run.json'): string {
  writeFileSync(join(folder, name), JSON.stringify(run));
  return name;
}

const machine = machineFile(MACHINE);

describe('shardform dist train', () => {
  test('simulates a run on the machine that it names, or on another', async () => {
    const run = fileOf(RUN);
    expect((await jsonOf(run)).machine).toBe('h100:1x4');
    const answer = await jsonOf(run, '--machine', machine);
    expect(answer).toMatchObject({ machine: 'plain', strategy: 'fsdp 4', microbatch: 4, fits: true });
    const parts = Object.values(answer.parts).reduce((sum, seconds) => sum + seconds, 0);
    expect(parts).toBeCloseTo(answer.seconds, 12);
  });

  test('takes the run itself', async () => {
    const inline = await jsonOf(JSON.stringify(RUN), '--machine', machine);
    expect(inline).toEqual(await jsonOf(fileOf(RUN), '--machine', machine));
  });

  test('prints what was simulated, whether it fits, and what the time is spent on', async () => {
    const text = await train(fileOf(RUN), '--machine', machine);
    const [first, second, rates, third, fourth, fifth] = text.split('\n');
    expect(first).toMatch(/ a training step of 32 sequences: forward, backward and update, in bf16$/);
    expect(second).toBe('on plain');
    expect(rates).toBe('at peak rates: a lower bound');
    expect(third).toBe('fsdp 4, microbatches of 4');
    expect(fourth).toMatch(/ tokens\/s and .* TFLOP\/s of each device, .* of its peak \(MFU\)$/);
    expect(fifth).toMatch(/^peak memory .*, fits into 953.7 MiB$/);
    expect(text).toContain('matrix products');
    const small = machineFile({ ...MACHINE, device: { ...MACHINE.device, memory: 1e6 } });
    expect(await train(fileOf(RUN), '--machine', small)).toContain(', does not fit into 976.6 KiB');
  });

  test('tells the days that training on tokens takes', async () => {
    const run = fileOf(RUN);
    const { seconds, training, tokensPerSecond } = await jsonOf<
      Answer & { training: Training | null; tokensPerSecond: number }
    >(run, '--machine', machine, '--tokens', '15T');
    const steps = Math.ceil(15e12 / (32 * 128));
    expect(training).toEqual({ tokens: 15e12, steps, days: (steps * seconds) / 86_400 });
    expect(tokensPerSecond).toBeCloseTo((32 * 128) / seconds, 6);
    const text = await train(run, '--machine', machine, '--tokens', '15T');
    expect(text).toMatch(/\n15T tokens in [\d.,]+ days: 3,662,109,375 steps, and nothing between them\n/);
    expect(await jsonOf(run, '--machine', machine)).toMatchObject({ training: null });
    expect(await errorOf(run, '--tokens', '15 trillion')).toBe(
      "shardform: error: flag '--tokens' expects a number such as 15T, got '15 trillion'\n",
    );
  });

  test('puts gradients of weights where stages would wait', async () => {
    const { fsdp: _, ...others } = RUN;
    const run = fileOf({ ...others, pipeline: 4 });
    const usual = await jsonOf(run, '--machine', machine);
    const filled = await jsonOf(run, '--machine', machine, '--schedule', 'zb-h1');
    expect(usual).toMatchObject({ strategy: 'pipeline 4', schedule: '1f1b' });
    expect(filled).toMatchObject({ strategy: 'pipeline 4 zb-h1', schedule: 'zb-h1' });
    expect(filled.seconds).toBeLessThan(usual.seconds);
    expect(filled.parts.pipeline).toBeLessThan(usual.parts.pipeline!);
    expect(await train(run, '--machine', machine, '--schedule', 'zb-h1')).toContain(
      '\npipeline 4 zb-h1, microbatches of 4\n',
    );
  });

  test('has no schedule without a pipeline', async () => {
    expect(await jsonOf(fileOf(RUN), '--machine', machine)).toMatchObject({ schedule: null });
  });

  test('finds the fastest microbatch that fits', async () => {
    const open = fileOf({ ...RUN, microbatch: null });
    const best = await jsonOf(open, '--machine', machine);
    const all = await Promise.all(
      [1, 2, 4, 8].map((microbatch) => jsonOf(JSON.stringify({ ...RUN, microbatch }), '--machine', machine)),
    );
    expect(best.seconds).toBe(Math.min(...all.map(({ seconds }) => seconds)));
    const memory = all[1]!.memoryBytes;
    const small = machineFile({ ...MACHINE, device: { ...MACHINE.device, memory } });
    expect(await jsonOf(open, '--machine', small)).toMatchObject({ microbatch: 2, fits: true });
  });

  test('searches strategies, and marks those of which no other is faster and smaller', async () => {
    interface Found {
      readonly candidates: number;
      readonly strategies: readonly {
        readonly seconds: number;
        readonly memoryBytes: number;
        readonly isOnFront: boolean;
        readonly degrees: Readonly<Record<string, number>>;
      }[];
    }
    const args = ['gpt3-125m', '--search', '--machine', 'h100:1x2', '--batch', '2', '--sequence', '64'];
    const { candidates, strategies } = await jsonOf<Found>(...args);
    // FSDP, replicas, tensor parallelism and a pipeline of two devices.
    expect(candidates).toBe(4);
    expect(strategies).toHaveLength(4);
    for (const { seconds, memoryBytes, isOnFront, degrees } of strategies) {
      expect(Object.values(degrees).reduce((product, degree) => product * degree, 1)).toBe(2);
      const isBeaten = strategies.some(
        (other) => other.seconds < seconds && other.memoryBytes <= memoryBytes,
      );
      expect(isOnFront).toBe(!isBeaten);
    }
    const seconds = strategies.map((own) => own.seconds);
    expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
  }, 60_000);

  test('searches pipelines by each schedule that is asked for', async () => {
    interface Found {
      readonly strategies: readonly { readonly strategy: string; readonly schedule: string | null }[];
    }
    const args = ['gpt3-125m', '--search', '--machine', 'h100:1x2', '--batch', '2', '--sequence', '64'];
    const namesOf = async (...more: readonly string[]): Promise<readonly string[]> => {
      const { strategies } = await jsonOf<Found>(...args, ...more);
      return strategies.flatMap(({ strategy, schedule }) => (schedule === null ? [] : [strategy])).sort();
    };
    expect(await namesOf('--schedules', '1f1b, zb-h1')).toEqual(['pipeline 2', 'pipeline 2 zb-h1']);
    expect(await namesOf('--schedules', 'all')).toEqual([
      ...['pipeline 2', 'pipeline 2 gpipe', 'pipeline 2 zb-h1'],
    ]);
    expect(await namesOf('--schedule', 'zb-h1')).toEqual(['pipeline 2 zb-h1']);
  }, 60_000);

  test('lists what it has found', async () => {
    const text = await train(
      'gpt3-125m',
      '--search',
      '--machine',
      'h100:1x1',
      '--batch',
      '1',
      '--sequence',
      '64',
    );
    const lines = text.trimEnd().split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'training steps of 1 sequence on h100:1x1, in bf16: forward, backward and update',
      expect.stringMatching(/^calibrated: products at 68 %, /),
      '1 of 1 strategies fit; * no other is both faster and takes less memory',
      '',
    ]);
    expect(lines[4]).toMatch(/^strategy +microbatch +step +tokens\/s +TFLOP\/s +MFU +memory/);
    expect(lines[5]).toMatch(/^one device +1 .*\*$/);
    expect(lines).toHaveLength(6);
  });
});

describe('is refused', () => {
  test.each<[readonly string[], string]>([
    [['missing.json'], "cannot open input file 'missing.json'"],
    [['{"model"'], 'the run is not JSON: '],
    [['{"model": "gpt3-1b"}'], "there is no model 'gpt3-1b'; did you mean 'gpt3-13b'?"],
    [[JSON.stringify({ ...RUN, tensr: 1 })], "the run has the unknown field 'tensr'; did you mean 'tensor'?"],
    [
      [JSON.stringify({ ...RUN, hardware: 'h10-80gb' })],
      "there is no 'hardware' called 'h10-80gb'; did you mean 'h100'?",
    ],
    [[JSON.stringify(RUN), '--batch', '4'], "without '--search'"],
    [['gpt3-125m', '--search', '--machine', 'h100:1x2'], "a search needs '--batch', the sequences of a step"],
    [['gpt3-125m', '--search', '--batch', '4'], "a search needs '--machine', such as h100:1x8"],
    [
      ['gpt3-125m', '--search', '--machine', 'h100:1x13', '--batch', '5'],
      'no strategy divides a batch of 5 sequences among 13 devices',
    ],
    [['gpt3-125m', '--search', '--machine', 'h100:1x2', '--batch', '0'], '--batch'],
    [
      [JSON.stringify(RUN), '--schedule', 'zb-h1'],
      "the schedule 'zb-h1' fills the time in which stages wait for each other, and 'pipeline' is 1; raise 'pipeline', or leave the schedule out",
    ],
    [
      [JSON.stringify({ ...RUN, fsdp: 1, pipeline: 2, data: 2, interleave: 2 }), ...['--schedule', 'zb-h1']],
      "'interleave' is 2, and the schedule 'zb-h1' has one part of the model on each device; use 'interleaved-1f1b', or set 'interleave' to 1",
    ],
    [[JSON.stringify(RUN), '--schedules', 'all'], "'--schedules' has no effect without '--search'"],
    [
      [...SEARCH, '--schedules', 'zb'],
      "flag '--schedules' expects some of gpipe, 1f1b, zb-h1, since devices of a search's pipelines have one part of the model each; got 'zb'",
    ],
    [
      [...SEARCH, '--schedules', 'all', '--schedule', 'gpipe'],
      "'--schedule' has no effect beside '--schedules'",
    ],
  ])('%j', async (args, message) => {
    expect(await errorOf(...args)).toContain(message);
  });

  test('with more devices than the machine has', async () => {
    const run = JSON.stringify({ ...RUN, devices: 8, fsdp: 8 });
    expect(await errorOf(run, '--machine', machine)).toContain('has 4 devices, and 8 are needed');
  });
});
