import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runAndPrint } from '../command/printed.ts';
import { compareCommand } from './compare-command.ts';

const cwd = fileURLToPath(new URL('../../examples/', import.meta.url));
const train = readFileSync(`${cwd}train.mlir`, 'utf8');

/** Compares an example with another program. */
async function compared(file: string, other: string, ...flags: string[]): Promise<string> {
  const stdin = (): Uint8Array => new TextEncoder().encode(other);
  const { stdout } = await runAndPrint(compareCommand, [file, '-', ...flags], { stdin, cwd, colour: false });
  return String(stdout);
}

/** The training step with whole samples on every device. */
const whole = train.replaceAll('[{"x"}, {}]', '[{}, {}]');

test('two shardings of a program are compared in bytes along each axis, time, memory, values and collectives', async () => {
  expect(await compared('train.mlir', whole, '--topology', 't3k')).toBe(
    `devices                    8 -> 8
bytes that a device sends  38.0 KiB -> 12.0 KiB
  along y                  6.0 KiB -> 12.0 KiB
  along x                  32.0 KiB -> 0 B
executed collectives       4 -> 1
time                       77.9 µs -> 73.9 µs
peak memory of a device    104.0 KiB -> 96.0 KiB

values that are split differently:
  %arg2        [{"x"}, {}] -> whole
  %arg3        [{"x"}, {}] -> whole
  %0           [{"x"}, {"y"}] -> [{}, {"y"}]
  %1           [{"x"}, {"y"}] -> [{}, {"y"}]
  %2           [{"x"}, {"y"}] -> [{}, {"y"}]
  %3           [{"x"}, {"y"}] -> [{}, {"y"}]
  %4           [{"x"}, {}] -> whole
  %5           [{"x"}, {}] -> whole
  %6           [{"x"}, {}] -> whole
  %7           [{"x"}, {}] -> whole
  %8           [{"x"}, {}] -> whole
  %12          [{"x"}, {}] -> whole
  %13          [{"x"}, {}] -> whole
  %16          [{"x"}, {"y"}] -> [{}, {"y"}]
  %18          [{"x"}, {"y"}] -> [{}, {"y"}]
  @relu:%arg0  [{"x"}, {"y"}] -> [{}, {"y"}]
  @relu:%0     [{"x"}, {"y"}] -> [{}, {"y"}]
  @relu:%1     [{"x"}, {"y"}] -> [{}, {"y"}]

only in the first program:
  32.0 KiB  all_reduce {"x"} of %14, %19 -> tensor<64x64xf32> in groups of 2, 2 times 16.0 KiB
              stablehlo.dot_general reduces dimension 0 of operand 0, which is sharded (train.mlir:24, train.mlir:30)
   6.0 KiB  all_reduce {"y"} of %4 -> tensor<16x64xf32> in groups of 4
              stablehlo.dot_general reduces dimension 1 of operand 0, which is sharded (train.mlir:9)
       4 B  all_reduce {"x"} of %9 -> tensor<f32> in groups of 2
              stablehlo.reduce reduces dimension 0 of operand 0, which is sharded (train.mlir:16)

only in the second program:
  12.0 KiB  all_reduce {"y"} of %4 -> tensor<32x64xf32> in groups of 4
              stablehlo.dot_general reduces dimension 1 of operand 0, which is sharded (<stdin>:9)
`,
  );
});

test('JSON has the values that are split differently, and bytes by axes', async () => {
  const { shardings, before, after } = JSON.parse(
    await compared('train.mlir', whole, '--topology', 't3k', '--json'),
  ) as { shardings: unknown[]; before: { bytesByAxes: unknown }; after: { bytesByAxes: unknown } };
  expect(shardings.length).toBe(18);
  expect(shardings[0]).toEqual({
    ...{ value: '%arg2', name: null, type: 'tensor<32x64xf32>' },
    ...{ before: '[{"x"}, {}]', after: 'whole' },
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

test('values of other names in the text are found by their positions', async () => {
  const renamed = whole.replaceAll(/%(\d+)\b/g, '%v$1');
  const values = async (other: string): Promise<unknown[]> => {
    const { shardings } = JSON.parse(await compared('train.mlir', other, '--json')) as {
      shardings: { before: string; after: string }[];
    };
    return shardings.map(({ before, after }) => `${before} -> ${after}`);
  };
  expect(await values(renamed)).toEqual(await values(whole));
});
