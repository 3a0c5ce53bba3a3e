import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arrayOf, writeNpz } from '@shardform/runtime-sim';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';
import type { Json } from '../json-schema/json-schema.ts';
import type { goldenSchema } from './golden-table.ts';
import type { LoweringJson } from './lowering-schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-tt-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SQUARES = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = chlo.square %a : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`;

function tt(text: string, ...args: readonly string[]): Promise<ToolResult> {
  writeFileSync(join(folder, 'p.mlir'), text);
  return runTool('shardform', ['tt', 'p.mlir', ...args], { stdin: new Uint8Array(0), cwd: folder });
}

test('executes every stage on the inputs of a file', async () => {
  writeFileSync(join(folder, 'in.npz'), writeNpz(new Map([['arg0', arrayOf('f32', [4], [1, 2, 3, 4])]])));
  const { stdout, stderr, exitCode } = await tt(SQUARES, '--in', 'in.npz', '--json');
  expect([stderr, exitCode]).toEqual(['', 0]);
  const { stages, devices, isEqual } = JSON.parse(String(stdout)) as LoweringJson;
  expect([devices, isEqual]).toEqual([2, true]);
  expect(stages.map(({ name }) => name)).toEqual(['stablehlo', 'ttir', 'ttnn']);
  expect(stages.map(({ results }) => results![0]!.elements.equal)).toEqual([4, 4, 4]);
  expect(stages[0]!.passes[0]!.pass).toBe('chlo-legalize-to-stablehlo');
});

test('stages that are whole stay when a later one can not be written', async () => {
  mkdirSync(join(folder, 'stages', '2-ttir.mlir'), { recursive: true });
  const { stderr, exitCode } = await tt(SQUARES, '--no-run', '-o', 'stages');
  expect({ stderr, exitCode }).toEqual({
    stderr: "shardform: error: cannot open output file 'stages/2-ttir.mlir': Is a directory\n",
    exitCode: 1,
  });
  expect(readdirSync(join(folder, 'stages'))).toEqual(['1-stablehlo.mlir', '2-ttir.mlir']);
  expect(readFileSync(join(folder, 'stages', '1-stablehlo.mlir'), 'utf8')).toMatch(/^module [^]*\}\n$/);
});

test('a program that is too large to be executed is lowered, and not said to be equal', async () => {
  const large = SQUARES.replaceAll('tensor<4xf32>', 'tensor<4x1000000000xf32>').replace(
    '[{"x"}]',
    '[{"x"}, {}]',
  );
  const { stdout, stderr, exitCode } = await tt(large);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^lowered to ttnn, not executed: .* of memory, more than the 8\.0 GiB allowed/);
  expect(stdout).not.toContain('equal');
  expect(stderr).toBe(
    "shardform: error: the stages were not executed, so that their numbers are not known; '--no-run' only lowers\n",
  );
  const { isEqual, notExecuted } = JSON.parse(String((await tt(large, '--json')).stdout)) as LoweringJson;
  expect(isEqual).toBeNull();
  expect(notExecuted).toContain('more than the 8.0 GiB allowed');
});

test('the verdict comes first, and the changes of passes if asked for', async () => {
  const { stdout } = await tt(SQUARES);
  expect(String(stdout).split('\n')[0]).toBe(
    'lowered to ttnn: every stage gives the numbers of the program, executed on 2 simulated devices',
  );
  expect(stdout).not.toContain('chlo-legalize-to-stablehlo');
  expect((await tt(SQUARES, '-v')).stdout).toContain('\n  chlo-legalize-to-stablehlo ');
});

test('each operation is shown on the device with its lowest correlation', async () => {
  const { stdout } = await tt(SQUARES, '--golden');
  const { stdout: json } = await tt(SQUARES, '--golden', '--json');
  const { rows } = JSON.parse(String(json)) as Json<typeof goldenSchema>;
  const operations = new Set(rows.map(({ index }) => index)).size;
  expect(rows).toHaveLength(2 * operations);
  expect(String(stdout).match(/^ +\d+ {2}%/gm)).toHaveLength(operations);
});

test('commands for more are about the same mesh', async () => {
  const { stdout } = await tt(SQUARES.replace('["x"=2]', '["x"=2, "y"=4]'), '--mesh', '2x4', '--no-run');
  expect(stdout).toContain('\n  shardform tt p.mlir --mesh 2x4 --golden ');
});

test('refuses a mesh of three axes, which the target has not', async () => {
  expect((await tt(SQUARES, '--mesh', '2x4x8')).stderr).toBe(
    "shardform: error: flag '--mesh' expects the two sizes of a mesh, such as 2x4, got '2x4x8'\n",
  );
});

test('says which files it has written, the binary among them', async () => {
  const { stdout } = await tt(SQUARES, '--no-run', '-o', 'told');
  const names = readdirSync(join(folder, 'told')).map((name) => join('told', name));
  expect(names.at(-1)).toBe(join('told', 'program.ttnn'));
  expect(stdout).toMatch(new RegExp(`\n\nwritten: ${names.join(', ').replaceAll('\\', '\\\\')}\n\nnext:\n`));
});

test.each([
  ['one device', '', ''],
  ['a mesh', 'sdy.mesh @mesh = <["x"=2]>\n', ' {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}'],
])('complex arguments and results are pairs of floats on %s', async (_, mesh, sharding) => {
  const type = 'tensor<4x2xcomplex<f32>>';
  const text = `${mesh}func.func @main(%a: ${type}${sharding}) -> (${type}${sharding}, tensor<4x2xf32>) {
  %0 = stablehlo.multiply %a, %a : ${type}
  %1 = stablehlo.imag %a : (${type}) -> tensor<4x2xf32>
  return %0, %1 : ${type}, tensor<4x2xf32>
}`;
  const { stdout, stderr, exitCode } = await tt(text, '-o', 'complex');
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(String(stdout).match(/ equal within tolerance/g)).toHaveLength(3);
  expect((await tt(text, '--golden')).exitCode).toBe(0);
  const args = ['run', 'complex/3-ttnn.mlir', '--reference', 'p.mlir'];
  const again = await runTool('shardform', args, { stdin: new Uint8Array(0), cwd: folder });
  expect({ stderr: again.stderr, exitCode: again.exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(String(again.stdout)).toContain(`res0 ${type}: equal within tolerance`);
});

test('refuses what is lowered already, with what to do instead', async () => {
  await tt(SQUARES, '--no-run', '-o', 'lowered');
  const files = ['2-ttir.mlir', '3-ttnn.mlir', 'program.ttnn'].map((name) => `lowered/${name}`);
  for (const file of files) {
    const { stderr, exitCode } = await runTool('shardform', ['tt', file], {
      stdin: new Uint8Array(0),
      cwd: folder,
    });
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      `shardform: error: '${file}' is lowered already: '--golden' compares its operations, 'shardform run STAGE.mlir --reference FILE' its results, and '--profile' estimates its time; 'shardform opt --ttir-to-ttnn-backend-pipeline' lowers TTIR\n`,
    );
  }
});

test('refuses a bound that no correlation reaches', async () => {
  expect((await tt(SQUARES, '--golden', '--pcc', '2')).stderr).toBe(
    "shardform: error: flag '--pcc': correlations are 1 at most, got '2'\n",
  );
});

test('rounding explains no other integers, unless they come from floats', async () => {
  const quotient = (type: string, converted: string) => `func.func @main(%a: tensor<2xi32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<7> : tensor<2xi32>
  %0 = call @divide(%a, %c) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func private @divide(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  ${converted}
  %2 = stablehlo.divide %0, %1 : tensor<2x${type}>
  %3 = stablehlo.convert %2 : (tensor<2x${type}>) -> tensor<2xi32>
  return %3 : tensor<2xi32>
}`;
  const convert = (type: string) => `%0 = stablehlo.convert %a : (tensor<2xi32>) -> tensor<2x${type}>
  %1 = stablehlo.convert %b : (tensor<2xi32>) -> tensor<2x${type}>`;
  writeFileSync(
    join(folder, 'large.npz'),
    writeNpz(new Map([['arg0', arrayOf('i32', [2], [2 ** 31 - 1, 14])]])),
  );
  const whole = await tt(quotient('i32', convert('i32')), '--in', 'large.npz');
  expect([whole.stderr, whole.exitCode]).toEqual(['shardform: error: stages give different numbers\n', 1]);
  expect(String(whole.stdout)).toContain(
    'res0 tensor<2xi32>: DIFFERENT, largest difference 1.40e+1 (4.56e-8 of the largest magnitude); 1 of 2 elements is different\n',
  );
  expect((await tt(quotient('f32', convert('f32')), '--in', 'large.npz')).exitCode).toBe(0);
});

test('says what is wrong with an input file', async () => {
  writeFileSync(join(folder, 'in.npz'), writeNpz(new Map([['arg0', arrayOf('f32', [2], [1, 2])]])));
  expect((await tt(SQUARES, '--in', 'in.npz')).stderr).toBe(
    "shardform: error: 'in.npz': array 'arg0' is f32[2], but the argument is f32[4]\n",
  );
});

test("takes a mesh of one axis as the machine's, and refuses other sizes", async () => {
  expect((await tt(SQUARES, '--mesh', '1x2', '--no-run')).exitCode).toBe(0);
  expect((await tt(SQUARES, '--mesh', '1x4', '--no-run')).stderr).toBe(
    "shardform: error: flag '--mesh=1x4' does not fit the file: its mesh @mesh is 2; leave the flag out\n",
  );
});

test.each([
  ['0x0', "flag '--mesh' expects the two sizes of a mesh, such as 2x4, got '0x0'"],
  [
    '99999999x99999999',
    "flag '--mesh=99999999x99999999' asks for 1.0e+16 devices, more than the 65,536 allowed",
  ],
])('refuses a mesh of %s', async (mesh, message) => {
  const { stderr, exitCode } = await tt(
    'func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }',
    '--mesh',
    mesh,
  );
  expect(exitCode).toBe(1);
  expect(stderr).toContain(message);
});

test('makes no collectives among single devices', async () => {
  const gathered = `sdy.mesh @mesh = <["x"=1, "y"=2]>
func.func @main(%a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<4x4xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{}, {"y"}]> : tensor<4x4xf32>
  %1 = stablehlo.tanh %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}`;
  const { stderr, exitCode } = await tt(gathered, '-o', 'single');
  expect([stderr, exitCode]).toEqual(['', 0]);
  expect(readFileSync(join(folder, 'single', '2-ttir.mlir'), 'utf8')).not.toContain('ttir.all_gather');
});

describe('beside the reference', () => {
  const PRODUCT = `func.func @main(%a: tensor<8x64xf32>, %b: tensor<64x8xf32>) -> tensor<8x8xf32> {
  %c = stablehlo.negate %a : tensor<8x64xf32>
  %0 = stablehlo.dot_general %c, %b, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`;

  async function compared(...args: readonly string[]): Promise<Json<typeof goldenSchema>> {
    const { stdout } = await tt(PRODUCT, '--golden', '--json', ...args);
    return JSON.parse(String(stdout)) as Json<typeof goldenSchema>;
  }

  test('operations are compared in order, and products have the digits of the multipliers', async () => {
    const { rows, isEqual } = await compared();
    expect(isEqual).toBe(true);
    expect(rows.map(({ operation, allclose }) => [operation, allclose])).toEqual([
      ['ttnn.neg', true],
      ['ttnn.matmul', false],
    ]);
  });

  test('fewer digits are told where they begin to matter', async () => {
    const { rows, first } = await compared('--store', 'bfp4', '--pcc', '0.99999');
    expect(rows.find(({ index }) => index === first)!.operation).toBe('ttnn.neg');
    const { stderr, exitCode } = await tt(PRODUCT, '--golden', '--store', 'bfp4', '--pcc', '0.99999');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^shardform: error: PCC first drops at %\d, ttnn.neg at p.mlir:2, to 0.9\d+ on device 0\n$/,
    );
  });

  test('sums of 16 bits are less exact than those of 32', async () => {
    const worst = async (...args: readonly string[]) =>
      Math.min(...(await compared(...args)).rows.map(({ actual_pcc }) => actual_pcc));
    expect(await worst('--short-sums')).toBeLessThan(await worst());
  });

  test('binaries and their programs are taken, too', async () => {
    await tt(PRODUCT, '--no-run', '-o', 'written');
    const json = async (file: string) => {
      const args = ['tt', join('written', file), '--golden', '--json'];
      const { stdout } = await runTool('shardform', args, { stdin: new Uint8Array(0), cwd: folder });
      const { rows } = JSON.parse(String(stdout)) as Json<typeof goldenSchema>;
      return rows.map(({ operation, actual_pcc }) => [operation, actual_pcc]);
    };
    const binary = await json('program.ttnn');
    expect(binary).toHaveLength(2);
    expect(binary).toEqual(await json('3-ttnn.mlir'));
  });

  test.each(['ttir', 'ttnn'])('constants of short floats of %s are those of the reference', async (stage) => {
    const scaled = `func.func @main(%a: tensor<2xbf16>) -> tensor<2xbf16> {
  %0 = stablehlo.constant dense<[1.5, 3.0]> : tensor<2xbf16>
  %1 = stablehlo.multiply %a, %0 : tensor<2xbf16>
  return %1 : tensor<2xbf16>
}`;
    const { stderr, stdout } = await tt(scaled, '--golden', '--json', '--to', stage);
    expect(stderr).toBe('');
    const { rows } = JSON.parse(String(stdout)) as Json<typeof goldenSchema>;
    expect(rows.find(({ operation }) => operation === `${stage}.constant`)!.actual_atol).toBe(0);
  });

  test('flags of the comparison ask for it', async () => {
    expect((await tt(PRODUCT, '--store', 'bf16')).stderr).toContain(
      "'--store' has no effect without '--golden'",
    );
  });
});

describe('the numbers of TTNN are those of the program', () => {
  test.each([
    [
      'with complex numbers',
      `func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.complex %a, %b : tensor<4xcomplex<f32>>
  %1 = stablehlo.convert %b : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  %2 = stablehlo.multiply %0, %1 : tensor<4xcomplex<f32>>
  %3 = stablehlo.add %2, %0 : tensor<4xcomplex<f32>>
  %4 = stablehlo.real %3 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %5 = stablehlo.imag %3 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %4, %5 : tensor<4xf32>, tensor<4xf32>
}`,
    ],
    [
      'that are compared with reversed ones',
      `func.func @main(%a: tensor<8xf32>) -> tensor<8xi1> {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<8xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<8xf32>
  %2 = stablehlo.compare EQ, %a, %1 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  return %2 : tensor<8xi1>
}`,
    ],
  ])('%s', async (_, text) => {
    const { stdout, stderr } = await tt(text, '--json');
    expect([stderr, (JSON.parse(String(stdout)) as LoweringJson).isEqual]).toEqual(['', true]);
  });
});

describe('what arguments are', () => {
  const SCALED = `func.func @main(%a: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %w : tensor<4xf32>
  %1 = stablehlo.multiply %a, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}`;

  test('decides what is computed once', async () => {
    const { stdout } = await tt(SCALED, '--no-run', '--argument-types', 'input,parameter', '--json');
    const { stages } = JSON.parse(String(stdout)) as LoweringJson;
    expect(stages.at(-1)!.operations['ttcore.load_cached']).toBe(1);
  });

  test.each([
    ['input', "flag '--argument-types' names 1 argument, but @main has 2: give one word for each"],
    ['input,weight', "flag '--argument-types' expects input, parameter, constant, default, got 'weight'"],
  ])('is refused as %s', async (types, message) => {
    expect((await tt(SCALED, '--argument-types', types)).stderr).toBe(`shardform: error: ${message}\n`);
  });
});

test('says where numbers differ because a GELU is computed by another formula', async () => {
  const gelu = `func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %three = stablehlo.constant dense<0.044715> : tensor<64xf32>
  %scale = stablehlo.constant dense<0.7978845608> : tensor<64xf32>
  %one = stablehlo.constant dense<1.0> : tensor<64xf32>
  %half = stablehlo.constant dense<0.5> : tensor<64xf32>
  %0 = stablehlo.multiply %x, %x : tensor<64xf32>
  %1 = stablehlo.multiply %0, %x : tensor<64xf32>
  %2 = stablehlo.multiply %three, %1 : tensor<64xf32>
  %3 = stablehlo.add %x, %2 : tensor<64xf32>
  %4 = stablehlo.multiply %scale, %3 : tensor<64xf32>
  %5 = stablehlo.tanh %4 : tensor<64xf32>
  %6 = stablehlo.add %one, %5 : tensor<64xf32>
  %7 = stablehlo.multiply %half, %6 : tensor<64xf32>
  %8 = stablehlo.multiply %x, %7 : tensor<64xf32>
  return %8 : tensor<64xf32>
}`;
  const { stdout } = await tt(gelu);
  expect(String(stdout).match(/^ {2}a GELU by tanh.*$/gm)).toEqual([
    "  a GELU by tanh became 'gelu', which is by erf, as tt-mlir has it: up to 4.8e-4 apart for each number; with enable-fusing-pass=false, ttir-to-ttnn-backend-pipeline leaves it as it is",
  ]);
});
