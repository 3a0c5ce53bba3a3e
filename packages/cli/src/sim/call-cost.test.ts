import type { SimulatedTime } from '@shardform/study';
import { describe, expect, test } from 'vitest';
import { runAndPrint } from '../command/printed.ts';
import { guard } from '../guard.ts';
import type { ToolInput } from '../tool-io.ts';
import { sim } from './sim.ts';

const MACHINE = { devices: 2, device: { flops: 1e12, dram: 1e12, launch: 0 }, default_gbps: 8 };

const call = (attributes: string): string => `func.func @main(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @tpu_custom_call(%a) {${attributes}} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
`;

const inputOf = (program: string): ToolInput => ({
  stdin: () => new TextEncoder().encode(program),
  texts: new Map([['m.json', new TextEncoder().encode(JSON.stringify(MACHINE))]]),
  cwd: '/',
  colour: false,
});

async function secondsOf(attributes: string, ...args: readonly string[]): Promise<number> {
  const { stdout } = await runAndPrint(
    sim,
    ['-', '--machine', 'm.json', '--json', ...args],
    inputOf(call(attributes)),
  );
  return (JSON.parse(String(stdout)) as SimulatedTime).seconds;
}

async function errorOf(attributes: string, ...args: readonly string[]): Promise<string> {
  const { stderr } = await guard(() =>
    runAndPrint(sim, ['-', '--machine', 'm.json', ...args], inputOf(call(attributes))),
  );
  return stderr;
}

const KERNEL = 'kernel_name = "mine"';

describe('a cost of a call', () => {
  test('is given by the name of its kernel or target', async () => {
    expect(await secondsOf(KERNEL, '--cost', 'mine=1.5G')).toBeCloseTo(1.5e-3, 12);
    expect(await secondsOf(KERNEL, '--cost=tpu_custom_call=2e9')).toBeCloseTo(2e-3, 12);
    expect(await secondsOf('', '--cost', 'tpu_custom_call=0,3GB')).toBeCloseTo(3e-3, 12);
    expect(await secondsOf(KERNEL, '--cost', 'mine=1M,1MiB')).toBeCloseTo(2 ** 20 / 1e12, 15);
  });

  test('without bytes reads its operands and writes its results', async () => {
    expect(await secondsOf(KERNEL, '--cost', 'mine=0')).toBeCloseTo(1024 / 1e12, 15);
  });

  test('is an attribute of the program, too', async () => {
    expect(await secondsOf('shardform.cost = {flops = 2.0e9, bytes = 1}')).toBeCloseTo(2e-3, 12);
    expect(await errorOf('shardform.cost = {flop = 2.0e9}')).toContain(
      "'shardform.cost' is {flop = 2.000000e+09 : f64} where {flops = 1.0e12, bytes = 3.0e9} was expected",
    );
  });

  test('is asked for where it is not known', async () => {
    expect(await errorOf(KERNEL)).toContain(
      "the cost of the custom call 'tpu_custom_call' of the kernel 'mine' is not known; '--cost mine=1.2T,3GB' gives it",
    );
  });

  test('of another form or for another call is refused', async () => {
    expect(await errorOf(KERNEL, '--cost', 'min=1')).toContain(
      "the program has no custom call 'min'; did you mean 'mine'?",
    );
    const form = "expects NAME=FLOPS or NAME=FLOPS,BYTES, such as my_kernel=1.2T,3GB, got '";
    for (const text of ['mine', '=1', 'mine=1,2,3'])
      expect(await errorOf(KERNEL, '--cost', text)).toContain(`${form}${text}'`);
    for (const text of ['x', '', '-1', '1.2q'])
      expect(await errorOf(KERNEL, '--cost', `mine=${text}`)).toContain(
        `expects floating-point operations like 2.5e9 or 1.2T, got '${text}'`,
      );
    expect(await errorOf(KERNEL, '--cost', 'mine=1,lots')).toContain("expects a size like 16GiB, got 'lots'");
  });
});
