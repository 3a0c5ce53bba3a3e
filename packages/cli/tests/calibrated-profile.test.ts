import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../src/run-tool.ts';
import { type WrittenOperation, writtenProfile } from './written-profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-calibrated-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the devices of the profile do: operations and bytes a second, seconds of a launch and of a message. */
const DEVICE = { flops: 2e11, bytes: 1e10, launch: 4e-6, wire: 2e9, latency: 3e-5 };

const PRODUCTS = [256, 512, 1024];
const ELEMENTS = [2 ** 16, 2 ** 18, 2 ** 20];
const SUMS = [2 ** 14, 2 ** 18];

const array = (count: number): string => `f32[${count}]{0}`;
const matrix = (size: number): string => `f32[${size},${size}]{1,0}`;

/** A step of four devices: products, elementwise operations and sums of several sizes, so that rates are told from constants. */
function step(module: string, products: readonly number[], elements: readonly number[]): string {
  const parameters = [
    ...products.map((size) => ['m', size, matrix(size)] as const),
    ...elements.map((count) => ['v', count, array(count)] as const),
    ...SUMS.map((count) => ['s', count, array(count)] as const),
  ].map(([name, size, type], i) => `  %${name}${size} = ${type} parameter(${i})`);
  const results = [
    ...products.map((size) => [`%dot.${size}`, matrix(size)] as const),
    ...elements.map((count) => [`%tanh.${count}`, array(count)] as const),
    ...SUMS.map((count) => [`%all-reduce.${count}`, array(count)] as const),
  ];
  return `HloModule ${module}, is_scheduled=true, num_partitions=4

%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %sum = f32[] add(%a, %b)
}

ENTRY %main {
${parameters.join('\n')}
${products.map((size) => `  %dot.${size} = ${matrix(size)} dot(%m${size}, %m${size}), lhs_contracting_dims={1}, rhs_contracting_dims={0}`).join('\n')}
${elements.map((count) => `  %tanh.${count} = ${array(count)} tanh(%v${count})`).join('\n')}
${SUMS.map((count, i) => `  %all-reduce.${count} = ${array(count)} all-reduce(%s${count}), channel_id=${i + 1}, replica_groups={{0,1,2,3}}, use_global_device_ids=true, to_apply=%add`).join('\n')}
  ROOT %tuple = (${results.map(([, type]) => type).join(', ')}) tuple(${results.map(([name]) => name).join(', ')})
}
`;
}

/** The seconds of each operation of a step on the device. */
function seconds(
  products: readonly number[],
  elements: readonly number[],
): readonly (readonly [string, number])[] {
  return [
    ...products.map((size) => [`dot.${size}`, DEVICE.launch + (2 * size ** 3) / DEVICE.flops] as const),
    ...elements.map((count) => [`tanh.${count}`, DEVICE.launch + (8 * count) / DEVICE.bytes] as const),
    ...SUMS.map((count) => [`all-reduce.${count}`, DEVICE.latency + (4 * count) / DEVICE.wire] as const),
  ];
}

/** Six runs on four devices whose times differ by up to 2 %. */
function profiled(times: readonly (readonly [string, number])[]): readonly WrittenOperation[] {
  return Array.from({ length: 6 }, (_, run) => run).flatMap((run) =>
    [0, 1, 2, 3].flatMap((device) => {
      let start = run * 1e5;
      return times.map(([name, own], i) => {
        const duration = own * 1e6 * (1 + 0.02 * Math.sin(7 * run + 3 * device + i));
        const operation = { name, start, duration, device, run };
        start += duration;
        return operation;
      });
    }),
  );
}

const shardform = async (...args: readonly string[]) => {
  const { stdout, stderr, exitCode } = await runTool('shardform', args, {
    stdin: new Uint8Array(),
    cwd: folder,
  });
  expect([exitCode, exitCode === 0 ? '' : String(stdout) + stderr]).toEqual([0, '']);
  return String(stdout);
};

const simulatedSeconds = async (file: string): Promise<number> => {
  const { facts } = JSON.parse(await shardform('sim', file, '--machine', 'machine.json', '--json')) as {
    readonly facts: { readonly time: { readonly seconds: number } };
  };
  return facts.time.seconds;
};

describe('a machine that is calibrated from the profile of a run', () => {
  const times = seconds(PRODUCTS, ELEMENTS);
  const hlo = step('jit_step', PRODUCTS, ELEMENTS);
  const measured = times.reduce((sum, [, own]) => sum + own, 0);
  writeFileSync(join(folder, 'step.hlo'), hlo);
  writeFileSync(join(folder, 'vm.xplane.pb'), writtenProfile('jit_step', hlo, profiled(times)));

  test('is printed with the error of its fits, of the program, and what was not identified', async () => {
    const text = await shardform('calibrate', '--profile', 'vm.xplane.pb', '-o', 'machine.json');
    expect(text).toBe(`computing  200.1 GFLOP/s
memory     9.994 GB/s
launch     3.97 µs
overlap    none: devices compute nothing while they communicate
all-reduce of 4 devices: 0.06247 s per gigabit and 30.0 µs

measured                explained (R²)  mean error
matmul                          1.0000      <0.1 %
elementwise                     1.0000      <0.1 %
allreduce of 4 devices          1.0000      <0.1 %

program                measured on a device  predicted   error
vm.xplane.pb jit_step               14.0 ms    14.0 ms  +0.1 %

not identified:
  all-gather, reduce-scatter, all-to-all, permute: none was measured; links of 25 Gbit/s are assumed
  links by themselves: profiles have collectives, not sends
  gaps between kernels, and times of the host between steps: a step is the sum of its kernels
`);
    const machine = JSON.parse(readFileSync(join(folder, 'machine.json'), 'utf8')) as object;
    expect(machine).toMatchObject({ device_parameters: { kind: 'cpu', overlap: 0 } });
  });

  test('predicts that run within 5 %', async () => {
    const predicted = await simulatedSeconds('step.hlo');
    expect(Math.abs(predicted / measured - 1)).toBeLessThan(0.05);
  });

  test('predicts a program of other sizes within 10 %', async () => {
    const [products, elements] = [
      [384, 768],
      [2 ** 17, 2 ** 19],
    ];
    writeFileSync(join(folder, 'other.hlo'), step('jit_other', products, elements));
    const other = seconds(products, elements).reduce((sum, [, own]) => sum + own, 0);
    expect(Math.abs((await simulatedSeconds('other.hlo')) / other - 1)).toBeLessThan(0.1);
  });

  test('predicts the operations of the profile one by one', async () => {
    const { operations } = JSON.parse(
      await shardform('profile', 'vm.xplane.pb', '--machine', 'machine.json', '--json'),
    ) as { readonly operations: readonly { readonly name: string; readonly ratio: number }[] };
    expect(operations.filter(({ ratio }) => Math.abs(ratio - 1) > 0.05)).toEqual([]);
    expect(operations.map(({ name }) => name).toSorted()).toEqual(times.map(([name]) => name).toSorted());
  });
});
