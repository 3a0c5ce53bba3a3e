import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-explained-plan-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A step of an MLP as JAX lowers it: two calls of one function, names of arguments and results. */
const step = `
func.func public @main(%arg0: tensor<4096x16384xf32> loc("p['a']"), %arg1: tensor<16384x4096xf32> loc("p['b']"), %arg2: tensor<8192x4096xf32> loc("x"))
    -> (tensor<8192x4096xf32> {jax.result_info = "result[0]"}, tensor<4096x16384xf32> {jax.result_info = "result[1]['a']"}) {
  %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0] : (tensor<8192x4096xf32>, tensor<4096x16384xf32>) -> tensor<8192x16384xf32> loc("step.py":3:1)
  %1 = call @relu(%0) : (tensor<8192x16384xf32>) -> tensor<8192x16384xf32>
  %2 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0] : (tensor<8192x16384xf32>, tensor<16384x4096xf32>) -> tensor<8192x4096xf32> loc("step.py":4:1)
  %3 = stablehlo.dot_general %2, %arg1, contracting_dims = [1] x [1] : (tensor<8192x4096xf32>, tensor<16384x4096xf32>) -> tensor<8192x16384xf32> loc("step.py":5:1)
  %4 = call @relu(%3) : (tensor<8192x16384xf32>) -> tensor<8192x16384xf32>
  %5 = stablehlo.dot_general %arg2, %4, contracting_dims = [0] x [0] : (tensor<8192x4096xf32>, tensor<8192x16384xf32>) -> tensor<4096x16384xf32> loc("step.py":6:1)
  %6 = stablehlo.subtract %arg0, %5 : tensor<4096x16384xf32>
  return %2, %6 : tensor<8192x4096xf32>, tensor<4096x16384xf32>
}
func.func private @relu(%arg0: tensor<8192x16384xf32>) -> tensor<8192x16384xf32> {
  %cst = stablehlo.constant dense<0.0> : tensor<8192x16384xf32>
  %0 = stablehlo.maximum %arg0, %cst : tensor<8192x16384xf32>
  return %0 : tensor<8192x16384xf32>
}
`;

interface Explained {
  readonly best: { readonly facts: { readonly time: { readonly seconds: number } } };
  readonly explanation: {
    readonly layouts: readonly {
      readonly name: string;
      readonly facts: { readonly time: { readonly seconds: number } };
      readonly costs: readonly { readonly kind: string; readonly seconds: number }[];
    }[];
    readonly decisions: readonly {
      readonly name: string;
      readonly chosen: string;
      readonly second: string;
      readonly price: number;
    }[];
    readonly pareto: readonly { readonly seconds: number; readonly bytes: number }[];
  };
  readonly rules: readonly { readonly pattern: string; readonly partitionSpec: string }[] | null;
  readonly constraints: readonly { readonly file: string; readonly line: number }[] | null;
  readonly jax: string | null;
}

async function plan(...args: string[]): Promise<Explained> {
  writeFileSync(join(folder, 'step.mlir'), step);
  const flags = ['--mesh', '2x4', '--machine', 'a100x8', '--json'];
  const { stdout, stderr } = await runTool('shardform', ['plan', 'step.mlir', ...flags, ...args], {
    stdin: new Uint8Array(0),
    cwd: folder,
  });
  expect(stderr).toBe('');
  return JSON.parse(String(stdout)) as Explained;
}

describe('what a plan is compared with', () => {
  test('known layouts take as long as the plan at least, and say what takes longer', async () => {
    const { best, explanation } = await plan('--pareto', '--partitioner', 'best');
    const { seconds } = best.facts.time;
    const { layouts, decisions, pareto } = explanation;
    expect(layouts.map(({ name }) => name).sort()).toEqual([
      '2-D tensor parallel',
      'FSDP (ZeRO-3)',
      'Megatron over x, FSDP over y',
      'Megatron over x, batch over y',
      'Megatron over y, FSDP over x',
      'Megatron over y, batch over x',
      'data parallel',
      'whole on every device',
    ]);
    for (const { facts, costs } of layouts) {
      expect(facts.time.seconds).toBeGreaterThanOrEqual((1 - 1e-6) * seconds);
      const longer = costs.reduce((sum, own) => sum + own.seconds, 0);
      expect(longer).toBeCloseTo(facts.time.seconds - seconds, 6);
    }
    expect(decisions.length).toBeGreaterThan(3);
    for (const { chosen, second } of decisions) expect(chosen).not.toBe(second);
    expect(decisions.map(({ name }) => name)).toContain('%2 dot_general at step.py:4');
    const bytes = pareto.map((own) => own.bytes);
    expect(bytes).toEqual([...bytes].sort((a, b) => b - a));
  });

  test('decisions of a plan that XLA partitions are about arguments', async () => {
    const { best, explanation } = await plan('--why');
    expect(explanation.layouts.map(({ name }) => name)).toContain('data parallel');
    // A known layout is taken that is slower by less than 3 %.
    const fastest = Math.min(...explanation.layouts.map(({ facts }) => facts.time.seconds));
    expect(best.facts.time.seconds).toBeLessThanOrEqual(1.03 * fastest);
    const names = explanation.decisions.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(["p['a']", "p['b']", 'x']).toContain(name);
  });
});

describe('a plan for JAX', () => {
  test('has rules by the paths of arguments, and results that take their shardings', async () => {
    const { rules, constraints, jax } = await plan('--brief', '--jax', 'plan.py', '--fix', "p['a']=_,y");
    const text = readFileSync(join(folder, 'plan.py'), 'utf8');
    expect(jax).toBe('plan.py');
    expect(text).toContain('AXES = {"x": 2, "y": 4}');
    expect(rules).toContainEqual({ pattern: '/p/a', partitionSpec: "P(None, 'y')", arguments: 1 });
    for (const { pattern, partitionSpec } of rules!)
      expect(text).toContain(`    ("${pattern}", ${partitionSpec}),`);
    expect(text).toContain('ARGUMENTS = 3');
    expect(text).toContain('TIES = [(1, 0, 1)]');
    expect(text.match(/^ {4}\("step\.py", /gm)?.length ?? 0).toBe(constraints!.length);
  });

  test('is refused where XLA does not partition the program', async () => {
    writeFileSync(join(folder, 'step.mlir'), step);
    const { stderr } = await run(
      'plan',
      'step.mlir',
      '--mesh',
      '2x4',
      '--partitioner',
      'best',
      '--jax',
      'plan.py',
    );
    expect(stderr).toBe(
      "shardform: error: '--jax' has no effect beside '--partitioner best': JAX runs what XLA partitions; leave it out\n",
    );
  });

  test('takes the time that was promised', async () => {
    const [tensor, flags] = ['tensor<4096x4096xf32>', ['--mesh', '2x4', '--machine', 'a100x8', '--json']];
    writeFileSync(
      join(folder, 'loop.mlir'),
      `func.func public @main(%arg0: ${tensor}, %arg1: ${tensor}) -> ${tensor} {
  %n = stablehlo.constant dense<4> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %arg0) : tensor<i32>, ${tensor}
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.dot_general %v, %arg1, contracting_dims = [1] x [0] : (${tensor}, ${tensor}) -> ${tensor}
    stablehlo.return %next, %p : tensor<i32>, ${tensor}
  }
  return %0#1 : ${tensor}
}
`,
    );
    const planned = await run('plan', 'loop.mlir', ...flags, '--brief', '-o', 'told.mlir');
    const { best } = JSON.parse(String(planned.stdout)) as Explained;
    const told = await run('sim', 'told.mlir', '--machine', 'a100x8', '--json');
    expect((JSON.parse(String(told.stdout)) as { seconds: number }).seconds).toBe(best.facts.time.seconds);
  });
});

function run(...args: string[]) {
  return runTool('shardform', args, { stdin: new Uint8Array(0), cwd: folder });
}
