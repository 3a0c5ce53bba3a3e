import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runAndPrint } from '../command/printed.ts';
import { runTool } from '../run-tool.ts';
import type { ToolInput } from '../tool-io.ts';
import { calibrateCommand } from './calibrate.ts';
import { dist } from './dist.ts';

const cwd = mkdtempSync(join(tmpdir(), 'dist-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const input: ToolInput = { stdin: () => new Uint8Array(), cwd, colour: false };

async function run(line: string): Promise<string> {
  return String((await runAndPrint(dist, line.split(' '), input)).stdout);
}

test('simulates a strategy', async () => {
  const text = await run(
    'simulate --model mlp-xs --batch 256 --degrees 1/1/2/2 --dtype fp32 --cost-model distir',
  );
  expect(text.split('\n').slice(0, 3)).toEqual([
    'mlp-xs 1/1/2/2 pipedream on 2 devices: 94 operations',
    'mlp-xs: forward pass, loss, backward pass and the update of SGD, in fp32; 256 samples',
    'latency      1.33 ms',
  ]);
  expect(text).toContain('peak memory  12.8 MiB');
});

test('tells the operations of a file by name and place', async () => {
  const text = `func.func @main(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}`;
  writeFileSync(join(cwd, 'step.mlir'), text);
  expect(await run('simulate step.mlir')).toContain('\nlongest path dot_general at step.mlir:2 100 %\n');
  expect(await run('simulate step.mlir --batch-args 0 --degrees 1/1/1/1')).toContain(
    '\nlongest path dot_general at step.mlir:2 100 %\n',
  );
});

test('shows both cost models side by side, and what the length comes from', async () => {
  const line = 'simulate --model mlp-xs --batch 256 --degrees 1/2/2/4 --schedule zb-h1';
  expect(await run(`${line} --cost-model both`)).toMatch(
    /^mlp-xs 1\/2\/2\/4 zb-h1 on 4 devices\nmlp-xs: .*; 256 samples\n\n +distir +roofline\nlatency +\S+ ms +\S+ ms\n/,
  );
  expect(await run(`${line} --gbps 25`)).toMatch(/\nlongest path MPIAllreduce \d+ %, /);
  expect(await run(`${line} --cost-model distir`)).not.toContain('longest path');
});

test('knows the models and schedules of its help', async () => {
  expect(await run('simulate --model gpt2-xs --batch 64 --degrees 2/2/1/1 --cost-model distir')).toMatch(
    /^gpt2-xs 2\/2\/1\/1 on 4 devices: 3524 operations\n/,
  );
  const interleaved = 'simulate --model mlp-xs --batch 256 --degrees 1/1/2/4 --schedule interleaved-1f1b';
  expect(await run(interleaved)).toContain('mlp-xs 1/1/2/4 interleaved-1f1b x2 on h100:1x2, assumed');
  expect(await run(`${interleaved} --chunks 4`)).toContain('interleaved-1f1b x4');
  await expect(run(`${interleaved} --chunks 3`)).rejects.toThrow(
    "can't deal 8 layers to 6 pipeline stages equally",
  );
  await expect(run(interleaved.replace('1/1/2/4', '1/1/2/3'))).rejects.toThrow(
    'interleaving needs a multiple of 2 microbatches, got 3',
  );
});

test.each(['constructor', '__proto__', 'toString'])('knows no model and no machine %s', async (name) => {
  const given = '--batch 64 --degrees 2/1/1/1';
  await expect(run(`simulate --model ${name} ${given}`)).rejects.toThrow(`unknown model '${name}'`);
  await expect(run(`simulate --model mlp-xs --machine ${name} ${given}`)).rejects.toThrow(
    `unknown machine '${name}'`,
  );
});

test.each([
  [
    'simulate --model mlp-xs --batch 1048576 --degrees 1048576/1/1/1',
    'the strategy has 1,048,576 devices, more than the 65,536 allowed; --limit-devices raises the limit',
  ],
  [
    'simulate --model mlp-xs --batch 1048576 --degrees 1/1/1/1048576',
    'the strategy has at least 2,097,152 operations, more than the 2,000,000 allowed; --limit-operations raises the limit',
  ],
  [
    'simulate --model 99999999x9 --batch 8 --degrees 1/1/1/1',
    'the model has at least 99,999,999 operations, more than the 2,000,000 allowed; --limit-operations raises the limit',
  ],
  [
    'search --model mlp-xs --batch 1048576 --devices 1048576',
    'the search has 1,048,576 devices, more than the 65,536 allowed; --limit-devices raises the limit',
  ],
])('refuses what is too large before it is made: %s', async (line, message) => {
  await expect(run(line)).rejects.toThrow(message);
});

test('refuses a calibration with links over which nothing moves', async () => {
  const device = { seconds_per_flop: 1e-12, seconds_per_dram_byte: 1e-12 };
  const calibration = { device_parameters: device, network_bandwidth_Gbps_uniform: 0 };
  writeFileSync(join(cwd, 'still.json'), JSON.stringify(calibration));
  const line = 'simulate --model mlp-xs --batch 64 --degrees 2/1/1/1 --machine still.json';
  await expect(run(line)).rejects.toThrow("still.json: 'network_bandwidth_Gbps_uniform' is not above 0");
});

test('tells which bandwidth a machine lacks', async () => {
  writeFileSync(join(cwd, 'linkless.json'), '{"devices": 2}');
  const args = 'dist simulate --model mlp-xs --batch 64 --degrees 2/1/1/1 --machine linkless.json';
  const { stdout, stderr, exitCode } = await runTool('shardform', args.split(' '), {
    stdin: new Uint8Array(),
    cwd,
  });
  expect({ stdout, stderr, exitCode }).toEqual({
    stdout: '',
    stderr:
      "shardform: error: machine 'linkless.json': the bandwidth between device 1 and device 2 is not known; give that link in 'links', or 'default_gbps' for all\n",
    exitCode: 1,
  });
  const json = await runTool('shardform', [...args.split(' '), '--json'], { stdin: new Uint8Array(), cwd });
  expect(JSON.parse(String(json.stdout))).toMatchObject({ error: { kind: 'usage', diagnostics: [] } });
});

async function calibrated(line: string): Promise<string> {
  return String((await runAndPrint(calibrateCommand, line.split(' '), input)).stdout);
}

test('calibrates simulations with measurements', async () => {
  const sizes = [256, 512, 1024];
  const rows = sizes.flatMap((m) =>
    sizes.map((n) => {
      const seconds = 2e-5 + 1e-11 * 4 * (m * 512 + 512 * n) + 1e-12 * 1023 * m * n;
      return `matmul,${m},512,${n},4,${seconds}`;
    }),
  );
  writeFileSync(
    join(cwd, 'm.csv'),
    `${rows.join('\n')}\nallreduce,2,125000000,0.001\nallreduce,2,250000000,0.002\n`,
  );
  const text = await calibrated('--csv m.csv -o c.json');
  expect(text).toContain('computing  1000 GFLOP/s\nmemory     100.0 GB/s\nlaunch     20.0 µs\n');
  expect(text).toMatch(/matmul +1\.0000 +<0\.1 %\nallreduce of 2 devices +1\.0000 +(?:0|<0\.1) %\n/);
  const simulated = 'simulate --model mlp-xs --batch 256 --degrees 1/2/1/1 --machine c.json';
  expect(await run(simulated)).toContain('mlp-xs 1/2/1/1 on c.json');
  writeFileSync(join(cwd, 'm.csv'), 'matmul,1,2\n');
  await expect(calibrated('--csv m.csv')).rejects.toThrow("'m.csv', line 1: no measurement: matmul,1,2");
  writeFileSync(join(cwd, 'm.csv'), 'send,100,1\n');
  await expect(calibrated('--csv m.csv')).rejects.toThrow("'m.csv': there are no measurements of products");
  expect(JSON.parse(await calibrated('--json'))).toHaveProperty('r_squared.matmul');
});

test('searches for strategies of a StableHLO program', async () => {
  const [x, w] = ['tensor<256x64xf32>', 'tensor<64x64xf32>'];
  writeFileSync(
    join(cwd, 'step.mlir'),
    `func.func @main(%v: ${w}, %w: ${w}, %x: ${x}) -> ${x} {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (${x}, ${w}) -> ${x}
  %1 = stablehlo.tanh %0 : ${x}
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (${x}, ${w}) -> ${x}
  return %2 : ${x}
}`,
  );
  const line = 'search step.mlir --batch-args 2 --devices 4 --machine dgx2 --schedules all';
  expect(await run(line)).toMatch(/\nD\/H\/P\/K +latency +samples\/s +peak\n4\/1\/1\/1 /);
  expect(await run('simulate step.mlir --batch-args 2 --degrees 2/2/1/1 --machine dgx2')).toContain(
    '@main 2/2/1/1 on dgx2: 14 operations',
  );
  await expect(run('search step.mlir --devices 4')).rejects.toThrow(
    "say which arguments are batches, such as '--batch-args ",
  );
  await expect(run('search step.mlir --batch-args 7 --devices 4')).rejects.toThrow("got '7'; @main has ");
});

test('simulates what functions do where they are called, and names what has no cost', async () => {
  const x = 'tensor<8x64xf32>';
  const program = (op: string): string => `func.func private @f(%x: ${x}) -> ${x} {
  %0 = ${op} : ${op.includes('@') ? `(${x}) -> ` : ''}${x}
  return %0 : ${x}
}
func.func @main(%x: ${x}) -> ${x} {
  %0 = call @f(%x) : (${x}) -> ${x}
  %1 = call @f(%0) : (${x}) -> ${x}
  return %1 : ${x}
}`;
  const line = 'simulate calls.mlir --batch-args 0 --degrees 1/1/1/1 --machine dgx2 --fusion none';
  writeFileSync(join(cwd, 'calls.mlir'), program('stablehlo.tanh %x'));
  expect(await run(line)).toContain('@main 1/1/1/1 on dgx2: 2 operations');
  writeFileSync(join(cwd, 'calls.mlir'), program('stablehlo.custom_call @mine(%x)'));
  await expect(run(line)).rejects.toMatchObject({
    messages: expect.stringMatching(
      /^calls\.mlir:2:\d+: error: .*the cost of the custom call 'mine' is not known/,
    ) as string,
  });
  await expect(run('simulate --degree 1/1/1/1')).rejects.toThrow(
    "unknown flag '--degree'; did you mean '--degrees'?",
  );
});

test('writes JSON, a trace, a picture and a page', async () => {
  const line = 'simulate --model mlp-xs --batch 256 --degrees 2/1/2/4 --machine dgx2';
  const report = JSON.parse(await run(`${line} --json --trace t.json --svg p.svg --html p.html`)) as {
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
  const html = readFileSync(join(cwd, 'p.html'), 'utf8');
  expect(html).toContain('<h1>mlp-xs 2/1/2/4 pipedream on dgx2</h1>');
  expect(html.match(/<h2>[^<]*/g)).toEqual(
    ['Figures', 'Time and memory', 'Devices', 'What the length comes from', 'Operations'].map(
      (title) => `<h2>${title}`,
    ),
  );
});

test('simulates a program on the machine that it describes', async () => {
  const program = (
    gbps: number,
  ): string => `module attributes {dist.topology = #dist.topology<devices = [0, 1], default_gbps = ${gbps}.0>} {
  func.func @main(%x: !dist.tensor<1024x1024xf32, 0>) -> !dist.tensor<1024x1024xf32, 1> {
    %0 = dist.send %x to 1 : (!dist.tensor<1024x1024xf32, 0>) -> !dist.tensor<1024x1024xf32, 1>
    return %0 : !dist.tensor<1024x1024xf32, 1>
  }
}`;
  for (const [gbps, latency] of [
    [25, '1.34 ms'],
    [50, '671.1 µs'],
  ] as const) {
    writeFileSync(join(cwd, 'p.mlir'), program(gbps));
    expect(await run('simulate p.mlir')).toContain(`latency      ${latency}`);
  }
  writeFileSync(join(cwd, 'p.mlir'), 'func.func @main(%x: !dist.tensor<?xf32, 0>) { return }');
  await expect(run('simulate p.mlir')).rejects.toThrow("the shape of '!dist.tensor<?xf32, 0>' is not known");
});

test('draws what devices do', async () => {
  expect(
    await run(
      'show --model mlp-xs --batch 4096 --degrees 1/1/2/2 --schedule gpipe --columns 20 --machine dgx2',
    ),
  ).toMatch(/^mlp-xs 1\/1\/2\/2 gpipe: .*\nmlp-xs: .*\n1 F[FB.~#]{19}\n2 [.~]+F[FB.~#]+\n/);
});

test('finds the fastest strategy, and goes on where it stopped', async () => {
  const line =
    'search --model mlp-xs --batch 256 --devices 4 --cost-model distir --exhaustive --csv rows.csv';
  const first = await run(line);
  expect(first).toMatch(/\nD\/H\/P\/K +latency +samples\/s +peak\n/);
  expect(first).toContain('24 of 24 candidates simulated');
  const rows = readFileSync(join(cwd, 'rows.csv'), 'utf8');
  expect(rows.split('\n')).toHaveLength(26);
  expect(await run(line)).toContain('0 of 24 candidates simulated');
  expect(readFileSync(join(cwd, 'rows.csv'), 'utf8')).toBe(rows);
  for (const other of [line.replace('256', '512'), `${line} --dtype fp32`, `${line} --gbps 100`])
    await expect(run(other)).rejects.toThrow("'rows.csv' is of another search: mlp-xs,4,256,1,1,4,128,");
  expect(await run('search --model mlp-xs --batch 256 --devices 4 --memory 1KB')).toMatch(
    /\nnothing fits into 1000 B\n/,
  );
  expect(await run('search --model mlp-xs --batch 256 --devices 7')).toMatch(
    /\nthere is nothing to try: .*powers of two.*\n0 of 0/,
  );
});

test('what can be no program is not tried again', async () => {
  const line =
    'search --model mlp-xs --batch 256 --devices 16 --cost-model distir --schedules interleaved-1f1b --exhaustive';
  const first = await run(`${line} --csv rejected.csv`);
  expect(first).toMatch(/\n(\d+) of \1 candidates simulated\n24 are no programs, such as /);
  const rows = readFileSync(join(cwd, 'rejected.csv'), 'utf8');
  expect(rows.split('\n').filter((row) => row.includes(',,,interleaved-1f1b,'))).toHaveLength(24);
  expect(await run(`${line} --csv rejected.csv`)).toBe(
    first.replace(/(\d+) of \1 candidates/, '0 of $1 candidates'),
  );
  expect(readFileSync(join(cwd, 'rejected.csv'), 'utf8')).toBe(rows);
});

test.each([
  [
    'search --model mlp-xs --batch 4 --devices 4 --workers 1.5',
    "flag '--workers' expects an integer of at least 1, got '1.5'",
  ],
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
  [
    'simulate --model mlp-xs --batch 4 --schedule 1f1',
    "flag '--schedule': unknown value '1f1'; did you mean '1f1b'?",
  ],
  [
    'simulate --model mlp-xs --batch 4 --cost-model x',
    "flag '--cost-model': unknown value 'x'; expected distir, distir-2021, roofline, both",
  ],
  [
    'simulate --model mlp-xs --batch 64 --machine n300 --degrees 4/1/1/1',
    "machine 'n300' has 2 devices, and 4 are needed; 'shardform machines' lists others, and those that can have any size",
  ],
  [
    'simulate --model mlp-xs --batch 64 --machine h100x2 --degrees 4/1/1/1',
    "machine 'h100x2' has 2 devices, and 4 are needed; name 4 of them: 'h100x4'",
  ],
  [
    'search --model mlp-xs --batch 4 --devices none',
    "flag '--devices' expects an integer of at least 1, got 'none'",
  ],
])('%s is refused', async (line, problem) => {
  await expect(run(line)).rejects.toThrow(problem);
});

test('explains itself', async () => {
  for (const command of ['', 'simulate ', 'search ', 'show '])
    expect(await run(`${command}--help`)).toContain('Usage: shardform dist');
});

test("drops a program's own shardings, and refuses computations on shards", async () => {
  const file = (body: string): void =>
    writeFileSync(
      join(cwd, 'sharded.mlir'),
      `sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<8x4xf32>, %w: tensor<4x4xf32>) -> tensor<8x4xf32> {
  ${body}
  return %1 : tensor<8x4xf32>
}`,
    );
  const line = 'simulate sharded.mlir --batch-args 0 --degrees 2/1/1/1';
  file(`%0 = sdy.sharding_constraint %a <@m, [{"x"}, {}]> : tensor<8x4xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>`);
  expect(await run(line)).toMatch(/^@main 2\/1\/1\/1 on h100:1x2, assumed: /);
  file(`%1 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<4x4xf32>) {
    %c = stablehlo.tanh %b : tensor<4x4xf32>
    sdy.return %c : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>`);
  await expect(run(line)).rejects.toMatchObject({
    messages: expect.stringContaining(
      'sharded.mlir:3:8: error: a manual computation works on shards',
    ) as string,
  });
});

test('refuses parameters as batches', async () => {
  writeFileSync(
    join(cwd, 'table.mlir'),
    `func.func @main(%table: tensor<64x8xf32>, %tokens: tensor<16x1xi32>) -> tensor<16x8xf32> {
  %0 = "stablehlo.gather"(%table, %tokens) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 8>
  }> : (tensor<64x8xf32>, tensor<16x1xi32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
  );
  await expect(run('simulate table.mlir --batch-args 0 --degrees 2/1/1/1')).rejects.toThrow(
    "flag '--batch-args': argument 0 is used as a parameter: its first dimension is no batch, since gather (table.mlir:2) looks up rows of it, as of an embedding table; did you mean 1? @main has 2 arguments (0: tensor<64x8xf32>, 1: tensor<16x1xi32>)",
  );
  expect(await run('simulate table.mlir --batch-args 1 --degrees 2/1/1/1')).toContain('@main 2/1/1/1 on ');
  writeFileSync(
    join(cwd, 'scan.mlir'),
    readFileSync(new URL('../../tests/Inputs/scan-step.mlir', import.meta.url), 'utf8').replaceAll(
      /tf\.aliasing_output = \d+ : i32/g,
      '',
    ),
  );
  await expect(run('search scan.mlir --batch-args 1 --devices 4')).rejects.toThrow(
    'takes one row of it for each layer, as of stacked weights; did you mean 6,7?',
  );
});

describe('a loop over layers is its layers', () => {
  const scan = readFileSync(new URL('../../tests/Inputs/scan-step.mlir', import.meta.url), 'utf8');
  const simulated = async (degrees: string): Promise<{ readonly operations: Record<string, number> }> => {
    writeFileSync(join(cwd, 'scan.mlir'), scan);
    const line = `simulate scan.mlir --batch-args 6,7 --degrees ${degrees} --machine dgx2 --json`;
    return JSON.parse(await run(line)) as { readonly operations: Record<string, number> };
  };

  test('which are in the stages of a pipeline, with their weights', async () => {
    const [one, three] = [await simulated('1/1/1/2'), await simulated('1/1/3/2')];
    expect(one).toMatchObject({ bubbleRatio: 0 });
    // Each stage has two of the six layers, beside inputs and what microbatches in flight keep.
    const peaks = (three as unknown as { devices: { peakBytes: number }[] }).devices.map(
      (own) => own.peakBytes,
    );
    const [whole] = (one as unknown as { devices: { peakBytes: number }[] }).devices;
    expect(peaks).toHaveLength(3);
    for (const peak of peaks) expect(peak).toBeLessThan((2 / 3) * whole!.peakBytes);
  });

  test('which are divided by the batch', async () => {
    writeFileSync(join(cwd, 'scan.mlir'), scan);
    const line = 'search scan.mlir --batch-args 6,7 --devices 4 --machine dgx2 --exhaustive --json';
    const found = JSON.parse(await run(line)) as { evaluations: { data: number; peakBytes: number }[] };
    const [flat, divided] = [1, 4].map((data) => found.evaluations.find((own) => own.data === data));
    expect(divided!.peakBytes).toBeLessThan(flat!.peakBytes);
    expect(found).toMatchObject({ rejected: [] });
  });
});

test('a search says first which parts of a step it simulates', async () => {
  const of = async (line: string): Promise<string[]> => (await run(`search ${line}`)).split('\n').slice(0, 2);
  expect(await of('--model gpt3-6.7B --batch 4 --devices 4 --machine dgx2')).toEqual([
    'gpt3-6.7B: forward pass only, without loss, gradients and optimizer, in fp16, samples of 8 tokens; 4 samples on 4 devices of dgx2',
    "for steps of training: 'shardform dist train gpt3-6.7b --search --machine h100:1x8 --batch 64'",
  ]);
  const mlp = '--model mlp-xs --batch 64 --devices 4 --machine dgx2 --dtype fp32 --cost-model';
  expect((await of(`${mlp} roofline`))[0]).toBe(
    'mlp-xs: forward pass, loss, backward pass and the update of SGD, in fp32; 64 samples on 4 devices of dgx2',
  );
  expect((await of(`${mlp} distir-2021`))[0]).toMatch(
    /^mlp-xs: forward pass, loss, backward pass without an update, /,
  );
});

test('a simulation of a model says first which parts of a step it has', async () => {
  const line = 'simulate --model gpt2-xs --batch 1 --degrees 1/1/1/1 --cost-model distir';
  const head = [
    'gpt2-xs: forward pass only, without loss, gradients and optimizer, in fp16, samples of 8 tokens; 1 sample',
    "for steps of training: 'shardform dist train RUN.json'",
  ];
  expect((await run(line)).split('\n').slice(1, 3)).toEqual(head);
  expect((await run(line.replace('distir', 'both'))).split('\n').slice(1, 3)).toEqual(head);
  expect((await run(line.replace('simulate', 'show'))).split('\n')[1]).toBe(head[0]);
  expect(JSON.parse(await run(`${line} --json`))).toMatchObject({ simulated: head[0] });
});

describe('a search in parts', () => {
  const line = 'search --model mlp-xs --batch 64 --devices 4 --schedules all';
  const parts = async (flags: string, count: number): Promise<string> => {
    const names = Array.from({ length: count }, (_, i) => `part-${i + 1}-of-${count}.json`);
    for (const [i, name] of names.entries())
      writeFileSync(join(cwd, name), await run(`${flags} --part ${i + 1}/${count} --json`));
    return names.map((name) => `--merge ${name}`).join(' ');
  };

  test.each(['', ' --pareto', ' --exhaustive', ' --memory 5MB'])(
    'has the result of the search in one:%s',
    async (flags) => {
      const merge = await parts(line + flags, 3);
      expect(await run(`${line}${flags} ${merge} --json`)).toBe(await run(`${line}${flags} --json`));
      expect(await run(`${line}${flags} ${merge}`)).toBe(await run(line + flags));
    },
  );

  test('rejects what has a bound and is no program all the same', async () => {
    const own =
      'search --model mlp-xs --batch 60 --devices 4 --schedules interleaved-1f1b,gpipe --chunks 1,2';
    const whole = await run(`${own} --json`);
    const { rejected } = JSON.parse(whole) as { readonly rejected: readonly unknown[] };
    expect(rejected).toContainEqual({
      candidate: '1/1/4/2 interleaved-1f1b x2',
      reason: 'interleaving needs a multiple of 4 microbatches, got 2',
    });
    expect(await run(`${own} ${await parts(own, 2)} --json`)).toBe(whole);
  });

  test('says what of it is missing, or not of it', async () => {
    await parts(line, 2);
    const one = '--merge part-1-of-2.json';
    await expect(run(`${line} ${one}`)).rejects.toThrow(
      "part 2 of 2 is missing: '--part 2/2 --json' makes it",
    );
    await expect(run(`${line} ${one} ${one}`)).rejects.toThrow('part 2 of 2 is missing');
    await expect(run(`${line} --pareto ${one}`)).rejects.toThrow(
      "'part-1-of-2.json' is a part of another search: of another program, machine, version or other flags",
    );
    writeFileSync(join(cwd, 'whole.json'), await run(`${line} --json`));
    await expect(run(`${line} --merge whole.json`)).rejects.toThrow(
      "'whole.json.part' is no object: it is not what 'dist search --part I/N --json' prints",
    );
    await expect(run(`${line} --part 1/2 ${one}`)).rejects.toThrow("'--part' has no effect beside '--merge'");
    await expect(run(`${line} --part 3/2`)).rejects.toThrow("flag '--part' expects a part");
    expect(await run(`${line} --part 2/2`)).toMatch(/\npart 2 of 2, of \d+ candidates; '--merge' takes/);
  });
});
