import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arrayOf, randomArray, writeNpz } from '@shardform/runtime-sim';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';

const whole = `#x = loc("batch['x']")
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>} loc(#x), %arg1: tensor<8x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}) -> (tensor<6x5xf32>, tensor<f32> {jax.result_info = "loss"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x5xf32>) -> tensor<6x5xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<6x5xf32>, tensor<f32>
}
`;

const cwd = mkdtempSync(join(tmpdir(), 'shardform-local-'));
const shardform = async (...args: string[]) => {
  const { stdout, stderr, exitCode } = await runTool('shardform', args, { stdin: new Uint8Array(), cwd });
  return { stdout: String(stdout), stderr, exitCode };
};

beforeAll(async () => {
  writeFileSync(join(cwd, 'whole.mlir'), whole);
  await shardform('partition', 'whole.mlir', '-o', 'local.mlir');
});
afterAll(() => {
  rmSync(cwd, { recursive: true });
});

test('what partition writes is executed on all devices and equals the whole program', async () => {
  const { stdout, exitCode } = await shardform(
    'run',
    'local.mlir',
    '--reference',
    'whole.mlir',
    '--seed',
    '3',
  );
  expect(stdout).toMatch(/^executed on 4 simulated devices, .* compared with whole\.mlir\n/);
  expect(stdout.match(/equal within tolerance/g)).toHaveLength(2);
  expect(exitCode).toBe(0);
  expect((await shardform('run', 'local.mlir')).stdout).toContain('devices that hold the same are compared');
});

test('a program of one device that was changed differs', async () => {
  const text = readFileSync(join(cwd, 'local.mlir'), 'utf8');
  writeFileSync(join(cwd, 'wrong.mlir'), text.replaceAll('stablehlo.add', 'stablehlo.maximum'));
  const { stdout, exitCode } = await shardform('run', 'wrong.mlir', '--reference', 'whole.mlir');
  expect(stdout).toContain('res1, loss tensor<f32>: DIFFERENT');
  expect(exitCode).toBe(1);
});

test('its arguments are drawn as they lie on the devices, and its types are divided no second time', async () => {
  const { stdout } = await shardform('show', 'local.mlir');
  expect(stdout).toContain('the program of one of 4 devices\n');
  expect(stdout).toContain('argument 0, batch[\'x\'] : tensor<6x8xf32>   [{"a"}, {}]   local 3x8, 4 devices');
  expect((await shardform('show', 'local.mlir', "batch['x']")).stdout).toContain('local 3x8');
  expect((await shardform('show', 'local.mlir', '%0')).stderr).toContain(
    'this is the program of one of 4 devices',
  );
  expect((await shardform('partition', 'local.mlir', '-o', 'again.mlir')).stdout).toContain(
    'a program for 4 devices',
  );
  expect((await shardform('explain', 'local.mlir')).stderr).toContain(
    'explain the program that it was made from',
  );
});

test('a program of one device that tells nothing about the whole is executed with the same inputs everywhere', async () => {
  writeFileSync(
    join(cwd, 'plain.mlir'),
    `module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}`,
  );
  const { stdout, exitCode } = await shardform('run', 'plain.mlir');
  expect(stdout).toContain('executed on 2 simulated devices');
  expect(stdout).toContain('every device got the same');
  expect(exitCode).toBe(0);
});

test('stages of tt are executed again', async () => {
  writeFileSync(join(cwd, 'even.mlir'), whole.replaceAll('8x5', '8x8').replaceAll('6x5', '6x8'));
  expect((await shardform('tt', 'even.mlir', '--no-run', '-o', 'stages')).exitCode).toBe(0);
  for (const stage of ['2-ttir', '3-ttnn']) {
    const { stdout, stderr } = await shardform(
      'run',
      `stages/${stage}.mlir`,
      '--reference',
      'even.mlir',
      '--tolerance',
      '0.02',
    );
    expect(stderr).toBe('');
    expect(stdout.match(/equal within tolerance/g)).toHaveLength(2);
  }
});

test('stages of tt for one device are executed, shown and compared with the program that they were made from', async () => {
  writeFileSync(
    join(cwd, 'single.mlir'),
    `func.func @main(%x: tensor<2x3xi8>) -> (tensor<2x3xi1>, tensor<2x3xi8>) {
  %c = stablehlo.constant dense<1> : tensor<2x3xi8>
  %0 = stablehlo.compare GT, %x, %c : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi1>
  return %0, %x : tensor<2x3xi1>, tensor<2x3xi8>
}`,
  );
  expect((await shardform('tt', 'single.mlir', '--no-run', '-o', 'single')).exitCode).toBe(0);
  // As the program before has it, not as Tenstorrent's smaller set of types does.
  const arrays = new Map([['arg0', arrayOf('i8', [2, 3], [-1, 0, 1, 2, 3, -128])]]);
  writeFileSync(join(cwd, 'bytes.npz'), writeNpz(arrays));
  for (const stage of ['2-ttir', '3-ttnn']) {
    const file = `single/${stage}.mlir`;
    expect(await shardform('run', file, '--in', 'bytes.npz', '--reference', 'single.mlir')).toEqual({
      stdout: `executed on 1 simulated device, the program of one device as it is; compared with single.mlir
res0 tensor<2x3xi1>: equal within tolerance, largest difference 0.00e+0 (0.00e+0 of the largest magnitude)
res1 tensor<2x3xi8>: equal within tolerance, largest difference 0.00e+0 (0.00e+0 of the largest magnitude)
in all: 2 equal of 2 results; 12 equal of 12 elements
tolerance: i1 0, i8 0, and what other roundings of single.mlir change
`,
      ...{ stderr: '', exitCode: 0 },
    });
    expect((await shardform('run', file)).stdout).toContain(
      "executed on 1 simulated device; '--reference FILE' compares with the program that it was made from\n",
    );
    expect((await shardform('show', file)).stdout).toContain('the program of the only device\n');
  }
});

test('it is said how results of a file are compared that only roundings change', async () => {
  const results = new Map([
    ['res0', randomArray('f32', [6, 5], 1)],
    ['res1', randomArray('f32', [], 2)],
  ]);
  writeFileSync(join(cwd, 'expected.npz'), writeNpz(results));
  writeFileSync(
    join(cwd, 'given.npz'),
    writeNpz(
      new Map([
        ['arg0', randomArray('f32', [6, 8], 1)],
        ['arg1', randomArray('f32', [8, 5], 2)],
      ]),
    ),
  );
  const compared = ['run', 'local.mlir', '--in', 'given.npz', '--expect', 'expected.npz'];
  const note = "only last digits may differ from a file's results: with '--reference FILE'";
  expect((await shardform(...compared)).stdout).toContain(note);
  expect((await shardform(...compared, '--tolerance', '0.1')).stdout).not.toContain(note);
  expect((await shardform(...compared, '--reference', 'whole.mlir')).stdout).not.toContain(note);
});

test('inputs may have the names of the program that was compiled', async () => {
  const arrays = new Map([
    ["batch['x']", randomArray('f32', [6, 8], 1)],
    ['arg1', randomArray('f32', [8, 5], 2)],
  ]);
  writeFileSync(join(cwd, 'in.npz'), writeNpz(arrays));
  for (const file of ['whole.mlir', 'local.mlir'])
    expect(await shardform('run', file, '--in', 'in.npz')).toMatchObject({ stderr: '', exitCode: 0 });
  writeFileSync(join(cwd, 'in.npz'), writeNpz(new Map([['arg1', randomArray('f32', [8, 5], 2)]])));
  expect((await shardform('run', 'whole.mlir', '--in', 'in.npz')).stderr).toContain(
    "has no array 'arg0' or 'batch['x']'",
  );
});

test('tt refuses a mesh of other sizes than that of the file', async () => {
  const { stderr, exitCode } = await shardform('tt', 'whole.mlir', '--mesh', '1x4');
  expect(stderr).toContain("flag '--mesh=1x4' does not fit the file: its mesh @mesh is 2x2");
  expect(exitCode).toBe(1);
});

test('refuses a reference of other results', async () => {
  writeFileSync(
    join(cwd, 'other.mlir'),
    whole
      .replace(', tensor<f32> {jax.result_info = "loss"})', ')')
      .replace('return %0, %1', 'return %0')
      .replace(', tensor<f32>\n}', '\n}'),
  );
  expect((await shardform('run', 'local.mlir', '--reference', 'other.mlir')).stderr).toBe(
    "shardform: error: 'local.mlir' (local.mlir:2) has 2 results, 'other.mlir' (other.mlir:3) 1: results are matched by position; return the same tensors from both programs\n",
  );
});
