import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runAndPrint } from '../command/printed.ts';
import { compareCommand } from './compare-command.ts';
import { GRID_OF_CHIPS, machineFile } from '../../tests/machine-file.ts';

const cwd = fileURLToPath(new URL('../../examples/', import.meta.url));
const train = readFileSync(`${cwd}train.mlir`, 'utf8');

/** Compares an example with another program. */
async function compared(file: string, other: string, ...flags: string[]): Promise<string> {
  const stdin = (): Uint8Array => new TextEncoder().encode(other);
  const { stdout } = await runAndPrint(compareCommand, [file, '-', ...flags], { stdin, cwd, colour: false });
  return String(stdout);
}

const chips = machineFile(GRID_OF_CHIPS);

/** The training step with whole samples on every device. */
const whole = train.replaceAll('[{"x"}, {}]', '[{}, {}]');

test('two shardings of a program are compared in bytes along each axis, time, memory, values and collectives', async () => {
  expect(await compared('train.mlir', whole, '--machine', chips)).toBe(
    `program                    as XLA would, predicted
devices                    8
bytes that a device sends  38.0 KiB -> 12.0 KiB
  along y                  6.0 KiB -> 12.0 KiB
  along x                  32.0 KiB -> 0 B
executed collectives       4 -> 1
time                       70.5 µs -> 67.7 µs  on chips
peak memory of a device    104.0 KiB -> 96.0 KiB

sent by each device:
  y before  ███████▌ 6.0 KiB
  y after   ███████████████ 12.0 KiB
  x before  ████████████████████████████████████████ 32.0 KiB
  x after    0 B

values that are split differently:
  %arg2  [{"x"}, {}] -> whole
  %arg3  [{"x"}, {}] -> whole
  %0     [{"x"}, {"y"}] -> [{}, {"y"}]
  %1     [{"x"}, {"y"}] -> [{}, {"y"}]
  %3     [{"x"}, {"y"}] -> [{}, {"y"}]
  %4     [{"x"}, {}] -> whole
  %5     [{"x"}, {}] -> whole
  %6     [{"x"}, {}] -> whole
  %7     [{"x"}, {}] -> whole
  %8     [{"x"}, {}] -> whole
  and 6 more (all with --all)

only in train.mlir:
  16.0 KiB  all_reduce {"x"} of %19 -> tensor<64x64xf32> in groups of 2
              dot_general sums products over dimension 0 of %arg2, which is split along x: devices combine their parts of the result (train.mlir:30)
  16.0 KiB  all_reduce {"x"} of %14 -> tensor<64x64xf32> in groups of 2
              dot_general sums products over dimension 0 of %13, which is split along x: devices combine their parts of the result (train.mlir:24)
   6.0 KiB  all_reduce {"y"} of %4 -> tensor<16x64xf32> in groups of 4
              dot_general sums products over dimension 0 of %arg1, which is split along y: devices combine their parts of the result (train.mlir:9)
       4 B  all_reduce {"x"} of %9 -> tensor<f32> in groups of 2
              reduce reduces dimension 0 of %6, which is split along x: devices combine their parts of the result (train.mlir:16)

only in the second program:
  12.0 KiB  all_reduce {"y"} of %4 -> tensor<32x64xf32> in groups of 4
              dot_general sums products over dimension 0 of %arg1, which is split along y: devices combine their parts of the result (<stdin>:9)
`,
  );
});

test('JSON has the values that are split differently, and bytes by axes', async () => {
  const { shardings, before, after } = JSON.parse(
    await compared('train.mlir', whole, '--machine', chips, '--json'),
  ) as { shardings: unknown[]; before: { bytesByAxes: unknown }; after: { bytesByAxes: unknown } };
  expect(shardings.length).toBe(16);
  expect(shardings[0]).toEqual({
    ...{ value: '%arg2', name: null, type: 'tensor<32x64xf32>' },
    ...{ before: '[{"x"}, {}]', after: 'whole', line: 3 },
  });
  expect(before.bytesByAxes).toEqual([
    { axes: 'y', bytes: 6144 },
    { axes: 'x', bytes: 32772 },
  ]);
  expect(after.bytesByAxes).toEqual([{ axes: 'y', bytes: 12288 }]);
});

test('a program compared with itself differs in nothing', async () => {
  const { shardings, gone, added } = JSON.parse(await compared('train.mlir', train, '--json')) as Record<
    string,
    unknown
  >;
  expect({ shardings, gone, added }).toEqual({ shardings: [], gone: [], added: [] });
});

test('values of other names in the text are found by what computes them', async () => {
  const renamed = whole.replaceAll(/%(\d+)\b/g, '%v$1');
  const values = async (other: string): Promise<unknown[]> => {
    const { shardings } = JSON.parse(await compared('train.mlir', other, '--json')) as {
      shardings: { before: string; after: string }[];
    };
    return shardings.map(({ before, after }) => `${before} -> ${after}`);
  };
  expect(await values(renamed)).toEqual(await values(whole));
});

test('values of other numbers in the text are found by what computes them', async () => {
  // Another operation at the beginning moves all numbers.
  const moved = train
    .replaceAll(/%(\d+)\b/g, (_, number) => `%${Number(number) + 1}`)
    .replace(') {\n    %1 =', ') {\n    %0 = stablehlo.negate %arg2 : tensor<32x64xf32>\n    %1 =');
  const { shardings, gone, added } = JSON.parse(await compared('train.mlir', moved, '--json')) as Record<
    string,
    unknown
  >;
  expect({ shardings, gone, added }).toEqual({ shardings: [], gone: [], added: [] });
  const other = moved.replaceAll('[{"x"}, {}]', '[{}, {}]');
  const changed = JSON.parse(await compared('train.mlir', other, '--json')) as {
    shardings: { value: string }[];
  };
  expect(changed.shardings.map(({ value }) => value)).toEqual([
    ...['%arg2', '%arg3', '%1', '%2', '%4', '%5', '%6', '%7', '%8', '%9', '%13', '%14', '%17', '%19'],
    ...['@relu:%1', '@relu:%2'],
  ]);
});

/** Compares an example with itself. */
async function comparedWithItself(...flags: string[]): Promise<string> {
  const stdin = (): Uint8Array => new Uint8Array();
  const { stdout } = await runAndPrint(compareCommand, ['train.mlir', ...flags], {
    ...{ stdin, cwd, colour: false },
  });
  return String(stdout);
}

test('a program is compared with itself with other shardings', async () => {
  const flags = ['--machine', chips, '--sharding', '%arg2=[{}, {}]', '--sharding', '%arg3=[{}, {}]'];
  const [own, other] = [
    await comparedWithItself(...flags, '--json'),
    await compared('train.mlir', whole, '--machine', chips, '--json'),
  ].map((text) => JSON.parse(text.replaceAll('<stdin>', 'train.mlir')) as unknown);
  expect(own).toEqual(other);
});

test('stages of a program are compared', async () => {
  expect(await comparedWithItself('--machine', chips, '--stage', 'given', '--stage', 'collectives')).toMatch(
    /^program {20}as XLA would, predicted\ndevices {20}8\nbytes that a device sends {2}0 B -> 38\.0 KiB\n.*\n.*\nexecuted collectives {7}0 -> 4\ntime {23}unknown -> 70\.5 µs {2}on chips\npeak memory of a device {4}unknown -> 104\.0 KiB\n\nvalues that are split differently:\n {2}%0 .* undecided -> \[\{"x"\}, \{"y"\}\]\n/,
  );
});

test('collectives of the program of one device are those that it was made from', async () => {
  const { gone, added, shardings } = JSON.parse(
    await comparedWithItself('--stage', 'collectives', '--stage', 'local', '--json'),
  ) as Record<string, unknown>;
  expect({ gone, added, shardings }).toEqual({ gone: [], added: [], shardings: [] });
});

test('a page has costs, values, collectives and texts', async () => {
  const target = join(mkdtempSync(join(tmpdir(), 'shardform-compare-')), 'c.html');
  await comparedWithItself('--stage', 'propagated', '--stage', 'local', '--html', target);
  const html = readFileSync(target, 'utf8');
  expect([...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
    'Costs',
    'Values that are split differently',
    'Collectives only in propagated',
    'Collectives only in local',
    'What changed in the text',
  ]);
  expect(html).toContain('<data class="sent" value="38916">38.0 KiB</data>');
  expect(html).not.toMatch(/<script[^>]* src|<link|<img|url\(/);
});

test.each(['P()', 'P(None, None)', 'jax.sharding.PartitionSpec()', "[{''}, {}]"])(
  'a sharding is taken as JAX writes it, %s',
  async (spec) => {
    const flags = (sharding: string): string[] => ['--sharding', `%arg2=${sharding}`, '--json'];
    expect(await comparedWithItself(...flags(spec))).toBe(await comparedWithItself(...flags('[{}, {}]')));
  },
);

test.each([
  ['P("x")', '[{x}, {}]'],
  ["P(('x', 'y'), None)", '[{x, y}, {}]'],
  ['PartitionSpec(None, ("y", "x"))', "[{}, {'y', 'x'}]"],
])('a sharding is taken as JAX writes it, %s as %s', async (spec, sharding) => {
  const flags = (own: string): string[] => ['--sharding', `%arg0=${own}`, '--json'];
  expect(await comparedWithItself(...flags(spec))).toBe(await comparedWithItself(...flags(sharding)));
});

test.each([
  [
    [],
    "expected what to compare the program with: another file, '--sharding VALUE=SHARDING', or '--stage' twice",
  ],
  [['--stage', 'local'], "'--stage' is given twice: the stage before, and the stage after"],
  [
    ['--sharding', '%arg0=[{z},{}]'],
    "flag '--sharding %arg0=[{z},{}]': the mesh has no axis 'z'; it has x, y",
  ],
  [
    ['--sharding', '%arg0=[{x}]'],
    "flag '--sharding %arg0=[{x}]': the value has 2 dimensions, its sharding 1: 'tensor<64x256xf32>'",
  ],
  [
    ['--sharding', '%arg0=P("x", None, "y")'],
    "the value has 2 dimensions, its sharding 3: 'tensor<64x256xf32>'",
  ],
  [
    ['--sharding', '%arg0=P(x)'],
    "flag '--sharding %arg0=P(x)': expected a value and the axes of each dimension, such as",
  ],
  [
    ['--sharding', '%arg0=[{x},{x}]'],
    "flag '--sharding %arg0=[{x},{x}]': axis 'x' can split one dimension only",
  ],
  [
    ['--sharding', '%arg0'],
    "flag '--sharding %arg0': expected a value and the axes of each dimension, such as %3=[{x}, {}]",
  ],
])('refuses %j', async (flags, message) => {
  await expect(comparedWithItself(...flags)).rejects.toThrow(message);
});

test('differences that rounding hides are told', async () => {
  const program = (size: number) => `
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<${size}xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<${size}xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  return %a : tensor<${size}xf32>
}`;
  const stdin = (): Uint8Array => new TextEncoder().encode(program(1_000_000));
  const folder = mkdtempSync(join(tmpdir(), 'shardform-compare-'));
  writeFileSync(join(folder, 'other.mlir'), program(1_000_010));
  const { stdout } = await runAndPrint(compareCommand, ['-', 'other.mlir'], {
    stdin,
    cwd: folder,
    colour: false,
  });
  expect(String(stdout)).toContain('bytes that a device sends  1.9 MiB -> 1.9 MiB (+20 B)\n');
});

/** A convolution, whose label has the name and the type of a label of another program. */
const CONVOLUTION = `func.func @main(%x: tensor<8x32x32x3xf32> {jax.arg_info = "x"}, %w: tensor<3x3x3x64xf32> {jax.arg_info = "params['conv']['w']"}, %b: tensor<64xf32> {jax.arg_info = "params['conv']['b']"}, %d: tensor<64x10xf32> {jax.arg_info = "params['head']['w']"}, %s: tensor<f32> {jax.arg_info = "scale"}, %y: tensor<8xi32> {jax.arg_info = "y"}) -> tensor<64xf32> {
  %0 = stablehlo.tanh %b : tensor<64xf32>
  return %0 : tensor<64xf32>
}`;
const LAYERS = `func.func @main(%e: tensor<128x16xf32> {jax.arg_info = "params['emb']"}, %w: tensor<2x16x16xf32> {jax.arg_info = "params['layers']['w']"}, %x: tensor<8x4xi32> {jax.arg_info = "x"}, %s: tensor<f32> {jax.arg_info = "scale"}, %y: tensor<8xi32> {jax.arg_info = "y"}, %z: tensor<8x4x16xf32>) -> tensor<128x16xf32> {
  %0 = stablehlo.tanh %e : tensor<128x16xf32>
  return %0 : tensor<128x16xf32>
}`;

test('programs that are not versions of each other are compared with a warning', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shardform-compare-'));
  const file = join(folder, 'convolution.mlir');
  writeFileSync(file, CONVOLUTION);
  const warning =
    'the programs are not versions of each other: only 1 of the 6 arguments and results of one has a counterpart of the same name or type in the other, so that differences say nothing about a change';
  expect((await compared(file, LAYERS)).split('\n').slice(0, 2)).toEqual([
    `warning: ${warning}`,
    'program                    as it was given',
  ]);
  expect(JSON.parse(await compared(file, LAYERS, '--json'))).toMatchObject({ warnings: [warning] });
});

test.each([
  ['with other sizes', LAYERS.replaceAll('16', '32')],
  ['with other names', LAYERS.replaceAll("params['", "model['")],
  [
    'with other names and sizes',
    LAYERS.replaceAll('params', 'own').replaceAll('x16xf32', 'x32xf32').replace('8x4xi32', '16x4xi32'),
  ],
  [
    'without names, with other sizes',
    LAYERS.replaceAll(/ \{jax.arg_info = "[^"]*"\}/g, '').replaceAll('16', '32'),
  ],
])('a version of a program %s is compared without a warning', async (_, other) => {
  const folder = mkdtempSync(join(tmpdir(), 'shardform-compare-'));
  const file = join(folder, 'layers.mlir');
  writeFileSync(file, LAYERS);
  expect(JSON.parse(await compared(file, other, '--json'))).toMatchObject({ warnings: [] });
});
