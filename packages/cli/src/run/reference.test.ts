import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arrayOf, writeNpz } from '@shardform/runtime-sim';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ExecutionJson } from './execution-schema.ts';

const cwd = mkdtempSync(join(tmpdir(), 'shardform-reference-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const run = async (...args: string[]) => {
  const { stdout, stderr, exitCode } = await runTool('shardform', ['run', ...args], {
    stdin: new Uint8Array(),
    cwd,
  });
  return { stdout: String(stdout), stderr, exitCode };
};

const plain = `func.func @main(%a: tensor<2x4xf32>, %b: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
`;

/** Each device multiplies its part of the contracted dimension. @param sum adds the products up. */
const byHand = (sum: string): string => `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<2x4xf32>, %b: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = sdy.manual_computation(%a, %b) in_shardings=[<@mesh, [{}, {"x"}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x"} (%p: tensor<2x2xf32>, %q: tensor<2x3xf32>) {
    %1 = stablehlo.dot_general %p, %q, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
${sum}
  } : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
`;
const psum = `    %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %3 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    sdy.return %2 : tensor<2x3xf32>`;

const A = [
  [1, 2, 3, 4],
  [5, 6, 7, 8],
];
const B = [
  [1, 0, 2],
  [0, 1, 3],
  [2, 5, 1],
  [4, 1, 0],
];

beforeAll(() => {
  writeFileSync(join(cwd, 'plain.mlir'), plain);
  writeFileSync(join(cwd, 'summed.mlir'), byHand(psum));
  writeFileSync(join(cwd, 'unsummed.mlir'), byHand('    sdy.return %1 : tensor<2x3xf32>'));
  const arrays = new Map([
    ['arg0', arrayOf('f32', [2, 4], A.flat())],
    ['arg1', arrayOf('f32', [4, 3], B.flat())],
  ]);
  writeFileSync(join(cwd, 'in.npz'), writeNpz(arrays));
});

test('a computation by hand on devices is that of the plain program', async () => {
  expect(await run('summed.mlir', '--reference', 'plain.mlir', '--in', 'in.npz')).toEqual({
    stdout: `executed on 2 simulated devices; compared with plain.mlir, executed as a whole
res0 tensor<2x3xf32>: equal within tolerance, largest difference 0.00e+0 (0.00e+0 of the largest magnitude)
tolerance: f32 1.9e-6 of an element, and what other roundings of plain.mlir change
`,
    ...{ stderr: '', exitCode: 0 },
  });
  const random = await run('summed.mlir', '--reference', 'plain.mlir', '--seed', '5');
  expect([random.stderr, random.exitCode]).toEqual(['', 0]);
});

test('a sum that is left out is found: result, index, device, both numbers', async () => {
  // The first device has the products of the first two columns only.
  const own = A[0]![0]! * B[0]![0]! + A[0]![1]! * B[1]![0]!;
  const whole = A[0]!.reduce((sum, a, k) => sum + a * B[k]![0]!, 0);
  const { stderr, exitCode } = await run('unsummed.mlir', '--reference', 'plain.mlir', '--in', 'in.npz');
  expect([stderr, exitCode]).toEqual([
    `shardform: error: output res0[0, 0] differs: device 0 has ${own}, 'plain.mlir' has ${whole}\n`,
    1,
  ]);
  const { stdout } = await run('unsummed.mlir', '--reference', 'plain.mlir', '--in', 'in.npz', '--json');
  const json = JSON.parse(stdout) as ExecutionJson;
  expect(json.reference).toEqual({
    file: 'plain.mlir',
    tolerances: [{ type: 'f32', relative: 2 ** -19, of: 'element' }],
  });
  expect(json.results[0]!.verdict).toBe('different');
  expect(json.results[0]!.mismatch).toEqual({
    ...{ position: [0, 0], device: 0, actual: String(own), expected: String(whole) },
  });
});

test('a tolerance that is given is told and used', async () => {
  const { stdout, exitCode } = await run(
    ...['unsummed.mlir', '--reference', 'plain.mlir', '--in', 'in.npz', '--tolerance', '1'],
  );
  expect(stdout).toContain('tolerance: f32 1.0e+0 of the largest magnitude\n');
  expect(exitCode).toBe(0);
});

test('a reference is executed as a whole, whatever shardings it has', async () => {
  for (const file of ['plain.mlir', 'summed.mlir'])
    expect(await run(file, '--reference', 'summed.mlir')).toMatchObject({ stderr: '', exitCode: 0 });
});

test.each([
  [
    'an argument',
    plain.replaceAll('4x3', '4x5').replaceAll('2x3', '2x5'),
    "argument 1 is tensor<4x3xf32> in 'summed.mlir' (summed.mlir:2), but tensor<4x5xf32> in 'other.mlir' (other.mlir:1): arguments are matched by position; lower both programs for the same arguments",
  ],
  [
    'a result',
    plain
      .replace('-> tensor<2x3xf32> {', '-> tensor<2x4xf32> {')
      .replace('return %0 : tensor<2x3xf32>', 'return %a : tensor<2x4xf32>'),
    "result 0 is tensor<2x3xf32> in 'summed.mlir' (summed.mlir:2), but tensor<2x4xf32> in 'other.mlir' (other.mlir:1): results are matched by position; return the same tensors from both programs",
  ],
  [
    'the number of arguments',
    'func.func @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> { return %a : tensor<2x3xf32> }',
    "'summed.mlir' (summed.mlir:2) has 2 arguments, 'other.mlir' (other.mlir:1) 1: arguments are matched by position; JAX leaves out arguments that a function does not use: lower both with jit(..., keep_unused=True)",
  ],
])('refuses programs that differ in %s, and names both', async (_, other, message) => {
  writeFileSync(join(cwd, 'other.mlir'), other);
  expect(await run('summed.mlir', '--reference', 'other.mlir')).toEqual({
    ...{ stdout: '', stderr: `shardform: error: ${message}\n`, exitCode: 1 },
  });
});

test('refuses a reference that is no whole program, that can not be read, or beside a check of its own', async () => {
  const partition = await runTool('shardform', ['partition', 'summed.mlir', '-o', 'local.mlir'], {
    stdin: new Uint8Array(),
    cwd,
  });
  expect(partition.exitCode).toBe(0);
  expect((await run('summed.mlir', '--reference', 'local.mlir')).stderr).toBe(
    "shardform: error: 'local.mlir' is the program of one of 2 devices, but a reference is executed as a whole: give the program that it was made from\n",
  );
  expect((await run('local.mlir', '--reference', 'plain.mlir')).exitCode).toBe(0);
  writeFileSync(join(cwd, 'wrong.mlir'), plain.replace('dot_general', 'dot_generic'));
  expect((await run('summed.mlir', '--reference', 'wrong.mlir')).stderr).toMatch(/^wrong\.mlir:2:8: error: /);
  expect((await run('summed.mlir', '--reference', 'plain.mlir', '--check-global')).stderr).toContain(
    "beside '--reference', which has values of its own",
  );
});

test('random indices are those that the reference takes, of which a device has a part', async () => {
  // Devices have halves of the table, and look up what lies in theirs.
  const lookUp = (offset: string): string => `sdy.mesh @mesh = <["x"=2]>
func.func @main(%t: tensor<64x2xf32>, %i: tensor<40x1xi32>) -> tensor<40x2xf32> {
  %0 = sdy.manual_computation(%t, %i) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x"} (%p: tensor<32x2xf32>, %q: tensor<40x1xi32>) {
    %d = stablehlo.partition_id : tensor<ui32>
    %c = stablehlo.convert %d : (tensor<ui32>) -> tensor<i32>
    %n = stablehlo.constant dense<32> : tensor<i32>
    %o = stablehlo.multiply %c, ${offset} : tensor<i32>
    %b = stablehlo.broadcast_in_dim %o, dims = [] : (tensor<i32>) -> tensor<40x1xi32>
    %s = stablehlo.subtract %q, %b : tensor<40x1xi32>
    %z = stablehlo.constant dense<0> : tensor<40x1xi32>
    %e = stablehlo.constant dense<32> : tensor<40x1xi32>
    %ge = stablehlo.compare GE, %s, %z : (tensor<40x1xi32>, tensor<40x1xi32>) -> tensor<40x1xi1>
    %lt = stablehlo.compare LT, %s, %e : (tensor<40x1xi32>, tensor<40x1xi32>) -> tensor<40x1xi1>
    %m = stablehlo.and %ge, %lt : tensor<40x1xi1>
    %g = "stablehlo.gather"(%p, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<32x2xf32>, tensor<40x1xi32>) -> tensor<40x2xf32>
    %mm = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<40x1xi1>) -> tensor<40x2xi1>
    %zf = stablehlo.constant dense<0.0> : tensor<40x2xf32>
    %1 = stablehlo.select %mm, %g, %zf : tensor<40x2xi1>, tensor<40x2xf32>
    %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %3 = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<40x2xf32>) -> tensor<40x2xf32>
    sdy.return %2 : tensor<40x2xf32>
  } : (tensor<64x2xf32>, tensor<40x1xi32>) -> tensor<40x2xf32>
  return %0 : tensor<40x2xf32>
}
`;
  writeFileSync(join(cwd, 'by-halves.mlir'), lookUp('%n'));
  writeFileSync(join(cwd, 'no-offset.mlir'), lookUp('%c'));
  writeFileSync(
    join(cwd, 'table.mlir'),
    `func.func @main(%t: tensor<64x2xf32>, %i: tensor<40x1xi32>) -> tensor<40x2xf32> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<64x2xf32>, tensor<40x1xi32>) -> tensor<40x2xf32>
  return %0 : tensor<40x2xf32>
}
`,
  );
  const right = await run('by-halves.mlir', '--reference', 'table.mlir');
  expect([right.stderr, right.exitCode]).toEqual(['', 0]);
  // Indices of the second half are among them, or this would not be found.
  expect((await run('no-offset.mlir', '--reference', 'table.mlir')).exitCode).toBe(1);
});

test('a program of several meshes is compared with a plain one', async () => {
  writeFileSync(
    join(cwd, 'meshes.mlir'),
    `!m1 = !mpmd.mesh_tensor<"m1", tensor<4x2xf32>>
!m2 = !mpmd.mesh_tensor<"m2", tensor<4x2xf32>>
func.func @main(%x: !m1) -> !m2 attributes {topology = #mpmd.topology<<"m1" : <["x"=2]>>, <"m2" : <["y"=2]>>>} {
  %0 = mpmd.fragment<mesh="m1", origin=["f"]> (%x) (%a: tensor<4x2xf32>) {
    %3 = stablehlo.add %a, %a : tensor<4x2xf32>
    mpmd.return %3 : tensor<4x2xf32>
  } : (!m1) -> !m1
  %1 = mpmd.transfer %0 : (!m1) -> !m2
  return %1 : !m2
}
`,
  );
  const by = (operation: string): string =>
    `func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.${operation} %x, %x : tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
`;
  writeFileSync(join(cwd, 'sum.mlir'), by('add'));
  writeFileSync(join(cwd, 'product.mlir'), by('multiply'));
  const { stdout, exitCode } = await run('meshes.mlir', '--reference', 'sum.mlir');
  expect(stdout).toMatch(
    /^executed on 4 simulated devices: m1 has devices 0-1, m2 has devices 2-3; compared with sum\.mlir, executed as a whole\n/,
  );
  expect(exitCode).toBe(0);
  expect((await run('meshes.mlir', '--reference', 'product.mlir')).stderr).toMatch(
    /^shardform: error: output res0\[0, 0\] differs: device 2 has \S+, 'product\.mlir' has \S+\n$/,
  );
});
