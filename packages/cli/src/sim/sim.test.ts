import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Facts, SimulatedTime } from '@shardform/study';
import { afterAll, expect, test } from 'vitest';
import type { ToolInput } from '../tool-io.ts';
import { runAndPrint } from '../command/printed.ts';
import { guard } from '../guard.ts';
import { sim } from './sim.ts';

const cwd = mkdtempSync(join(tmpdir(), 'shardform-sim-'));
afterAll(() => rmSync(cwd, { recursive: true }));

// Each device has half of the sum: 2 (n - 1) / n of the result is sent, a mebibyte.
const program = `sdy.mesh @mesh = <["x"=2]>
func.func @main(
    %a: tensor<512x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %b: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<512x512xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<512x1024xf32>, tensor<1024x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}
`;
const machine = { devices: 2, device: { flops: 1e12, dram: 1e12, launch: 0 }, default_gbps: 8 };

const input: ToolInput = { stdin: () => new TextEncoder().encode(program), cwd, colour: false };

async function simulated(args: readonly string[]): Promise<string> {
  writeFileSync(join(cwd, 'm.json'), JSON.stringify(machine));
  return String((await runAndPrint(sim, ['-', '--machine', 'm.json', ...args], input)).stdout);
}

test('tells the time, what it is spent on, and the memory', async () => {
  const json = JSON.parse(await simulated(['--json'])) as SimulatedTime;
  const [compute, allReduce] = json.shares;
  // 2 x 512 x 512 x 512 operations of 10^12 a second; 2^20 bytes of 10^9 a second.
  expect(compute).toMatchObject({ name: 'compute' });
  expect(compute!.seconds).toBeCloseTo(2.68e-4, 5);
  expect(allReduce).toMatchObject({ name: 'all_reduce' });
  expect(allReduce!.seconds).toBeCloseTo(1.05e-3, 5);
  expect(json.shares.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(json.seconds, 9);
  expect([json.devices, json.machine]).toEqual([2, 'm.json']);
  const square = 512 * 512 * 4;
  // Half of each argument, the whole product, and the part of it that is summed.
  expect(json.peakMemory).toEqual({
    bytes: 3 * square + square,
    device: 0,
    parts: { arguments: 2 * square, results: square, temporaries: square, aliased: 0 },
    rules: 'accelerator',
    notes: [],
  });
});

test('constraints and manual computations on one device take no time', async () => {
  const constrained = `sdy.mesh @empty_mesh = <[]>
sdy.mesh @mesh = <["x"=1]>
func.func @main(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = sdy.sharding_constraint %a <@empty_mesh, [{}, {}]> : tensor<4x4xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<4x4xf32>
  %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<4x4xf32>) {
    %3 = stablehlo.add %b, %b : tensor<4x4xf32>
    sdy.return %3 : tensor<4x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
`;
  const stdin = (): Uint8Array => new TextEncoder().encode(constrained);
  const { stdout } = await runAndPrint(sim, ['-', '--json'], { ...input, stdin });
  const { devices, costly, peakMemory } = JSON.parse(String(stdout)) as SimulatedTime;
  expect([devices, costly.length, peakMemory.bytes]).toEqual([1, 1, 128]);
});

test('prints what the time is spent on, and the costly operations', async () => {
  expect(await simulated([])).toMatch(
    /^1\.\d+ ms {2}compute 20 % {2}all_reduce 80 % {3}peak \d\.?\d? MiB on device 0\non m\.json\nat peak rates: a lower bound\n204 GFLOP\/s of each device in products, 20 % of its peak\npartitioned as XLA would, predicted\nmemory: arguments 2\.0 MiB \+ results 1\.0 MiB \+ temporaries 1\.0 MiB\nmemory rules: accelerator\n\nall_reduce at \S+ +1\.\d+ ms +80 % +x1\ndot_general at \S+ +\d+\.\d+ µs +20 % +x1\n$/,
  );
});

test('writes a trace and a table of memory, with the numbers of the mesh', async () => {
  expect(await simulated(['--trace', 't.json', '--memory', 'm.csv'])).toContain(
    '-> open t.json in ui.perfetto.dev\n',
  );
  const { traceEvents } = JSON.parse(readFileSync(join(cwd, 't.json'), 'utf8')) as {
    traceEvents: { ph: string; name: string; args: Record<string, unknown> }[];
  };
  const threads = traceEvents.filter(({ name }) => name === 'thread_name').map(({ args }) => args.name);
  expect(threads).toContain('device 0 compute');
  expect(threads).not.toContain('device 2 compute');
  const rows = readFileSync(join(cwd, 'm.csv'), 'utf8').trimEnd().split('\n');
  expect(rows[0]).toBe('device,seconds,bytes');
  // Both halves of the arguments are there from the beginning, and room for the result.
  expect(rows).toContain(`0,0,${512 * 512 * 4 * 3}`);
});

test('refuses machines that are none', async () => {
  await expect(runAndPrint(sim, ['-', '--machine', 'galaxi'], input)).rejects.toThrow(
    "unknown machine 'galaxi'; did you mean 'galaxy'?",
  );
});

/** A loop of matrix products that runs as often as `bound` says. */
const loop = (
  bound: string,
): string => `func.func @main(%n: tensor<i32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %w) : tensor<i32>, tensor<8x8xf32>
  cond {
    %c = stablehlo.compare LT, %i, ${bound} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    stablehlo.return %next, %y : tensor<i32>, tensor<8x8xf32>
  }
  return %r#1 : tensor<8x8xf32>
}
`;

test('says that a loop of unknown length is counted once', async () => {
  const text = { ...input, stdin: () => new TextEncoder().encode(loop('%n')) };
  const { stderr } = await runAndPrint(sim, ['-'], text);
  expect(stderr).toBe(
    'warning: <stdin>:4: how often this loop runs depends on data: time and communication of one iteration are counted\n',
  );
  const json = JSON.parse(String((await runAndPrint(sim, ['-', '--json'], text)).stdout)) as SimulatedTime;
  expect(json.warnings).toHaveLength(1);
});

test('a program of tokens only takes no time', async () => {
  const tokens = `func.func @main(%a: !stablehlo.token) -> !stablehlo.token {
    %0 = stablehlo.after_all %a : !stablehlo.token
    return %0 : !stablehlo.token
  }`;
  const given = { ...input, stdin: () => new TextEncoder().encode(tokens) };
  expect(await runAndPrint(sim, ['-'], given)).toEqual({
    stdout:
      '0 s   peak 0 B on device 0\non h100:1x1, assumed; --machine names another\n' +
      'calibrated: products at 68 %, fused attention at 17 %, memory at 42 % of the peak (mean error 7 % on 79 published training steps in 16-bit floats, 12 % on 43 in f8)\n',
    stderr: 'warning: nothing in the program takes time: no operation computes or communicates\n',
    exitCode: 0,
  });
});

const permuting = (body: string): ToolInput => {
  const text = `module attributes {mhlo.num_partitions = 4 : i32} {
    func.func @main(%a: tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>) {
      %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<512x512xf32>) -> tensor<512x512xf32>
      ${body}
    }
  }`;
  return { stdin: () => new TextEncoder().encode(text), cwd, colour: false };
};

async function ring(body: string, gbps: number): Promise<SimulatedTime> {
  writeFileSync(join(cwd, 'ring.json'), JSON.stringify({ ...machine, devices: 4, default_gbps: gbps }));
  const { stdout } = await runAndPrint(sim, ['-', '--machine', 'ring.json', '--json'], permuting(body));
  return JSON.parse(String(stdout)) as SimulatedTime;
}

test('all pairs of a collective permute go at once, and once', async () => {
  const once = await ring('return %a, %0 : tensor<512x512xf32>, tensor<512x512xf32>', 8);
  // 2^20 bytes of 10^9 a second.
  expect(once.seconds).toBeCloseTo(1.048576e-3, 12);
  expect(once.shares).toEqual([{ name: 'collective_permute', seconds: once.seconds }]);
  expect(once.costly).toMatchObject([{ seconds: once.seconds, executions: 1 }]);
});

test('operations add up to the shares: what is hidden behind computation costs no time', async () => {
  const both = `%1 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
      return %0, %1 : tensor<512x512xf32>, tensor<512x512xf32>`;
  for (const [gbps, exposed] of [
    [80, 0],
    [8, 1.048576e-3 - 2.68435456e-4],
  ] as const) {
    const { shares, costly, seconds } = await ring(both, gbps);
    const secondsOf = (name: string): number => costly.find(({ label }) => label.startsWith(name))!.seconds;
    expect(secondsOf('dot_general')).toBeCloseTo(2.68435456e-4, 12);
    expect(secondsOf('collective_permute')).toBeCloseTo(exposed, 12);
    expect(shares.find(({ name }) => name === 'collective_permute')?.seconds ?? 0).toBeCloseTo(exposed, 12);
    expect(costly.reduce((sum, own) => sum + own.seconds, 0)).toBeCloseTo(seconds, 12);
  }
});

test('refuses calls that have no end, with their place', async () => {
  const text = `func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @main(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
`;
  const stdin = () => new TextEncoder().encode(text);
  await expect(runAndPrint(sim, ['-'], { ...input, stdin })).rejects.toThrow(
    "<stdin>:2:8: error: calls '@main' recursively",
  );
});

test('refuses a function without a body', async () => {
  const stdin = () => new TextEncoder().encode('func.func private @main(tensor<8xf32>) -> tensor<8xf32>\n');
  await expect(runAndPrint(sim, ['-'], { ...input, stdin })).rejects.toThrow(
    'module must have entry func with name main; it has no function with a body: expected a func.func',
  );
});

test('tells once, with its place, what keeps a program from being partitioned', async () => {
  const example = new URL('../../examples/pipeline.mlir', import.meta.url);
  const pipeline: ToolInput = { ...input, stdin: () => new Uint8Array(readFileSync(example)) };
  const { stderr } = await guard(() => runAndPrint(sim, ['-'], pipeline));
  expect(stderr.match(/error: .*;/g)).toEqual(["error: 'mpmd.call' is on no mesh yet;"]);
  expect(stderr).toMatch(/^mpmd_jax\.py:\d+:\d+: error: /);
});

test('tells how much communication is hidden by what is computed meanwhile', async () => {
  const text = program
    .replace(') -> tensor<512x512xf32>', ') -> (tensor<512x512xf32>, tensor<512x512xf32>)')
    .replace(
      'return %0 : tensor<512x512xf32>',
      `%1 = stablehlo.sine %0 : tensor<512x512xf32>
  %2 = stablehlo.iota dim = 0 : tensor<512x512xf32>
  %3 = stablehlo.dot_general %2, %2, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %1, %3 : tensor<512x512xf32>, tensor<512x512xf32>`,
    );
  writeFileSync(join(cwd, 'm.json'), JSON.stringify(machine));
  const of = async (...flags: string[]): Promise<string> =>
    String(
      (
        await runAndPrint(sim, ['-', '--machine', 'm.json', ...flags], {
          ...input,
          stdin: () => new TextEncoder().encode(text),
        })
      ).stdout,
    );
  const { communication } = JSON.parse(await of('--json')) as SimulatedTime;
  // The product of 2 x 512^3 operations takes 268 of the 1049 µs.
  expect(communication.hidden).toBeCloseTo(2.68e-4, 5);
  expect(communication.exposed + communication.hidden).toBeCloseTo(1.05e-3, 5);
  expect(await of()).toContain('\ncommunication: 780.1 µs exposed + 268.4 µs hidden by computation\n');
});

test('tells the throughput of steps whose size is given, and where the size is from', async () => {
  const text = await simulated(['--tokens', '4096', '--batch', '8']);
  expect(text).toMatch(
    /\n[\d,]+ tokens\/s, [\d,]+ of each device: 4,096 tokens of a step, from --tokens\n[\d,]+ samples\/s, [\d,]+ of each device: 8 samples of a step, from --batch\n/,
  );
  const { facts } = JSON.parse(await simulated(['--tokens', '4096', '--json'])) as SimulatedTime & {
    facts: Facts;
  };
  const { seconds } = facts.time!;
  expect(facts.throughput).toEqual([
    {
      ...{ unit: 'tokens', perStep: 4096, source: '--tokens' },
      ...{ perSecond: 4096 / seconds, perSecondOfDevice: 4096 / seconds / facts.devices },
    },
  ]);
});
