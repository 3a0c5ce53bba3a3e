import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';
import type { PartitionReportJson } from './partition-schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-partition-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = `
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %w: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}`;

function partition(args: readonly string[], text = program): Promise<ToolResult> {
  writeFileSync(join(folder, 'p.mlir'), text);
  return runTool('shardform', ['partition', 'p.mlir', ...args], { stdin: new Uint8Array(0), cwd: folder });
}

async function report(args: readonly string[], text = program): Promise<PartitionReportJson> {
  // What --json prints is a report.
  return JSON.parse(String((await partition(['--json', ...args], text)).stdout)) as PartitionReportJson;
}

describe('shardform partition', () => {
  test('takes machines that have no host', async () => {
    const machine = { devices: 4, device: { flops: 1e12, dram: 1e11, launch: 1e-5 }, default_gbps: 100 };
    writeFileSync(join(folder, 'machine.json'), JSON.stringify(machine));
    const { facts } = await report(['--machine', 'machine.json']);
    const { stdout } = await runTool('shardform', ['sim', 'p.mlir', '--machine', 'machine.json', '--json'], {
      ...{ stdin: new Uint8Array(0), cwd: folder },
    });
    expect([facts.problems, facts.time?.seconds]).toEqual([
      [],
      (JSON.parse(String(stdout)) as { seconds: number }).seconds,
    ]);
  });

  test('tells why results are not split as constraints say', async () => {
    const reasons = async (type: string, axes: string): Promise<(string | null)[]> => {
      const text = `
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<4xf32>, %b: ${type.replace('<', '<4x')}) -> ${type} {
  %0 = stablehlo.dot %a, %b : (tensor<4xf32>, ${type.replace('<', '<4x')}) -> ${type}
  %1 = sdy.sharding_constraint %0 <@mesh, [{${axes}}]> : ${type}
  return %1 : ${type}
}`;
      return (await report([], text)).collectives.map(({ detail }) => detail);
    };
    expect(await reasons('tensor<17xf32>', '"x"')).toEqual([
      'result 0 of @main goes from [{"x"}] to [{}] (results are split evenly, and 17 is not divisible by 8)',
    ]);
    expect(await reasons('tensor<16xf32>', '"x":(1)2')).toEqual([
      'result 0 of @main goes from [{"x":(1)2}] to [{}] (results are split along whole axes)',
    ]);
    expect(await reasons('tensor<16xf32>', '"x"')).toEqual([]);
  });

  test('leaves a call on a single device as it is where no mesh splits anything', async () => {
    const { stdout, stderr } = await partition(
      [],
      `sdy.mesh @maximal_mesh_0 = <[], device_ids=[0]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.custom_call @mine(%a) {sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_0, []>]>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
    );
    expect(stderr).not.toContain('error');
    expect(stdout).toContain('stablehlo.custom_call @mine(%arg0) : (tensor<8x4xf32>) -> tensor<8x4xf32>');
  });

  test('reasons have shardings and factors if asked for', async () => {
    const { stdout } = await partition(['--emit', 'none', '-v']);
    expect(stdout).toContain('stablehlo.dot_general reduces dimension 1 of operand 0, which is sharded');
  });

  test('the collectives that send most are listed, all if asked for', async () => {
    const steps = Array.from(
      { length: 12 },
      (_, i) =>
        `  %${i} = stablehlo.dot_general %a${i}, %b, contracting_dims = [1] x [0] : (tensor<${i + 1}x8xf32>, tensor<8x4xf32>) -> tensor<${i + 1}x4xf32>`,
    );
    const types = Array.from({ length: 12 }, (_, i) => `tensor<${i + 1}x4xf32>`).join(', ');
    const split = (type: string, dims: string): string =>
      `${type} {sdy.sharding = #sdy.sharding<@mesh, [${dims}]>}`;
    const args = Array.from(
      { length: 12 },
      (_, i) => `%a${i}: ${split(`tensor<${i + 1}x8xf32>`, '{}, {"x"}')}`,
    );
    const text = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%b: ${split('tensor<8x4xf32>', '{"x"}, {}')}, ${args.join(', ')}) -> (${types}) {
${steps.join('\n')}
  return ${Array.from({ length: 12 }, (_, i) => `%${i}`).join(', ')} : ${types}
}`;
    const listed = async (...flags: string[]): Promise<string> =>
      String((await partition(['--emit', 'none', ...flags], text)).stdout);
    const short = await listed();
    expect(short.match(/ all_reduce \{/g)).toHaveLength(10);
    expect(short).toContain('\n  and 2 more (all with --all)\n');
    expect((await listed('--all')).match(/ all_reduce \{/g)).toHaveLength(12);
  });

  test('counts collectives of manual computations on the sizes that other axes leave', async () => {
    const text = `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"y"} (%b: tensor<8x4xf32>) {
    %1 = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%c: tensor<f32>, %d: tensor<f32>):
      %2 = stablehlo.add %c, %d : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    sdy.return %1 : tensor<8x4xf32>
  } : (tensor<8x16xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`;
    const { collectives } = await report([], text);
    expect(collectives.map(({ bytes, type, groupSize }) => [bytes, type, groupSize])).toEqual([
      [96, 'tensor<4x4xf32>', 4],
    ]);
  });

  test('writes the program of each device and tells what it communicates', async () => {
    const { stdout, stderr, exitCode } = await partition(['-o', 'local.mlir']);
    expect([stderr, exitCode]).toEqual(['', 0]);
    expect(stdout).toBe(`a program for 4 devices
partitioned as XLA would, predicted

communication, with the bytes that each device sends:
  32 B  all_reduce {"y"} of %0 -> tensor<2x4xf32> in groups of 2
          dot_general sums products over dimension 1 of %a, which is split along y: devices combine their parts of the result (p.mlir:4)

in all 32 B: 1 all_reduce
  32 B along y
`);
    expect(readFileSync(join(folder, 'local.mlir'), 'utf8'))
      .toBe(`module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @main(%arg0: tensor<2x4xf32> {shardform.global_type = tensor<4x8xf32>, shardform.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"x"}, {"y"}]>}, %arg1: tensor<4x4xf32> {shardform.global_type = tensor<8x4xf32>, shardform.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"y"}, {}]>}) -> (tensor<2x4xf32> {shardform.global_type = tensor<4x4xf32>, shardform.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    return %1 : tensor<2x4xf32>
  }
}
`);
  });

  test('prints the program where no file is named, and the report beside it', async () => {
    const { stdout, stderr } = await partition([]);
    expect(stdout).toMatch(/^module attributes/);
    expect(stderr).toMatch(/^a program for 4 devices\n/);
  });

  test('can stop before sizes become local', async () => {
    const { stdout } = await partition(['--emit', 'sdy-collectives']);
    expect(stdout).toContain('sdy.all_reduce {"y"} %0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<4x4xf32>');
    expect((await partition(['--emit', 'hlo'])).exitCode).toBe(1);
  });

  test('takes back what it wrote with collectives that start asynchronously', async () => {
    const text = program
      .replace(') -> (tensor<4x4xf32>', ') -> (tensor<8x8xf32>, tensor<4x4xf32>')
      .replace('return %0 :', 'return %1, %2 : tensor<8x8xf32>,')
      .replace(
        '  return',
        `  %1 = stablehlo.dot_general %w, %w, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return`,
      );
    await partition(['-o', 'started.mlir'], text);
    const started = readFileSync(join(folder, 'started.mlir'), 'utf8');
    expect(started).toContain('"stablehlo.async_start"');
    const { stdout, exitCode } = await partition([], started);
    expect([stdout, exitCode]).toEqual([started, 0]);
    expect((await partition(['--emit', 'none', '--engine', 'xla'], text)).stderr).toContain(
      "'--engine' has no effect beside '--emit none'",
    );
  });

  test('tells what else needs the axes along which all tensors are split', async () => {
    const { collectives } = await report(
      ['--partitioner', 'best'],
      `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<64x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<2x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x2xf32>, tensor<2x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}`,
    );
    expect(collectives.map(({ detail }) => detail)).toEqual([
      'operand 0 of stablehlo.dot_general goes from [{}, {"x"}] to [{"x"}, {}] (factor i: {} here, {"x"} in result 0; factor k: {"x"}, but factor i has {"x"} in result 0)',
      'operand 1 of stablehlo.dot_general goes from [{"x"}, {}] to [{}, {}] (factor k: {"x"}, but factor i has {"x"} in result 0)',
    ]);
  });

  test('tells that nothing combines what a reduction makes of parts', async () => {
    const { collectives } = await report(
      ['--partitioner', 'best'],
      `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<4xi32> {
  %i = stablehlo.iota dim = 1 : tensor<4x8xi32>
  %l = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %l), (%i init: %z) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
    reducer(%p: tensor<f32>, %q: tensor<f32>) (%m: tensor<i32>, %n: tensor<i32>) {
    %c = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.select %c, %p, %q : tensor<i1>, tensor<f32>
    %t = stablehlo.select %c, %m, %n : tensor<i1>, tensor<i32>
    %d = stablehlo.subtract %t, %n : tensor<i32>
    stablehlo.return %s, %d : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<4xi32>
}`,
    );
    expect(collectives.map(({ detail }) => detail)).toEqual([
      'operand 0 of stablehlo.reduce goes from [{}, {"x"}] to [{}, {}] (factor j: {"x"}, but nothing combines the results of its parts)',
    ]);
  });

  test('tells what combining the results of parts would send', async () => {
    const { collectives } = await report(
      ['--partitioner', 'best'],
      `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<2x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] : (tensor<2x64xf32>, tensor<2x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}`,
    );
    expect(collectives.map(({ detail }) => detail)).toEqual([
      'operand 0 of stablehlo.dot_general goes from [{"x"}, {}] to [{}, {}] (factor k: {"x"}, but an all_reduce of the results of its parts sends 16.0 KiB)',
    ]);
  });

  test('tells the conflict that a reshard resolves', async () => {
    const { collectives } = await report(
      [],
      `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.add %a, %b : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}`,
    );
    expect(collectives).toEqual([
      {
        kind: 'all_to_all',
        axes: '[{"x"}: 1->0]',
        axisNames: ['x'],
        bytes: 32,
        executions: 1,
        bytesMeaning: 'exact',
        executionsMeaning: 'exact',
        type: 'tensor<2x8xf32>',
        groupSize: 2,
        pattern: null,
        source: 'argument',
        value: '%b',
        name: null,
        place: 'p.mlir:4',
        reason:
          'add: dimension 1 of %b is split along x, but the matching dimension 1 of %a is not; its dimension 0 is',
        detail:
          'operand 1 of stablehlo.add goes from [{}, {"x"}] to [{"x"}, {}] (factor i: {} here, {"x"} in operand 0, {"x"} in result 0; factor j: {"x"} here, {} in operand 0, {} in result 0)',
        loop: null,
        gatheredArgument: null,
      },
    ]);
  });

  test('warns of weights that are gathered, and not of loops whose iterations are counted', async () => {
    const { warnings } = await report(
      [],
      `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32>, %w: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<4xf32>
    cond {
      %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %n, %y : tensor<i32>, tensor<4xf32>
    }
  return %0#1 : tensor<4xf32>
}`,
    );
    expect(warnings).toEqual([]);
    const gathered = await report(
      [],
      `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%w: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  return %w : tensor<4x4xf32>
}`,
    );
    expect(gathered.warnings).toEqual([
      'p.mlir:4: all_gather [{}, {"x"}] of 32 B per device gathers argument 0, which the program gets split',
    ]);
  });

  test('counts what a loop and several calls execute, and merges what is the same', async () => {
    const layers = await report(
      [],
      `
sdy.mesh @mesh = <["x"=2]>
func.func private @layer(%y: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4x8xf32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %z = func.call @layer(%y, %w) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    stablehlo.return %next, %z : tensor<i32>, tensor<4x8xf32>
  }
  return %r#1 : tensor<4x8xf32>
}`,
    );
    // (n - 1) / n of 4x8 elements, in each iteration.
    expect(layers.totals).toMatchObject({ bytes: 5 * 64, executions: 5, meaning: 'exact' });
    expect(layers.collectives).toMatchObject([
      { kind: 'reduce_scatter', loop: 'stablehlo.while', bytes: 64 },
    ]);
    const unrolled = await partition(
      ['-o', 'local.mlir'],
      `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<4x8xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}`,
    );
    expect(unrolled.stdout).toMatch(
      / 256 B {2}all_reduce \{"x"\} of %0, %2 -> tensor<4x8xf32> in groups of 2, 2 times 128 B\n/,
    );
  });

  test('names axes of any spelling and values by the names of the program', async () => {
    const { collectives } = await report(
      [],
      String.raw`
sdy.mesh @mesh = <["a\"b"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a\"b"}]>} loc("p['w']")) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  return %a : tensor<4xf32>
}`,
    );
    expect(collectives).toMatchObject([
      { kind: 'all_gather', axisNames: ['a"b'], groupSize: 2, bytes: 8, value: '%a', name: "p['w']" },
    ]);
  });

  test('executes the program after each pass when asked to', async () => {
    const { checks } = await report(['--validate']);
    expect(
      checks?.some(({ pass, verdict }) => pass === 'sdy-convert-global-to-local' && verdict === 'equal'),
    ).toBe(true);
    expect(checks?.every(({ verdict }) => verdict === 'equal' || verdict === 'unchanged')).toBe(true);
    expect((await partition(['-o', 'local.mlir', '--validate'])).stdout).toContain(
      'the numbers stay the same',
    );
  });

  test('tells what is wrong with a program', async () => {
    const { exitCode, stderr } = await partition([], 'func.func @main() { return 1 }');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('p.mlir:1:');
  });
});

describe('a permute is told by the pattern in which devices send', () => {
  const permuted = async (pairs: string): Promise<string> => {
    const text = `
sdy.mesh @mesh = <["data"=2, "x"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"data", "x"} (%b: tensor<2x8xf32>) {
    %1 = "stablehlo.collective_permute"(%b) <{source_target_pairs = dense<[${pairs}]> : tensor<${pairs.split('],').length}x2xi64>}> : (tensor<2x8xf32>) -> tensor<2x8xf32>
    sdy.return %1 : tensor<2x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`;
    const { stdout } = await partition(['--emit', 'none'], text);
    return (
      String(stdout)
        .split('\n')
        .find((line) => line.includes('collective_permute')) ?? ''
    );
  };

  test.each([
    ['[0, 1], [1, 2], [2, 3], [3, 0]', 'collective_permute along x (ring of 4) of %b -> tensor<2x8xf32>'],
    [
      '[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4]',
      'collective_permute along x (2 rings of 4) of %b -> tensor<2x8xf32>',
    ],
    ['[0, 1], [1, 2], [2, 3]', 'collective_permute along x (shift over 4 devices) of %b -> tensor<2x8xf32>'],
    ['[0, 4], [4, 0]', 'collective_permute along data (swap in pairs) of %b -> tensor<2x8xf32>'],
  ])('%s', async (pairs, expected) => {
    expect((await permuted(pairs)).trim()).toBe(`64 B  ${expected}`);
  });

  test('also where the partitioner has made it', async () => {
    const text = `
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}) {
  %0 = stablehlo.tanh %a : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}`;
    const { collectives } = await report([], text);
    expect(collectives.map(({ kind, axisNames, pattern }) => [kind, axisNames, pattern])).toEqual([
      ['collective_permute', ['x', 'y'], 'swap in pairs'],
    ]);
  });
});

test('HLO that XLA has partitioned is told as compiled', async () => {
  const hlo = readFileSync(fileURLToPath(new URL('../../examples/layers.hlo', import.meta.url)), 'utf8');
  const { stdout } = await partition(['--emit', 'none'], hlo);
  expect(String(stdout).split('\n').slice(0, 2)).toEqual(['a program for 8 devices', 'as compiled by XLA']);
  expect(await report([], hlo)).toMatchObject({ program: 'as compiled by XLA' });
  expect(await report([])).toMatchObject({ program: 'as XLA would, predicted' });
});
