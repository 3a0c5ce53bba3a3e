import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-plan-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Two layers and a residual, without shardings. */
const mlp = (rows: number, width: number, hidden: number): string => `
func.func @main(%x: tensor<${rows}x${width}xf32>, %a: tensor<${width}x${hidden}xf32>, %b: tensor<${hidden}x${width}xf32>) -> tensor<${rows}x${width}xf32> {
  %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<${rows}x${width}xf32>, tensor<${width}x${hidden}xf32>) -> tensor<${rows}x${hidden}xf32>
  %1 = stablehlo.tanh %0 : tensor<${rows}x${hidden}xf32>
  %2 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : (tensor<${rows}x${hidden}xf32>, tensor<${hidden}x${width}xf32>) -> tensor<${rows}x${width}xf32>
  %3 = stablehlo.add %2, %x : tensor<${rows}x${width}xf32>
  return %3 : tensor<${rows}x${width}xf32>
}
`;

function shardform(command: string, text: string, ...args: string[]): Promise<ToolResult> {
  writeFileSync(join(folder, 'p.mlir'), text);
  return runTool('shardform', [command, 'p.mlir', ...args], { stdin: new Uint8Array(0), cwd: folder });
}

interface PlanJson {
  readonly fits: boolean;
  readonly best: Candidate;
  readonly arguments: readonly PlannedValue[];
  readonly results: readonly PlannedValue[];
  readonly tried: readonly Candidate[];
}

interface PlannedValue {
  readonly name: string | null;
  readonly sharding: string | null;
  readonly partitionSpec: string;
}

interface Candidate {
  readonly layout: string | null;
  readonly isGiven: boolean;
  readonly facts: {
    readonly time: { readonly seconds: number };
    readonly memory: { readonly bytes: number };
  };
  readonly model: { readonly seconds: number; readonly bound: number } | null;
}

async function plan(text: string, ...args: string[]): Promise<PlanJson> {
  const { stdout, stderr } = await shardform('plan', text, '--json', '--machine', 'a100x8', ...args);
  expect(stderr).toBe('');
  return JSON.parse(String(stdout)) as PlanJson;
}

const specs = (found: PlanJson): string[] => found.arguments.map(({ partitionSpec }) => partitionSpec);

describe('shardform plan', () => {
  test('splits the batch where it is large, and the hidden dimension of both weights where these are', async () => {
    expect(specs(await plan(mlp(65536, 1024, 4096), '--mesh', '8'))).toEqual(["P('x')", 'P()', 'P()']);
    expect(specs(await plan(mlp(64, 8192, 32768), '--mesh', '8'))).toEqual(['P()', "P(None, 'x')", "P('x')"]);
  });

  test('is as fast as the best of all annotations of the arguments', async () => {
    const text = mlp(8192, 4096, 16384);
    const found = await plan(text, '--mesh', '8');
    const types = ['tensor<8192x4096xf32>', 'tensor<4096x16384xf32>', 'tensor<16384x4096xf32>'];
    const dims = ['[{}, {}]', '[{"x"}, {}]', '[{}, {"x"}]'];
    const times: number[] = [];
    for (const x of dims) {
      for (const a of dims) {
        for (const b of dims) {
          const [main] = [[x, a, b]].map((own) =>
            types.reduce(
              (program, type, i) =>
                program.replace(
                  new RegExp(`%${'xab'[i]!}: ${type}(?=[,)])`),
                  `$& {sdy.sharding = #sdy.sharding<@mesh, ${own[i]!}>}`,
                ),
              text,
            ),
          );
          const { stdout } = await shardform(
            'sim',
            `sdy.mesh @mesh = <["x"=8]>${main!}`,
            '--machine',
            'a100x8',
            '--json',
          );
          times.push((JSON.parse(String(stdout)) as { seconds: number }).seconds);
        }
      }
    }
    expect(times).toHaveLength(27);
    expect(found.best.facts.time.seconds).toBeLessThanOrEqual(1.005 * Math.min(...times));
    expect(found.best.model!.bound).toBeCloseTo(found.best.model!.seconds, 12);
  });

  test('a planned program computes what one device computes, and takes the time that was promised', async () => {
    const text = mlp(16, 32, 64);
    const fixed = ['--mesh', '2x4', '--fix', '%a=[{}, {y}]', '--fix', '%x=[{x}, {}]'];
    const found = await plan(text, ...fixed, '-o', 'planned.mlir');
    expect(specs(found).slice(0, 2)).toEqual(["P('x')", "P(None, 'y')"]);
    const planned = readFileSync(join(folder, 'planned.mlir'), 'utf8');
    expect((await shardform('run', planned)).exitCode).toBe(0);
    const { stdout } = await shardform('sim', planned, '--machine', 'a100x8', '--json');
    expect((JSON.parse(String(stdout)) as { seconds: number }).seconds).toBe(found.best.facts.time.seconds);
  });

  test('keeps to what it chose before: the same plan, or a faster one, with the ties of parameters', async () => {
    const step = `func.func @main(%w: tensor<4096x4096xf32> loc("p['w']"), %x: tensor<8192x4096xf32> loc("x")) -> (tensor<4096x4096xf32> {jax.result_info = "result['w']"}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8192x4096xf32>, tensor<4096x4096xf32>) -> tensor<8192x4096xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<8192x4096xf32>, tensor<8192x4096xf32>) -> tensor<4096x4096xf32>
  %2 = stablehlo.subtract %w, %1 : tensor<4096x4096xf32>
  return %2 : tensor<4096x4096xf32>
}
`;
    const on = ['--mesh', '2x4', '--brief'];
    const free = await plan(step, ...on);
    for (const { name, sharding } of free.arguments) {
      const fixed = await plan(step, ...on, '--fix', `${name!}=${sharding!.replaceAll('"', '')}`);
      expect(fixed.best.facts.time.seconds).toBeLessThanOrEqual(free.best.facts.time.seconds);
      expect(fixed.results[0]!.partitionSpec).toBe(specs(fixed)[0]);
    }
    const other = await plan(step, ...on, '--fix', "result['w']=x,y");
    expect(await plan(step, ...on, '--fix', `result['w']=P("x", 'y')`)).toEqual(other);
    expect([specs(other)[0], other.results[0]!.partitionSpec]).toEqual(["P('x', 'y')", "P('x', 'y')"]);
  });

  test('is the same whatever is printed', async () => {
    const text = mlp(8192, 4096, 16384);
    const on = ['--mesh', '2x4'];
    const full = await plan(text, ...on);
    for (const flag of ['--brief', '--pareto', '--why']) {
      const { best, arguments: args } = await plan(text, ...on, flag);
      expect([best, args]).toEqual([full.best, full.arguments]);
    }
  });

  test('calls arguments as the program does, and has one row for programs that read alike', async () => {
    const { stdout } = await shardform('plan', mlp(8192, 4096, 16384), '--mesh', '2x4', '--pareto');
    expect(stdout).toMatch(/^arguments(?: \(the other \w+ (?:is|are) replicated\))?:\n {2}%x {2}P\(/m);
    const tables = String(stdout).split('\n\n');
    const [named] = tables.filter((table) => table.includes('\n* data parallel '));
    const names = named!.split('\n').map((line) => line.slice(2).split(/ {2,}/)[0]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('lists at most six programs unless asked why, and none with --brief', async () => {
    const rowsOf = async (...args: string[]): Promise<number> => {
      const { stdout } = await shardform('plan', mlp(8192, 4096, 16384), '--mesh', '2x4', ...args);
      return String(stdout).match(/ x=2, y=4$/gm)?.length ?? 0;
    };
    expect(await rowsOf()).toBe(7);
    expect(await rowsOf('--brief')).toBe(1);
    expect(await rowsOf('--why')).toBeGreaterThan(7);
  });

  test('takes less memory where a limit asks for it, and says what is the least where none fits', async () => {
    const text = mlp(1024, 4096, 4096);
    const on = ['--mesh', '8', '--machine', 't3k'];
    const { bytes } = (await plan(text, ...on)).best.facts.memory;
    const limit = Math.floor(bytes * 0.6);
    const limited = await plan(text, ...on, '--memory', `${limit}B`);
    expect([limited.fits, limited.best.facts.memory.bytes <= limit]).toEqual([true, true]);
    const { stdout, exitCode } = await shardform('plan', text, '--mesh', '8', '--memory', '1MB');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /^no plan fits into 976\.6 KiB; the smallest peak that was found is [\d.]+ MiB:\n/,
    );
  });

  test('keeps the program where that is faster, and says what it leaves open', async () => {
    const { stdout } = await shardform('plan', mlp(4, 4, 4), '--mesh', '8');
    expect(stdout).not.toContain('open');
    expect(stdout).toContain('the shardings are those of the program: no plan that keeps them is faster\n');
  });

  test('tells what is wrong with a sharding to keep, and that a file cannot be written', async () => {
    const error = async (...args: string[]): Promise<string> =>
      (await shardform('plan', mlp(8, 8, 8), '--mesh', '2x4', ...args)).stderr;
    expect(await error('--fix', '%y=x,_')).toContain("the file has no value '%y'");
    expect(await error('--fix', '%x=z,_')).toBe(
      "shardform: error: flag '--fix %x=z,_': the mesh has no axis 'z'; it has x, y\n",
    );
    expect(await error('--fix', '%x=x,x')).toContain("axis 'x' can split one dimension only");
    expect(await error('--fix', '%x=x')).toContain('the value has 2 dimensions, its sharding 1');
    expect(await error('--fix', '%x')).toContain(
      'expected a value and the axes of each dimension, such as %3=[{x}, {}], %3=x,_ or %3=P("x", None)',
    );
    expect(await error('--brief', '--jax', 'no/folder/plan.py')).toMatch(
      /^shardform: error: cannot open output file 'no\/folder\/plan\.py': /,
    );
  });

  test('from scratch, names the lines of the constraints that it was made without', async () => {
    const own = `sdy.mesh @m = <["x"=2]>
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %x <@m, [{"x"}, {}]> : tensor<8x8xf32> loc("/home/step.py":12:3)
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}`;
    const { stdout } = await shardform('plan', own, '--from-scratch', '--brief');
    expect(stdout).toContain(
      '\nplanned without the with_sharding_constraint of step.py:12, which plan.jit leaves out\n',
    );
    const diff = await shardform('plan', own, '--from-scratch', '--diff');
    expect(diff.stdout).toContain('\ndelete the with_sharding_constraint of step.py:12\n');
    const kept = await shardform('plan', own, '--brief');
    expect(kept.stdout).not.toContain('planned without');
  });

  test('warns of a batch that is used as a parameter', async () => {
    const warned = async (args: string): Promise<readonly string[]> => {
      const { stderr, stdout } = await shardform(
        'plan',
        mlp(8, 8, 8),
        '--mesh',
        '2',
        '--batch-args',
        args,
        '--json',
      );
      const { warnings } = JSON.parse(String(stdout)) as { readonly warnings: readonly string[] };
      expect(stderr).toBe(warnings.map((text) => `warning: ${text}\n`).join(''));
      return warnings;
    };
    expect(await warned('arg0')).toEqual([]);
    expect(await warned('arg0,arg1')).toEqual([
      expect.stringMatching(
        /^'--batch-args': arg1 is used as a parameter: its first dimension is no batch, since dot_general \(p\.mlir:\d+\) adds over it, with arg1 on the right as in all products; '--param-args' is for parameters$/,
      ),
    ]);
  });

  test('needs a mesh, and only one', async () => {
    const error = async (text: string, ...args: string[]): Promise<string> =>
      (await shardform('plan', text, ...args)).stderr;
    expect(await error(mlp(4, 4, 4))).toBe(
      "shardform: error: the program has no mesh; give one with '--mesh 2x4', or '--devices 8' to try all\n",
    );
    expect(await error(mlp(4, 4, 4), '--mesh', '2x')).toBe(
      "shardform: error: flag '--mesh 2x': a size is missing beside an 'x'; write 2, or 2x2 for another axis\n",
    );
    const dynamic =
      'func.func @main(%a: tensor<?x8xf32>) -> tensor<?x8xf32> {\n  return %a : tensor<?x8xf32>\n}\n';
    expect(await error(dynamic, '--mesh', '2x4')).toMatch(
      /^p\.mlir:1:1: error: the program can't be planned: the sizes of 'tensor<\?x8xf32>' are not known; give them with '--dim', or export the program with static shapes\n/,
    );
    const meshed = `sdy.mesh @m = <["x"=2]>\n${mlp(4, 4, 4).replace('4xf32>,', '4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>},')}`;
    expect(await error(meshed, '--devices', '4')).toBe(
      "shardform: error: the program has its own mesh, @m; '--from-scratch' plans without its shardings, on another mesh\n",
    );
  });
});

describe('shardform plan --strategy', () => {
  test.each([
    ['dp', /^data parallel/],
    ['fsdp', /FSDP/],
    ['tp', /^(?:Megatron|2-D tensor parallel)/],
  ])('%s gives a plan of the family', async (strategy, name) => {
    const found = await plan(mlp(8192, 4096, 16384), '--mesh', '2x4', '--strategy', strategy);
    expect(found.best.layout).toMatch(name);
  });

  test('says where a program has no layout of the family', async () => {
    const { stderr } = await shardform('plan', mlp(64, 32, 32), '--mesh', '2x4', '--strategy', 'ep');
    expect(stderr).toContain(
      "the program can't be planned: it has no layout of the strategy 'ep' on a mesh of 2x4\n",
    );
  });
});
