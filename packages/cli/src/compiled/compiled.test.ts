import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-compiled-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string): void => writeFileSync(join(folder, name), text);

const hlo = (name = 'jit_step'): string => `HloModule ${name}, num_partitions=2

%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %sum = f32[] add(%a, %b)
}

ENTRY %main (w: f32[4,2], x: f32[4,2]) -> f32[4,4] {
  %w = f32[4,2]{1,0} parameter(0), metadata={op_name="w"}
  %x = f32[4,2]{1,0} parameter(1), metadata={op_name="x"}
  %dot = f32[4,4]{1,0} dot(%w, %x), lhs_contracting_dims={1}, rhs_contracting_dims={1}, metadata={op_name="jit(step)/dot_general"}
  ROOT %all-reduce = f32[4,4]{1,0} all-reduce(%dot), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=%add, metadata={op_name="jit(step)/dot_general"}
}
`;

file(
  'step.mlir',
  `module @jit_step {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%w: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>} loc("w"), %x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>} loc("x")) -> tensor<4x4xf32> {
    %0 = stablehlo.dot_general %w, %x, contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("jit(step)/dot_general"("train/step.py":42:7))
    return %0 : tensor<4x4xf32>
  }
}
`,
);
file('step.hlo', hlo());
file('budget.json', '{"collectives": {"all_reduce": 0}, "sent": "64B"}');

function shardform(...args: readonly string[]): Promise<ToolResult> {
  return runTool('shardform', args, { stdin: new Uint8Array(0), cwd: folder });
}

const compiled = (dump: string): Promise<ToolResult> => shardform('compiled', 'step.mlir', '--hlo', dump);

describe('shardform compiled', () => {
  test('tells each collective with its line, its value, its cause and its bytes', async () => {
    const { stdout, exitCode } = await compiled('step.hlo');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`jit_step as compiled by step.hlo, for 2 devices

communication, with the bytes that each device sends:
  64 B  all_reduce along x  train/step.py:42
        dot_general with w and x, step.py:42 [{}, {}] partial along x to [{}, {}]: dot_general (step.py:42) sums products over dimension 1 of w, which is split along x: devices combine their parts of the result

in all 64 B: 1 all_reduce
causes: 1 partial-results
`);
  });

  test('finds the module of the program in a dump', async () => {
    mkdirSync(join(folder, 'dump'));
    file('dump/module_0001.jit_step.cpu_after_optimizations.txt', hlo());
    file('dump/module_0001.jit_step.cpu_after_optimizations-buffer-assignment.txt', '');
    file('dump/module_0001.jit_step.before_optimizations.txt', '');
    file('dump/module_0002.jit_other.cpu_after_optimizations.txt', hlo('jit_other'));
    const { stdout } = await compiled('dump');
    expect(stdout).toContain('jit_step as compiled by dump/module_0001.jit_step.cpu_after_optimizations.txt');
  });

  test('finds the buffer assignment beside the module', async () => {
    file(
      'dump/module_0001.jit_step.cpu_after_optimizations-buffer-assignment.txt',
      `BufferAssignment:
allocation 0: size 32, parameter 0, shape |f32[4,2]| at ShapeIndex {}:
allocation 1: size 32, parameter 1, shape |f32[4,2]| at ShapeIndex {}:
allocation 2: size 64, maybe-live-out:
 value: <3 all-reduce @0> (size=64,offset=0): f32[4,4]{1,0}
allocation 3: size 100, preallocated-temp:
 value: <2 dot @0> (size=64,offset=0): f32[4,4]{1,0}
`,
    );
    file('cpus.json', JSON.stringify({ devices: 2, device: { kind: 'cpu' }, default_gbps: 8 }));
    const { stdout } = await shardform(
      'sim',
      'step.mlir',
      '--hlo',
      'dump',
      '--peak',
      '--machine',
      'cpus.json',
    );
    expect(stdout).toContain('peak 228 B on device 0');
    expect(stdout).toContain('memory: arguments 64 B + results 64 B + temporaries 100 B\n');
    expect(stdout).not.toContain('not certain');
    expect(stdout).toMatch(/\n +36 B +gaps/);
    const module = 'dump/module_0001.jit_step.cpu_after_optimizations.txt';
    const { stdout: alone } = await shardform('sim', module, '--machine', 't3k', '--peak');
    expect(alone).toContain('memory: arguments 64 B + results 64 B + temporaries 100 B\n\n');
    expect(alone).toMatch(/\n +64 B +temporary +dot_general with w and x\n/);
  });

  test('names the modules of a dump that has several', async () => {
    file('dump/module_0003.jit_step.cpu_after_optimizations.txt', hlo());
    const { stderr, exitCode } = await compiled('dump');
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      "shardform: error: folder 'dump' has 2 compiled programs; name one: 'module_0001.jit_step.cpu_after_optimizations.txt', 'module_0003.jit_step.cpu_after_optimizations.txt'\n",
    );
  });

  test('tells how a folder without any gets one', async () => {
    mkdirSync(join(folder, 'empty'));
    const { stderr } = await compiled('empty');
    expect(stderr).toBe(
      `shardform: error: folder 'empty' has no '*after_optimizations.txt': run the program with XLA_FLAGS="--xla_dump_to=empty --xla_dump_hlo_as_text"\n`,
    );
  });

  test('tells the line of what is wrong in a dump', async () => {
    file('wrong.hlo', '// a comment\nmodule @jit_step {}\n');
    expect((await compiled('wrong.hlo')).stderr).toContain(
      `'wrong.hlo' is MLIR, the program before XLA partitions it, not HLO; compiled HLO comes from jax.jit(f).lower(*args).compile().as_text(), or`,
    );
    file('wrong.hlo', hlo().replace('dot(%w, %x)', 'dot(%w, %y)'));
    const { stderr, exitCode } = await compiled('wrong.hlo');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^shardform: error: wrong\.hlo:12:\d+: instruction 'y' is not defined/);
  });

  test('refuses flags that a dump makes idle', async () => {
    const { stderr } = await shardform('compiled', 'step.mlir', '--hlo', 'step.hlo', '--python', 'python3');
    expect(stderr).toContain("beside '--hlo': nothing is compiled");
  });
});

test('a budget is compared with a compiled program', async () => {
  const { stdout, exitCode } = await shardform(
    'check',
    'step.mlir',
    '--budget',
    'budget.json',
    '--hlo',
    'step.hlo',
  );
  expect(exitCode).toBe(1);
  expect(stdout).toContain(`FAIL   1 all_reduce, none allowed
       train/step.py:42: all_reduce along x of dot_general with w and x, step.py:42, 64 B: dot_general (step.py:42) sums products over dimension 1 of w`);
  expect(stdout).toMatch(
    /^as compiled by step\.hlo: 2 devices {2}step .* {2}sent 64 B {2}1 collectives\n\nFAIL/,
  );
});

describe('with a compiled program', () => {
  test('times are those of its schedule', async () => {
    const { stdout } = await shardform('sim', 'step.mlir', '--hlo', 'step.hlo', '--machine', 't3k', '--peak');
    expect(stdout).toMatch(
      /^.*\non t3k, 2 of its 8 devices\nat peak rates: a lower bound\n.* of each device in products, <0\.1 % of its peak\nas compiled by step\.hlo\n/,
    );
    expect(stdout).toContain('  not certain: estimated from the schedule: there is no buffer assignment');
    expect(stdout).toMatch(/\n +64 B +result +dot_general with w and x, step.py:42\n/);
    const { stdout: json } = await shardform('sim', 'step.mlir', '--hlo', 'step.hlo', '--json');
    expect(JSON.parse(String(json))).toMatchObject({
      ...{ program: 'as compiled by step.hlo', partitioner: null, choice: null },
      facts: { sent: { bytes: 64, byAxis: [{ axis: 'x', bytes: 64 }] } },
    });
  });

  test('its collectives are listed', async () => {
    const { stdout } = await shardform('show', 'step.mlir', '--collectives', '--hlo', 'step.hlo');
    expect(stdout).toMatch(
      /^1 collective, 64 B that each device sends, .* of the step on .*\nas compiled by step\.hlo\n/,
    );
    expect(stdout).toMatch(
      /\nall_reduce +x +%0 +dot_general with w and x, step\.py:42 +f32\[4,4\] +2 +1 +64 B .*sums products over dimension 1 of w/,
    );
  });

  test('the report is about it', async () => {
    const { stdout } = await shardform('report', 'step.mlir', '--hlo', 'step.hlo', '--json');
    expect(JSON.parse(String(stdout))).toEqual({
      ...{ version: 1, program: 'as compiled by step.hlo', file: 'report.html' },
      sections: [
        ...['Problems', 'Facts', 'Who holds what', 'Collectives', 'Memory at the peak', 'Values', 'Why'],
        'The program',
      ],
    });
    const { stdout: page } = await shardform('report', 'step.mlir', '--hlo', 'step.hlo', '-o', '-');
    expect(page).toContain('<p>The program as compiled by step.hlo, on ');
    expect(page).toContain('sums products over dimension 1 of w, which is split along x');
  });

  test('two of them are compared', async () => {
    file(
      'whole.hlo',
      hlo()
        .replace('num_partitions', 'is_scheduled=true, num_partitions')
        .replace(/ROOT %all-reduce.*/, 'ROOT %copy = f32[4,4]{1,0} copy(%dot)'),
    );
    const dumps = ['--hlo', 'step.hlo', '--hlo', 'whole.hlo'];
    const { stdout } = await shardform('compare', 'step.mlir', 'step.mlir', ...dumps);
    expect(stdout).toMatch(
      /^program +as compiled by step\.hlo -> as compiled by whole\.hlo\ndevices +2\nbytes that a device sends +64 B -> 0 B\n/,
    );
    expect(stdout).toContain('only in step.mlir:');
  });

  test('limits of memory and time are compared with it', async () => {
    file('costs.json', '{"memory": "1GB", "time": "1s"}');
    const { stdout } = await shardform('check', 'step.mlir', '--budget', 'costs.json', '--hlo', 'step.hlo');
    expect(stdout).toMatch(/ok +a device holds \d+ B, at most/);
    expect(stdout).toMatch(
      /^as compiled by step\.hlo: 2 devices {2}step .* {2}sent 64 B {2}1 collectives\n\nok/,
    );
  });

  test.each([
    [['sim', '--hlo', 'step.hlo', '--memory', 'm.csv'], "'--memory' has no effect of a compiled program"],
    [['sim', '--hlo', 'step.hlo', '--partitioner', 'best'], "'--partitioner' has no effect beside '--hlo'"],
    [['sim', '--python', 'python3'], "'--python' has no effect without '--compile'"],
    [['sim', '--compile', '--hlo', 'step.hlo'], "'--hlo' has no effect beside '--compile'"],
    [['show', '--hlo', 'step.hlo'], "'--hlo' has no effect without '--table' or '--collectives'"],
    [['show', '--table', '--hlo', 'step.hlo'], "'--hlo' has no effect beside '--table'"],
    [['report', '--hlo', 'step.hlo', '--plan'], "'--plan' has no effect of a compiled program"],
    [['compare', '--hlo', 'step.hlo', '--sharding', '%w=[{}, {}]'], 'the changed program has to be compiled'],
    [['compare', 'step.mlir', '--hlo', 'step.hlo'], "'--hlo' is given twice"],
    [['compare', '--hlo', 'step.hlo', '--stage', 'given', '--stage', 'local'], "'--stage' names stages"],
  ])('%s is refused: %s', async ([command, ...flags], message) => {
    const { stderr, exitCode } = await shardform(command!, 'step.mlir', ...flags);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(message);
  });

  test('a dump of another program is refused', async () => {
    file('four.hlo', hlo().replace('num_partitions=2', 'num_partitions=4'));
    const { stderr } = await shardform('sim', 'step.mlir', '--hlo', 'four.hlo');
    expect(stderr).toBe(
      "shardform: error: 'four.hlo' is for 4 devices, the program for 2: it was compiled of another program\n",
    );
  });

  test('a dump of a program of other sizes is refused, and one before partitioning', async () => {
    file('other.hlo', hlo().replaceAll('f32[4,2]', 'f32[6,2]').replaceAll('f32[4,4]', 'f32[6,6]'));
    const { stderr } = await shardform('sim', 'step.mlir', '--hlo', 'other.hlo');
    expect(stderr).toBe(
      "shardform: error: 'other.hlo': parameter 0 is f32[6,2], which is not a part of tensor<4x4xf32> of the program that is open: it was not compiled from it\n",
    );
    file('before.hlo', hlo().replace(/ROOT %all-reduce.*/, 'ROOT %copy = f32[4,4]{1,0} copy(%dot)'));
    const { stderr: before } = await shardform('sim', 'step.mlir', '--hlo', 'before.hlo');
    expect(before).toContain("'before.hlo': 'jit_step' is a program before partitioning");
  });

  test('the compiled program itself has none', async () => {
    const { stderr } = await shardform('sim', 'step.hlo', '--hlo', 'step.hlo');
    expect(stderr).toContain('give the program before partitioning');
    const { stdout } = await shardform('sim', 'step.hlo', '--machine', 't3k');
    expect(stdout).toContain('\nas compiled by XLA\n');
  });
});
