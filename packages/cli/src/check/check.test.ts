import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(
  join(folder, 'step.mlir'),
  `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>} loc("w"), %b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("train/step.py":42:7)
  return %0 : tensor<4x4xf32>
}
`,
);

function check(budget: unknown, ...flags: readonly string[]): Promise<ToolResult> {
  writeFileSync(join(folder, 'budget.json'), JSON.stringify(budget));
  return runTool('shardform', ['check', 'step.mlir', '--budget', 'budget.json', ...flags], {
    stdin: new Uint8Array(0),
    cwd: folder,
  });
}

describe('shardform check', () => {
  test('passes a program that keeps to its budget', async () => {
    const { stdout, exitCode } = await check({
      machine: 't3k',
      collectives: { all_reduce: 1, all_gather: 0, '*': 0 },
      sent: '64B',
      sentAlong: { x: 64 },
      memory: '1KiB',
      time: '1ms',
      shardings: { w: 'PartitionSpec(None, "x")', 'result 0': 'P(None, None)' },
    });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('all of the budget is kept: 8 checks\n');
  });

  test('tells what exceeds it, where and why', async () => {
    const { stdout, exitCode } = await check({ collectives: { all_reduce: 0 }, shardings: { w: "P('x')" } });
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      `FAIL   1 all_reduce, none allowed
       train/step.py:42: all_reduce along x of dot_general with w, step.py:42, 64 B: dot_general (step.py:42) sums products over dimension 1 of w, which is split along x: devices combine their parts of the result
FAIL   w is P(None, 'x'), expected P('x')

2 of 2 checks failed
`,
    );
  });

  test('counts what is exchanged raggedly, and keeps no limit of bytes where a call may send more', async () => {
    const exchange = (target: string): void =>
      writeFileSync(
        join(folder, 'step.mlir'),
        `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32>, %n: tensor<4xi32>) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%a, %n) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<4x4xf32>, %m: tensor<2xi32>) {
    %1 = stablehlo.custom_call @${target}(%b, %b, %m, %m, %m, %m) {api_version = 4 : i32, backend_config = {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}} : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x4xf32>
    sdy.return %1 : tensor<4x4xf32>
  } : (tensor<8x4xf32>, tensor<4xi32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
`,
      );
    const source = readFileSync(join(folder, 'step.mlir'));
    try {
      exchange('ragged_all_to_all');
      const ragged = await check({ collectives: { '*': 0 }, sent: '63B' });
      expect(ragged.stdout).toContain(
        'FAIL   1 ragged_all_to_all, none allowed\n       step.mlir:4: ragged_all_to_all along x of %b, at most 64 B\n',
      );
      expect(ragged.stdout).toContain('FAIL   each device sends 64 B, at most 63 B allowed\n');
      expect((await check({ collectives: { ragged_all_to_all: 1 }, sent: '64B' })).exitCode).toBe(0);
      exchange('lib_exchange');
      const unknown = await check({ collectives: { all_gather: 0 }, sent: '1GB', sentAlong: { x: '1GB' } });
      expect(unknown.stdout).toContain(
        'FAIL   each device sends at least 0 B, at most 953.7 MiB allowed\n       step.mlir:4: custom_call of @lib_exchange, at least 0 B: the target of the call is not known: devices may communicate for it\n',
      );
      expect(unknown.stdout).toContain('2 of 3 checks failed');
    } finally {
      writeFileSync(join(folder, 'step.mlir'), source);
    }
  });

  test('takes names of the text, and tells which names there are', async () => {
    const { stdout } = await check({ shardings: { '%a': 'P(None, "x")', c: 'P()' }, sent: 63 });
    expect(stdout).toContain('ok     %a is P(None, \'x\'), expected P(None, "x")\n');
    expect(stdout).toContain(
      "FAIL   there is no 'c'; there are argument 0, w, %a, argument 1, %b, result 0, result\n",
    );
  });

  test('tells a difference that rounding hides', async () => {
    const { stdout } = await check({ time: 1.6e-5 });
    expect(stdout).toMatch(
      /\nFAIL   a step takes (.*), at most \1 allowed, which is .* less: compute 0\.04 ns, launching kernels 10\.0 µs, x 6\.00 µs\n/,
    );
  });

  test('names the largest tensors of a memory that is too much', async () => {
    const { stdout } = await check({ memory: '10B' });
    expect(stdout).toMatch(
      /^FAIL {3}a device holds \d+ B, at most 10 B allowed\n(?: {7}(?:argument|temporary|result) \S.*, \d+ B at the peak\n){1,5}\n1 of 1/m,
    );
    expect((await check({ memory: '1MiB' })).stdout).not.toContain('at the peak');
  });

  test('tells only the bytes where devices run different programs', async () => {
    writeFileSync(join(folder, 'budget.json'), '{"memory": "10B"}');
    const stdin = readFileSync(new URL('../../examples/gpt_train.mlir', import.meta.url));
    const plan = 'plan - --devices 8 --from-scratch --stages 2 --machine a100x8 -o stages.mlir';
    await runTool('shardform', plan.split(' '), { stdin, cwd: folder });
    const line = ['check', 'stages.mlir', '--budget', 'budget.json'];
    const { stdout } = await runTool('shardform', line, { stdin: new Uint8Array(0), cwd: folder });
    expect(stdout).toMatch(/\nFAIL {3}a device holds .*, at most 10 B allowed\n/);
  });

  test('writes SARIF with a place and a fingerprint for everything', async () => {
    await check({ collectives: { '*': '10B' }, memory: '10B' }, '--sarif', 'check.sarif');
    const log = JSON.parse(readFileSync(join(folder, 'check.sarif'), 'utf8')) as {
      readonly runs: readonly [{ readonly results: readonly object[] }];
    };
    expect(log.runs[0].results).toMatchObject([
      {
        ruleId: 'budget/collectives',
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'train/step.py' },
              region: { startLine: 42 },
            },
          },
        ],
      },
      {
        ruleId: 'budget/memory',
        message: { text: expect.stringMatching(/^a device holds \d+ B, at most 10 B allowed$/) as string },
        locations: [
          { physicalLocation: { artifactLocation: { uri: 'step.mlir' }, region: { startLine: 1 } } },
        ],
        partialFingerprints: { primaryLocationLineHash: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
      },
    ]);
  });

  test('leaves places outside of the root to the program', async () => {
    await check({ collectives: { all_reduce: 0 } }, '--sarif', 'check.sarif', '--root', 'other');
    expect(readFileSync(join(folder, 'check.sarif'), 'utf8')).toContain('"uri": "../step.mlir"');
  });

  test('writes a summary in Markdown', async () => {
    await check({ collectives: { all_reduce: 0 }, sent: '1KB' }, '--summary', 'check.md');
    const text = readFileSync(join(folder, 'check.md'), 'utf8');
    expect(text).toContain('### ❌ Sharding of step.mlir\n');
    expect(text).toContain('| ✅ | sent | each device sends 64 B, at most 1000 B allowed |');
    expect(text).toContain('<details><summary>1 all_reduce, none allowed</summary>');
  });

  test.each([
    [
      { collectives: { allgather: 0 } },
      "unknown kind of collectives 'allgather'; did you mean 'all_gather'?",
    ],
    [{ memmory: 1 }, "unknown member 'memmory'; did you mean 'memory'?"],
    [{ memory: 'much' }, `'memory' is no size such as "10MB", but 'much'`],
    [{ time: '3 weeks' }, `'time' is no time such as "20ms"`],
    [
      { collectives: { all_reduce: -1 } },
      "'collectives.all_reduce' is neither a number of collectives nor a size",
    ],
    [{}, 'the budget limits nothing: give some of collectives, sent, sentAlong, memory, time, shardings'],
    [{ machine: 't3k' }, 'the budget limits nothing'],
    [
      [],
      'this is a list, and a budget is an object of limits; write some such as {"collectives": {"all_gather": 0',
    ],
    [null, 'this is null, and a budget is an object of limits; write some such as {"collectives": '],
    [3, 'this is a number, and a budget is an object of limits'],
    [{ collectives: 0 }, `'collectives' is no object; write {"*": 0} for collectives of all kinds`],
    [{ sentAlong: { y: 1 } }, "the budget limits what is sent along 'y', but the mesh has x"],
  ])('refuses the budget %j', async (budget, message) => {
    const { stderr, exitCode } = await check(budget);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(message);
  });

  test('needs a budget', async () => {
    const { stderr } = await runTool('shardform', ['check', 'step.mlir'], {
      stdin: new Uint8Array(0),
      cwd: folder,
    });
    expect(stderr).toBe(
      "shardform: error: expected '--budget FILE'; 'shardform check --help' shows what is in it\n",
    );
  });
});
