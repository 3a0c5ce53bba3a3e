import { expect, test } from 'vitest';
import type { ErrorJson } from '../json-schema/diagnostic-schema.ts';
import { runTool } from '../run-tool.ts';

const program = `func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
`;

async function message(line: string, text = program): Promise<string> {
  const input = { stdin: new TextEncoder().encode(text), cwd: '.' };
  const { stdout, stderr, exitCode } = await runTool('shardform', line.split(' '), input);
  expect(exitCode).toBe(1);
  if (line.includes('--json')) return (JSON.parse(String(stdout)) as ErrorJson).error.message;
  return stderr.replace('shardform: error: ', '').trimEnd();
}

test.each([
  ['run - --processes 2', "'--processes' has no effect without '--engine xla'"],
  ['run - --python p', "'--python' has no effect without '--engine xla'"],
  ['run - --engine xla --memory', "'--memory' has no effect beside '--engine xla': it is the simulator's"],
  [
    'run - --engine xla --workers 2',
    "'--workers' has no effect beside '--engine xla': it is the simulator's",
  ],
  [
    'run - --workers 2 --check-numerics',
    "'--workers' has no effect beside '--check-numerics': one thread does it all",
  ],
  ['run - --in f.npz --deviation 2', "'--deviation' has no effect beside '--in': inputs are not random"],
  ['partition - --seed 1', "'--seed' has no effect without '--validate'"],
  ['partition - --in f.npz', "'--in' has no effect without '--validate'"],
  ['partition - --tolerance 1', "'--tolerance' has no effect without '--validate'"],
  ['show - --svg a.svg --json', "'--svg' has no effect beside '--json'"],
  ['report - -o - --json', "'--json' has no effect beside '-o -': standard output gets the page"],
  [
    'explain --sharding {replicated} --json',
    "'--json' has no effect beside '--sharding': it explains a text",
  ],
  ['tt - --no-run --seed 1', "'--seed' has no effect beside '--no-run'"],
  [
    'dist simulate - --schedule gpipe',
    "'--schedule' has no effect without '--degrees': the program is simulated as it is",
  ],
  [
    'dist simulate - --batch-args 0',
    "'--batch-args' has no effect without '--degrees': the program is simulated as it is",
  ],
  ['dist simulate - --dtype fp32', "'--dtype' has no effect beside a file, whose program says it"],
  ['dist simulate - --machine t3k --gbps 2', "'--gbps' has no effect beside '--machine', which says it"],
  [
    'dist simulate --model mlp-xs --batch 64 --degrees 1/1/2/2 --chunks 3',
    "'--chunks' has no effect without '--schedule interleaved-1f1b'",
  ],
  [
    'dist simulate --model mlp-xs --batch 64 --degrees 1/1/1/1 --batch-args 0',
    "'--batch-args' has no effect without a file: it numbers its arguments",
  ],
  ['translate --interpret - --target=1.0.0', "'--target' has no effect beside '--interpret'"],
  ['translate --deserialize - --args=[]', "'--args' has no effect beside '--deserialize'"],
])('%s is refused', async (line, expected) => {
  expect(await message(line)).toBe(`${expected}; leave it out`);
});

test('upstream takes flags of other translations', async () => {
  const input = { stdin: new TextEncoder().encode('func.func @main() { return }'), cwd: '.' };
  expect(
    await runTool('stablehlo-translate', ['--interpret', '-', '--strip-debuginfo'], input),
  ).toMatchObject({
    stderr: '',
    exitCode: 0,
  });
});

test('a program of one device has no threads and is not propagated', async () => {
  const local =
    program.replace('func.func', 'module attributes {mhlo.num_partitions = 2 : i32} {\nfunc.func') + '}';
  expect(await message('run - --workers 2', local)).toMatch(
    /^'--workers' has no effect on the program of one device/,
  );
  expect(await message('show - --as-written', local)).toMatch(
    /^'--as-written' has no effect on the program of one/,
  );
});
