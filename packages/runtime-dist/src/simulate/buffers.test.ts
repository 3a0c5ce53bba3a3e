import { costModel, uniformMachine } from '@shardform/cost-model';
import { funcDialect, type FuncOp } from '@shardform/dialect-func';
import { Context, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';

import { rooflineCostModel } from '../cost/roofline-cost.ts';
import { type FlatProgram, labelOf, opHistogram } from '../program/flat-program.ts';
import { flattenSpmd } from '../program/flatten-spmd.ts';
import { simulateClocks } from './clock-simulator.ts';
import { simulateEvents } from './event-simulator.ts';

const KIB = 1024;

function flat(body: string, args: string, results: string): FlatProgram {
  const context = new Context([funcDialect, costModel]);
  const module = parseModule(`func.func @main(${args}) -> (${results}) {\n${body}\n}`, context)!;
  const [func] = [...module.body] as FuncOp[];
  return flattenSpmd(func!, 1, context);
}

/** The peak in KiB; each tensor<16x16xf32> is one. */
function peak(program: FlatProgram): number {
  const machine = uniformMachine(1);
  const costs = rooflineCostModel(machine);
  const { peakBytes } = simulateEvents(program, costs, machine);
  expect(simulateClocks(program, costs).peakBytes).toBe(peakBytes);
  return peakBytes / KIB;
}

const T = 'tensor<16x16xf32>';
const dot = (lhs: string, rhs: string): string =>
  `stablehlo.dot_general ${lhs}, ${rhs}, contracting_dims = [1] x [0] : (${T}, ${T}) -> ${T}`;

describe('memory as XLA assigns it', () => {
  test('a chain of elementwise operations is one fusion without memory between', () => {
    const program = flat(
      `%0 = stablehlo.multiply %a, %b : ${T}
       %1 = stablehlo.tanh %0 : ${T}
       %2 = stablehlo.add %1, %b : ${T}
       return %2 : ${T}`,
      `%a: ${T}, %b: ${T}`,
      T,
    );
    expect(opHistogram(program)).toEqual({ Composite: 1 });
    expect(labelOf(program, 0)).toMatch(/^fusion of 3: add at /);
    expect(peak(program)).toBe(3);
  });

  test('a dear function is computed once for two contractions', () => {
    const program = flat(
      `%0 = stablehlo.tanh %a : ${T}
       %1 = ${dot('%0', '%a')}
       %2 = ${dot('%0', '%1')}
       return %2 : ${T}`,
      `%a: ${T}`,
      T,
    );
    expect(opHistogram(program)).toEqual({ Composite: 3 });
    // The argument, the result, and two values at once.
    expect(peak(program)).toBe(4);
  });

  test.each([
    ['', 3],
    [' {tf.aliasing_output = 0 : i32}', 2],
    [' {jax.buffer_donor = true}', 2],
  ])('an update of an argument%s', (attribute, expected) => {
    const program = flat(
      `%0 = stablehlo.subtract %a, %g : ${T}
       return %0 : ${T}`,
      `%a: ${T}${attribute}, %g: ${T}`,
      T,
    );
    expect(peak(program)).toBe(expected);
  });

  test('a donated argument that is still needed is copied', () => {
    const program = flat(
      `%0 = stablehlo.add %a, %g : ${T}
       %1 = ${dot('%a', '%g')}
       return %0, %1 : ${T}, ${T}`,
      `%a: ${T} {tf.aliasing_output = 0 : i32}, %g: ${T}`,
      `${T}, ${T}`,
    );
    expect(peak(program)).toBe(4);
  });

  test('what is needed before a result exists is in its place', () => {
    const program = flat(
      `%0 = ${dot('%a', '%a')}
       %1 = ${dot('%0', '%a')}
       %2 = ${dot('%1', '%a')}
       return %2 : ${T}`,
      `%a: ${T}`,
      T,
    );
    expect(peak(program)).toBe(3);
  });

  test('views have no memory, and updates are in place', () => {
    const program = flat(
      `%i = stablehlo.constant dense<0> : tensor<i32>
       %0 = ${dot('%a', '%a')}
       %1 = stablehlo.reshape %0 : (${T}) -> tensor<256xf32>
       %3 = stablehlo.dynamic_update_slice %1, %u, %i : (tensor<256xf32>, tensor<16xf32>, tensor<i32>) -> tensor<256xf32>
       return %3 : tensor<256xf32>`,
      `%a: ${T}, %u: tensor<16xf32>`,
      'tensor<256xf32>',
    );
    expect(peak(program)).toBe(2 + 64 / KIB);
  });
});
