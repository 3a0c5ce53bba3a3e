import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { machineFile } from '../../tests/machine-file.ts';
import { runTool } from '../run-tool.ts';

const LAYERS = readFileSync(new URL('../../examples/layers.mlir', import.meta.url), 'utf8');

async function study(text: string, ...args: string[]): Promise<string> {
  const input = { stdin: new TextEncoder().encode(text), cwd: import.meta.dirname };
  const { stdout, stderr, exitCode } = await runTool('shardform', ['study', '-', ...args], input);
  expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, '']);
  return String(stdout);
}

/** A program of many layers, each with weights of its own. */
function deep(layers: number): string {
  const weights = Array.from(
    { length: layers },
    (_, i) =>
      `%w${i}: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>} loc("params['layers'][${i}]['w']")`,
  );
  const body = Array.from(
    { length: layers },
    (_, i) =>
      `  %h${i + 1} = stablehlo.dot_general %h${i}, %w${i}, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>`,
  );
  return `sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func @main(%h0: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("x"), ${weights.join(', ')}) -> tensor<64x64xf32> {
${body.join('\n')}
  return %h${layers} : tensor<64x64xf32>
}`;
}

/** A lookup and two products with weights that are split along the batch's axis, too, as FSDP has them. */
const LOOKUP = `
#embed = loc("step.py":3:4)
#up = loc("step.py":4:4)
#down = loc("step.py":5:4)
sdy.mesh @mesh = <["data"=4, "model"=2]>
func.func @main(%ids: tensor<16x512xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %table: tensor<32000x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, %up: tensor<1024x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, %down: tensor<4096x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}) -> tensor<16x512x1024xf32> {
  %0 = stablehlo.reshape %ids : (tensor<16x512xi32>) -> tensor<16x512x1xi32> loc(#embed)
  %1 = "stablehlo.gather"(%table, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1024>}> : (tensor<32000x1024xf32>, tensor<16x512x1xi32>) -> tensor<16x512x1024xf32> loc(#gather)
  %2 = stablehlo.dot_general %1, %up, contracting_dims = [2] x [0] : (tensor<16x512x1024xf32>, tensor<1024x4096xf32>) -> tensor<16x512x4096xf32> loc(#dot)
  %3 = stablehlo.dot_general %2, %down, contracting_dims = [2] x [0] : (tensor<16x512x4096xf32>, tensor<4096x1024xf32>) -> tensor<16x512x1024xf32> loc(#back)
  return %3 : tensor<16x512x1024xf32>
}
#gather = loc("jit(step)/gather"(#embed))
#dot = loc("jit(step)/dot_general"(#up))
#back = loc("jit(step)/dot_general"(#down))
`;

describe('study', () => {
  it('has the shardings of arguments by rules, and the numbers of a step', async () => {
    const lines = (await study(deep(3), '--machine', 'a100x8')).split('\n');
    expect(lines[0]).toBe(
      'the program: 8 devices, data=2, model=4, on a100x8; partitioned as XLA would, predicted',
    );
    expect(lines.find((line) => line.includes('a step'))).toMatch(/^[\d.]+ .s a step$/);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}bound by launching kernels: /));
    expect(lines).toContainEqual(
      expect.stringMatching(/ at the peak of a device: fits into the 74\.5 GiB of a100x8$/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/sent by each device along model, 2 collectives$/));
    const at = lines.indexOf('arguments:');
    expect(lines.slice(at + 1, at + 3).map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['/params/layers/*/w', "P(None, 'model')", '3 arguments'],
      ['/x', "P('data')"],
    ]);
  });

  it('says which collectives are hidden, behind those that the step waits for', async () => {
    const lines = (await study(LAYERS, '--machine', 'a100x8')).split('\n');
    const from = lines.indexOf('sent, by the time that the step waits for it:');
    const rows = lines.slice(from + 1, lines.indexOf('', from)).filter((line) => /^ {2,10}\S/.test(line));
    const times = rows.map((line) => line.trim().split(/ {2,}/)[0]!).filter((time) => /^[\dh]/.test(time));
    const hidden = times.indexOf('hidden');
    expect(hidden).toBeGreaterThan(0);
    expect(times.slice(hidden).every((time) => time === 'hidden')).toBe(true);
    expect(times).not.toContain('0 s');
  });

  it('takes at most 60 lines for a program of 48 layers', async () => {
    const text = await study(deep(48), '--machine', 'a100x8');
    expect(text.split('\n').length).toBeLessThanOrEqual(60);
  });

  it('adds up all bytes, in groups', async () => {
    const page = JSON.parse(await study(LAYERS, '--machine', 'a100x8', '--json')) as {
      facts: { sent: { bytes: number }; memory: { bytes: number } };
      sends: { bytes: number }[];
      holds: { bytes: number }[];
      suggestions: { seconds: number }[];
    };
    const sum = (rows: readonly { bytes: number }[]): number =>
      rows.reduce((all, { bytes }) => all + bytes, 0);
    expect(page.facts.sent.bytes).toBeGreaterThan(0);
    expect(sum(page.sends)).toBeCloseTo(page.facts.sent.bytes);
    expect(sum(page.holds)).toBe(page.facts.memory.bytes);
    const seconds = page.suggestions.map((own) => own.seconds);
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
  });

  it('has the same page for the machine that is assumed and for the same machine named', async () => {
    const assumed = await study(deep(2));
    expect(assumed).toContain('on h100:1x8, assumed;');
    const named = await study(deep(2), '--machine', 'h100:1x8');
    const body = (page: string): string => page.split('\nnext:')[0]!;
    expect(body(named)).toBe(body(assumed).replaceAll('h100:1x8, assumed', 'h100:1x8'));
  });

  it('says how to split a program of one device', async () => {
    const one = 'func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}';
    expect(await study(one)).toContain(
      'nothing is sent: nothing in the program says how arrays are split; lower it with shardings',
    );
  });

  it('says nothing of how arguments of a compiled program are split: these are parts', async () => {
    const hlo = `HloModule jit_f, num_partitions=4

ENTRY %main (x: f32[2]) -> f32[8] {
  %x = f32[2]{0} parameter(0)
  ROOT %all = f32[8]{0} all-gather(%x), channel_id=1, replica_groups={{0,1,2,3}}, dimensions={0}, use_global_device_ids=true
}
`;
    const text = await study(hlo, '--no-suggestions');
    expect(text).not.toContain('arguments');
    expect(text).toContain('1 collective');
  });

  it('tries nothing if asked not to', async () => {
    expect(await study(LAYERS, '--machine', 'a100x8')).toContain('\nfaster, as simulated (now ');
    expect(await study(LAYERS, '--machine', 'a100x8', '--no-suggestions')).not.toContain('faster');
  });

  it('suggests to keep activations split as the batch is, and no edits that another suggestion does without', async () => {
    const text = await study(LOOKUP, '--machine', 'a100x8', '--json');
    const { facts, suggestions } = JSON.parse(text) as {
      facts: { time: { seconds: number } };
      suggestions: { edits: { change: string; place: string | null }[]; seconds: number }[];
    };
    const constraint = suggestions.find(({ edits: [edit] }) => edit!.place === 'step.py:3')!;
    expect(constraint.edits.map(({ change }) => change)).toEqual([
      "constrain gather of 16x512x1024 to P('data')",
    ]);
    expect(constraint.seconds).toBeLessThan(facts.time.seconds / 2);
    const changes = suggestions.map(({ edits }) => edits.map(({ change }) => change));
    for (const [i, own] of changes.entries())
      for (const other of changes.slice(0, i)) expect(own).not.toEqual(expect.arrayContaining(other));
  });

  it('says that a program does not fit', async () => {
    const machine = {
      devices: 8,
      device: { flops: 1e14, dram: 1e12, launch: 1e-6, memory: 1000 },
      default_gbps: 400,
    };
    expect(await study(deep(2), '--machine', machineFile(machine))).toContain(': DOES NOT FIT into the ');
  });

  it('says how little a program leaves of the memory', async () => {
    const machine = (memory: number): string =>
      machineFile({
        devices: 8,
        device: { flops: 1e14, dram: 1e12, launch: 1e-6, memory },
        default_gbps: 400,
      });
    const page = JSON.parse(await study(deep(2), '--machine', machine(1e9), '--json')) as {
      facts: { memory: { bytes: number } };
    };
    const { bytes } = page.facts.memory;
    const said = (part: number): Promise<string> =>
      study(deep(2), '--machine', machine(Math.ceil(bytes / part)), '--no-suggestions');
    expect(await said(0.96)).toMatch(
      / at the peak of a device: fits into the .*, with 4\.0 % to spare: allocators of frameworks keep some of it\n/,
    );
    expect(await said(0.8)).not.toContain('to spare');
  });
});
