import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arrayOf, elementsOf, readNpz, writeNpz } from '@shardform/runtime-sim';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}`;

function run(args: readonly string[], text = program): Promise<ToolResult> {
  writeFileSync(join(folder, 'p.mlir'), text);
  return runTool('shardform', ['run', 'p.mlir', ...args], { stdin: new Uint8Array(0), cwd: folder });
}

function writeInputs(name: string, array = arrayOf('f32', [4], [1, 2, 3, 4])): void {
  writeFileSync(join(folder, 'in.npz'), writeNpz(new Map([[name, array]])));
}

describe('shardform run', () => {
  test('reads global inputs from an npz file and writes global results', async () => {
    writeInputs('arg0');
    const { exitCode, stderr } = await run(['--in', 'in.npz', '--out', 'out.npz']);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    const results = readNpz(readFileSync(join(folder, 'out.npz')));
    expect(elementsOf(results.get('res0')!)).toEqual([2, 4, 6, 8]);
  });

  test('gives all devices a scalar whose sharding is on a mesh without axes, as JAX writes it', async () => {
    const { stdout, exitCode } = await run(
      ['--seed', '1'],
      `sdy.mesh @mesh = <["x"=2]>
sdy.mesh @empty_mesh = <[]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %s: tensor<f32> {sdy.sharding = #sdy.sharding<@empty_mesh, []>}) -> tensor<4xf32> {
  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.add %a, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}`,
    );
    expect(stdout).toContain('equal within tolerance');
    expect(exitCode).toBe(0);
  });

  test('gives the same random inputs for the same seed', async () => {
    const results: number[][] = [];
    const drawn: number[][] = [];
    for (const seed of ['7', '7', '8']) {
      await run(['--seed', seed, '--out', 'out.npz', '--save-inputs', 'drawn.npz']);
      drawn.push(elementsOf(readNpz(readFileSync(join(folder, 'drawn.npz'))).get('arg0')!) as number[]);
      results.push(elementsOf(readNpz(readFileSync(join(folder, 'out.npz'))).get('res0')!) as number[]);
    }
    expect(results[0]).toEqual(results[1]);
    expect(results[0]).not.toEqual(results[2]);
    // The program doubles them.
    expect(drawn.map((own) => own.map((number) => 2 * number))).toEqual(results);
  });

  test.each([
    ['a missing array', () => writeInputs('other'), "shardform: error: 'in.npz' has no array 'arg0'\n"],
    [
      'an array of another shape',
      () => writeInputs('arg0', arrayOf('f32', [2], [1, 2])),
      "shardform: error: 'in.npz': array 'arg0' is f32[2], but the argument is f32[4]\n",
    ],
    [
      'an array too many',
      () => {
        const array = arrayOf('f32', [4], [1, 2, 3, 4]);
        writeFileSync(
          join(folder, 'in.npz'),
          writeNpz(
            new Map([
              ['arg0', array],
              ['arg1', array],
            ]),
          ),
        );
      },
      "shardform: error: 'in.npz' has an array 'arg1', but the function has 1 argument; the file has 2 arrays for 1 argument: JAX leaves out arguments that a function does not use; number the others in order, or lower with jit(..., keep_unused=True)\n",
    ],
    [
      'a file that is no npz',
      () => writeFileSync(join(folder, 'in.npz'), 'text'),
      /^shardform: error: 'in\.npz': not an npz file/,
    ],
  ])('refuses %s', async (_, prepare, message) => {
    prepare();
    const { exitCode, stdout, stderr } = await run(['--in', 'in.npz']);
    expect(exitCode).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
  });

  test('refuses flags that it does not have and values that make no sense', async () => {
    expect((await run(['--sed', '1'])).stderr).toBe(
      "shardform: error: unknown flag '--sed'; did you mean '--seed'?\n",
    );
    expect((await run(['--seed', 'x'])).stderr).toBe(
      "shardform: error: flag '--seed' expects an integer, got 'x'\n",
    );
    expect((await run(['--seed', '1', '--in', 'in.npz'])).stderr).toBe(
      "shardform: error: '--seed' and '--in' both say what the inputs are; give one of them\n",
    );
  });

  test('compares every value with the whole program, and tells one line', async () => {
    const layer = `sdy.mesh @mesh = <["y"=4]>
func.func @main(
    %x: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
    %w: tensor<64x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x512xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x512xf32>) -> tensor<8x512xf32>
  %1 = stablehlo.negate %0 : tensor<8x512xf32>
  return %1 : tensor<8x512xf32>
}`;
    const { stdout, exitCode } = await run(['--check-global'], layer);
    expect(stdout).toMatch(
      /^OK: the same numbers on 4 devices and one device \(3 operations, 1 collective\)\n {2}largest difference [\d.]+e-\d in %0 on device 0, whose largest element is [\d.]+; PCC [01]\.\d{7}\n$/,
    );
    expect(exitCode).toBe(0);
    // Of 32 additions whose order differs, not all are exact.
    const strict = await run(['--check-global', '--tolerance=0'], layer);
    expect([strict.exitCode, String(strict.stdout).includes('DIFFERENT')]).toEqual([1, true]);
    expect(strict.stderr).toContain('note: the first value that differs is %0 (p.mlir:5), on device 0');
    const { check } = JSON.parse(String((await run(['--check-global', '--json'], layer)).stdout)) as {
      check: Record<string, unknown>;
    };
    expect(check).toMatchObject({ operations: 3, collectives: 1, values: 2, value: '%0', first: null });
  });

  test('compares values on meshes that have their devices in different orders', async () => {
    const reordered = `sdy.mesh @a = <["x"=4], device_ids=[0, 3, 1, 2]>
sdy.mesh @b = <["x"=4]>
func.func @main(
    %p: tensor<12x8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}, {}]>},
    %q: tensor<12x8xf32> {sdy.sharding = #sdy.sharding<@b, [{"x"}, {}]>}) -> (tensor<12x8xf32> {sdy.sharding = #sdy.sharding<@b, [{}, {"x"}]>}) {
  %0 = stablehlo.subtract %p, %q : tensor<12x8xf32>
  return %0 : tensor<12x8xf32>
}`;
    const { stdout, stderr } = await run(['--check-global'], reordered);
    expect([stdout, stderr]).toEqual([
      'OK: the same numbers on 4 devices and one device (3 operations, 2 collectives)\n  no difference; PCC 1.0000000\n',
      '',
    ]);
  });

  test('sums results up, and refuses to call NaN equal', async () => {
    const both = `func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %k = stablehlo.constant dense<-1.0> : tensor<4xf32>
  %0 = stablehlo.multiply %a, %a : tensor<4xf32>
  %1 = stablehlo.subtract %k, %0 : tensor<4xf32>
  %2 = stablehlo.sqrt %1 : tensor<4xf32>
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}`;
    const { stdout, stderr, exitCode } = await run([], both);
    expect(stdout).toBe(`executed on 1 simulated device
res0 tensor<4xf32>: equal within tolerance, largest difference 0.00e+0 (0.00e+0 of the largest magnitude)
res1 tensor<4xf32>: NaN, 4 of 4 elements are NaN in both executions
in all: 1 equal, 1 NaN of 2 results; 4 equal, 4 NaN of 8 elements
`);
    expect(stderr).toBe(
      "shardform: error: output res1 is NaN throughout, in sequential execution too: nothing was compared; give other inputs with '--in' or '--deviation', or find the operation with '--check-numerics'\n",
    );
    expect(exitCode).toBe(1);
  });

  test('narrows the 64-bit numbers of NumPy as JAX does, where they fit', async () => {
    writeInputs('arg0', arrayOf('f64', [4], [1, 2, 3, 0.1]));
    expect((await run(['--in', 'in.npz', '--out', 'out.npz'])).exitCode).toBe(0);
    const results = readNpz(readFileSync(join(folder, 'out.npz')));
    expect(elementsOf(results.get('res0')!)).toEqual([2, 4, 6, Math.fround(0.2)]);
    writeInputs('arg0', arrayOf('f64', [4], [1, Infinity, 3, 4]));
    expect((await run(['--in', 'in.npz'])).exitCode).toBe(0);
    writeInputs('arg0', arrayOf('f64', [4], [1, 2, 3, 1e300]));
    expect((await run(['--in', 'in.npz'])).stderr).toBe(
      "shardform: error: 'in.npz': array 'arg0' has numbers beyond f32, which the argument is made of\n",
    );
    const integers = `func.func @main(%a: tensor<2xi32>) -> tensor<2xi32> {
  return %a : tensor<2xi32>
}`;
    writeInputs('arg0', arrayOf('i64', [2], [-1n, 7n]));
    expect((await run(['--in', 'in.npz'], integers)).exitCode).toBe(0);
    writeInputs('arg0', arrayOf('i64', [2], [1n, 2n ** 31n]));
    expect((await run(['--in', 'in.npz'], integers)).stderr).toBe(
      "shardform: error: 'in.npz': array 'arg0' has numbers beyond i32, which the argument is made of\n",
    );
  });

  test('compares with the results of another tool, and tells where they differ', async () => {
    writeInputs('arg0');
    const known = (numbers: readonly number[]): void =>
      writeFileSync(
        join(folder, 'known.npz'),
        writeNpz(new Map([['res0', arrayOf('f32', [numbers.length], numbers)]])),
      );
    known([2, 4, 6, 8]);
    const equal = await run(['--in', 'in.npz', '--expect', 'known.npz']);
    expect([equal.exitCode, equal.stdout]).toEqual([
      0,
      `executed on 2 simulated devices
res0 tensor<4xf32>: equal within tolerance, largest difference 0.00e+0 (0.00e+0 of the largest magnitude)
compared with known.npz
res0 tensor<4xf32>: equal within tolerance, largest difference 0.00e+0 (0.00e+0 of the largest magnitude)
`,
    ]);
    known([2, 4, 6.5, 8]);
    const other = await run(['--in', 'in.npz', '--expect', 'known.npz']);
    expect(other.exitCode).toBe(1);
    expect(other.stderr).toBe("shardform: error: output res0[2] is 6, in 'known.npz' 6.5\n");
    const json = JSON.parse(
      String((await run(['--in', 'in.npz', '--expect', 'known.npz', '--json'])).stdout),
    ) as { expected: { file: string; results: { verdict: string }[] } };
    expect(json.expected.file).toBe('known.npz');
    expect(json.expected.results.map(({ verdict }) => verdict)).toEqual(['different']);
    known([2, 4]);
    expect((await run(['--in', 'in.npz', '--expect', 'known.npz'])).stderr).toBe(
      "shardform: error: 'known.npz': array 'res0' is f32[2], but the result is f32[4]\n",
    );
    expect((await run(['--expect', 'known.npz'])).stderr).toBe(
      "shardform: error: '--expect' takes '--in': the results that a file has belong to its own inputs\n",
    );
  });

  test('runs a program without a mesh on one device', async () => {
    const { stdout } = await run(
      [],
      'func.func @main(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }',
    );
    expect(stdout).toBe(
      'executed on 1 simulated device\nres0 tensor<f32>: equal within tolerance, largest difference 0.00e+0 (0.00e+0 of the largest magnitude)\n',
    );
  });
});

test('a program that places its tensors itself is refused, with what takes it', async () => {
  const type = (device: number): string => `!dist.tensor<8x4xf32, ${device}>`;
  const text = `module attributes {dist.topology = #dist.topology<devices = [0 "CPU", 1 "GPU", 2 "GPU"], default_gbps = 25.0>} {
  func.func @main(%a: ${type(1)}) -> ${type(2)} {
    %0 = dist.send %a to 2 : (${type(1)}) -> ${type(2)}
    return %0 : ${type(2)}
  }
}`;
  const { exitCode, stderr } = await runTool('shardform', ['run', '-'], {
    stdin: new TextEncoder().encode(text),
    cwd: '.',
  });
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    "shardform: error: '-': its tensors are placed on devices already; 'shardform dist simulate' tells its time and memory, and Numbers in 'shardform play' executes it\n",
  );
});
