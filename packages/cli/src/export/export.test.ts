import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAndPrint } from '../command/printed.ts';
import { exportCommand } from './export.ts';

const program = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
`;

const cwd = mkdtempSync(join(tmpdir(), 'shardform-export-'));
const exported = (args: readonly string[], text = program) =>
  runAndPrint(exportCommand, ['-', ...args], {
    stdin: () => new TextEncoder().encode(text),
    cwd,
    colour: false,
  });

test.each([
  ['given', 3],
  ['propagated', 3],
  ['collectives', 4],
  ['local', 4],
])('writes the graph of the stage %s', async (stage, count) => {
  const flags = ['--format', 'model-explorer', '--stage', stage, '-o', 'graph.json'];
  expect((await exported(flags)).stdout).toBe(`${count} nodes written to graph.json\n`);
  const { label, graphs } = JSON.parse(readFileSync(join(cwd, 'graph.json'), 'utf8')) as {
    label: string;
    graphs: { nodes: unknown[] }[];
  };
  expect([label, graphs.map(({ nodes }) => nodes.length)]).toEqual(['standard input', [count]]);
});

test('writes the trace of a program on a machine', async () => {
  const { stdout } = await exported(['--format', 'perfetto', '--machine', 't3k', '--partitioner', 'best']);
  const { traceEvents } = JSON.parse(String(stdout)) as { traceEvents: { name: string; ph: string }[] };
  const names = traceEvents.filter(({ ph }) => ph === 'X').map(({ name }) => name);
  expect([...new Set(names)]).toEqual(['all_gather %a.1', 'dot_general %0']);
});

test.each([
  [[], "expected '--format': model-explorer or perfetto"],
  [['--format', 'perfeto'], "flag '--format': unknown value 'perfeto'; did you mean 'perfetto'?"],
  [
    ['--format', 'model-explorer', '--machine', 't3k'],
    "'--machine' has no effect on a graph, which has no times; leave it out",
  ],
  [
    ['--format', 'perfetto', '--stage', 'local'],
    "'--stage' has no effect on a trace, which is always of what devices execute; leave it out",
  ],
  [
    ['--format', 'model-explorer', '--stage', 'locl'],
    "flag '--stage': unknown value 'locl'; did you mean 'local'?",
  ],
  [
    ['--format', 'perfetto', '--json'],
    "'--json' has no effect without '-o': standard output gets what is exported; leave it out",
  ],
])('refuses %j', async (args, message) => {
  await expect(exported(args)).rejects.toThrow(message);
});

test('a program without times has no trace', async () => {
  const text = program.replace(
    'return %0',
    '%1 = stablehlo.custom_call @f(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>\n  return %1',
  );
  await expect(exported(['--format', 'perfetto'], text)).rejects.toThrow(
    "'standard input' has no times: the cost of the custom call 'f' is not known",
  );
});

test('what cannot be partitioned has a graph as it was given', async () => {
  const text = `func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.tanh %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}`;
  await expect(exported(['--format', 'model-explorer'], text)).rejects.toThrow(
    "<stdin>:2:8: error: Shardy propagation only supports ranked tensors with a static shape. type: 'tensor<?xf32>'",
  );
  expect((await exported(['--format', 'model-explorer', '--stage', 'given'], text)).exitCode).toBe(0);
});
