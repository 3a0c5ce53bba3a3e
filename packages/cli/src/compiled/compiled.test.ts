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
        dot_general [{}, {}] partial along x to [{}, {}]: dot_general (step.py:42) sums products over dimension 1 of w, which is split along x: devices combine their parts of the result

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
       train/step.py:42: all_reduce along x of dot_general, 64 B: dot_general (step.py:42) sums products over dimension 1 of w`);
  expect(stdout).toContain('sent 64 B  1 collectives  as compiled by step.hlo');
});
