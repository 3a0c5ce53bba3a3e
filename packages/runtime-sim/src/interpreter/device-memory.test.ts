import { describe, expect, test } from 'vitest';
import { context, parse } from '../../tests/programs.ts';
import { zeros } from '../array/index.ts';
import { DeviceMemory } from './device-memory.ts';
import { runSpmd } from './run-module.ts';

/** The peak of a device that runs `@main(%a: tensor<256xf32>)`, of 1 KiB, in KiB, and the operation of the peak. */
function peakOf(body: string, limit = Infinity): readonly [number, string] {
  const memory = new DeviceMemory(limit);
  const module = parse(`func.func @main(%a: tensor<256xf32>) -> tensor<256xf32> { ${body} }`);
  runSpmd(module, 1, () => [zeros('f32', [256])], context, { memory });
  const { bytes, op } = memory.peaks[0]!;
  return [bytes / 1024, op!.name];
}

const type = 'tensor<256xf32>';

describe('the memory of a device', () => {
  test('is that of values from when they are made until their last use', () => {
    const chain = `
      %0 = stablehlo.negate %a : ${type}
      %1 = stablehlo.negate %0 : ${type}
      %2 = stablehlo.add %1, %0 : ${type}
      %3 = stablehlo.negate %2 : ${type}
      return %3 : ${type}`;
    // Two operands and a result.
    expect(peakOf(chain)).toEqual([3, 'stablehlo.add']);
  });

  test('does not grow in a loop, nor in what is called again and again', () => {
    const loop = (count: number): string => `
      %n = stablehlo.constant dense<${count}> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %0:2 = stablehlo.while(%i = %n, %x = %a) : tensor<i32>, ${type} cond {
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %go = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      } do {
        %next = stablehlo.subtract %i, %one : tensor<i32>
        %y = stablehlo.negate %x : ${type}
        %z = stablehlo.negate %y : ${type}
        stablehlo.return %next, %z : tensor<i32>, ${type}
      }
      return %0#1 : ${type}`;
    // What is carried and what comes of it, and two numbers of 4 bytes.
    expect(peakOf(loop(1))).toEqual([2 + 8 / 1024, 'stablehlo.negate']);
    expect(peakOf(loop(20))).toEqual(peakOf(loop(1)));
  });

  test('counts storage once that values share, and arguments that nothing uses not at all', () => {
    const shared = `
      %0 = stablehlo.reshape %a : (${type}) -> tensor<16x16xf32>
      %1 = stablehlo.reshape %0 : (tensor<16x16xf32>) -> ${type}
      %2 = stablehlo.optimization_barrier %1 : ${type}
      return %2 : ${type}`;
    expect(peakOf(shared)[0]).toBe(1);
    const unused = `%0 = stablehlo.constant dense<0.0> : ${type} return %0 : ${type}`;
    expect(peakOf(unused)).toEqual([1, 'stablehlo.constant']);
  });

  test('that is not enough ends the execution where it ran out', () => {
    const body = `
      %0 = stablehlo.negate %a : ${type}
      %1 = stablehlo.concatenate %0, %0, dim = 0 : (${type}, ${type}) -> tensor<512xf32>
      %2 = stablehlo.slice %1 [0:256] : (tensor<512xf32>) -> ${type}
      return %2 : ${type}`;
    expect(peakOf(body, 4096)[0]).toBe(3);
    expect(() => peakOf(body, 2048)).toThrow(
      "out of memory: device 0 has 2.0 KiB, 'stablehlo.concatenate' needs 2.0 KiB more and makes it 3.0 KiB",
    );
  });
});
