import fc from 'fast-check';
import { Context, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { type NdArray, randomArray } from '../array/index.ts';
import { simulator } from '../extension.ts';
import { ProgramRun } from './device-execution.ts';
import { entryFunction, runSequential } from './run-module.ts';

const context = new Context([simulator]);
const type = 'tensor<7x50xf32>';
const truth = 'tensor<7x50xi1>';

function moduleOf(
  body: string,
  results: readonly string[],
  types: readonly string[],
): NonNullable<ReturnType<typeof parseModule>> {
  return parseModule(
    `func.func @main(%x: ${type}, %y: ${type}, %s: tensor<f32>) -> (${types.join(', ')}) {\n${body}
     return ${results.join(', ')} : ${types.join(', ')}\n}`,
    context,
  )!;
}

const inputs = [randomArray('f32', [7, 50], 1), randomArray('f32', [7, 50], 2), randomArray('f32', [], 3)];

/** The results with elementwise operations together and one by one. */
function both(module: ReturnType<typeof moduleOf>): (readonly NdArray[])[] {
  return [
    runSequential(module, inputs, context),
    runSequential(module, inputs, context, { observe: () => undefined }),
  ];
}

describe('operations computed together', () => {
  test('are one step, with the constants and scalars that only they use', () => {
    const module = moduleOf(
      `%c = stablehlo.constant dense<0.5> : ${type}
       %0 = stablehlo.multiply %x, %c : ${type}
       %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> ${type}
       %1 = stablehlo.add %0, %b : ${type}
       %2 = stablehlo.tanh %1 : ${type}`,
      ['%2'],
      [type],
    );
    const { fusedSteps, steps } = new ProgramRun(context).plans.of(entryFunction(module).body);
    expect(steps).toHaveLength(5);
    expect(fusedSteps.map(({ op, operands }) => [op.name, operands.length])).toEqual([['stablehlo.tanh', 2]]);
    const [together, oneByOne] = both(module);
    expect(together).toEqual(oneByOne);
  });

  const kinds = ['f32', 'bf16', 'f16', 'i32', 'ui32', 'i1'] as const;
  test.each(kinds.flatMap((from) => kinds.map((to) => [from, to] as const)))(
    'convert %s to %s',
    (from, to) => {
      const [first, second] = [from, to].map((kind) => `tensor<7x50x${kind}>`);
      const made =
        from === 'i1'
          ? `%1 = stablehlo.compare LT, %x, %y : (${type}, ${type}) -> ${first}`
          : `%0 = stablehlo.abs %x : ${type}\n%1 = stablehlo.convert %0 : (${type}) -> ${first}`;
      const module = moduleOf(
        `${made}\n%2 = stablehlo.convert %1 : (${first}) -> ${second}`,
        ['%1', '%2'],
        [first!, second!],
      );
      const [together, oneByOne] = both(module);
      expect(together).toEqual(oneByOne);
      if (from === to) expect(together![1]).toEqual(together![0]);
    },
  );

  test('go on past computations on scalars that need nothing of them', () => {
    const module = moduleOf(
      `%0 = stablehlo.multiply %x, %y : ${type}
       %c = stablehlo.constant dense<2.0> : tensor<f32>
       %t = stablehlo.multiply %s, %c : tensor<f32>
       %b = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> ${type}
       %1 = stablehlo.add %0, %b : ${type}`,
      ['%1'],
      [type],
    );
    const { fusedSteps } = new ProgramRun(context).plans.of(entryFunction(module).body);
    expect(fusedSteps.map(({ op }) => op.name)).toEqual([
      'stablehlo.constant',
      'stablehlo.multiply',
      'stablehlo.add',
    ]);
    const [together, oneByOne] = both(module);
    expect(together).toEqual(oneByOne);
  });

  test('take the element of a constant that several of them use', () => {
    const module = moduleOf(
      `%c = stablehlo.constant dense<2.0> : ${type}
       %0 = stablehlo.multiply %x, %c : ${type}
       %1 = stablehlo.add %0, %c : ${type}
       %t = stablehlo.transpose %1, dims = [1, 0] : (${type}) -> tensor<50x7xf32>
       %u = stablehlo.transpose %t, dims = [1, 0] : (tensor<50x7xf32>) -> ${type}
       %2 = stablehlo.multiply %u, %c : ${type}
       %3 = stablehlo.subtract %2, %c : ${type}
       %4 = stablehlo.concatenate %3, %c, dim = 0 : (${type}, ${type}) -> tensor<14x50xf32>`,
      ['%4'],
      ['tensor<14x50xf32>'],
    );
    const { fusedSteps } = new ProgramRun(context).plans.of(entryFunction(module).body);
    expect(fusedSteps.map(({ op, operands }) => [op.name.slice(10), operands.length])).toEqual([
      ['add', 1],
      ['transpose', 1],
      ['transpose', 1],
      ['subtract', 1],
      ['constant', 0],
      ['concatenate', 2],
    ]);
    const [together, oneByOne] = both(module);
    expect(together).toEqual(oneByOne);
  });

  test('end before a computation of a scalar that needs them', () => {
    const module = moduleOf(
      `%0 = stablehlo.multiply %x, %y : ${type}
       %1 = stablehlo.add %0, %y : ${type}
       %p = stablehlo.slice %1 [0:1, 0:1] : (${type}) -> tensor<1x1xf32>
       %t = stablehlo.reshape %p : (tensor<1x1xf32>) -> tensor<f32>
       %b = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> ${type}
       %2 = stablehlo.add %1, %b : ${type}
       %3 = stablehlo.tanh %2 : ${type}`,
      ['%3'],
      [type],
    );
    const [together, oneByOne] = both(module);
    expect(together).toEqual(oneByOne);
  });

  test('constants and scalars that others use too are made for them', () => {
    const module = moduleOf(
      `%0 = stablehlo.multiply %x, %y : ${type}
       %c = stablehlo.constant dense<0.5> : ${type}
       %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> ${type}
       %1 = stablehlo.add %0, %b : ${type}
       %2 = stablehlo.add %1, %c : ${type}
       %t = stablehlo.transpose %b, dims = [1, 0] : (${type}) -> tensor<50x7xf32>
       %3 = stablehlo.negate %2 : ${type}`,
      ['%3', '%t', '%c', '%0'],
      [type, 'tensor<50x7xf32>', type, type],
    );
    const [together, oneByOne] = both(module);
    expect(together).toEqual(oneByOne);
  });

  test('small tensors, other kinds and mixed shapes stay as they are', () => {
    const module = moduleOf(
      `%0 = stablehlo.multiply %s, %s : tensor<f32>
       %1 = stablehlo.negate %0 : tensor<f32>
       %2 = stablehlo.convert %x : (${type}) -> tensor<7x50xf64>
       %3 = stablehlo.add %2, %2 : tensor<7x50xf64>
       %4 = stablehlo.multiply %3, %3 : tensor<7x50xf64>`,
      ['%1', '%4'],
      ['tensor<f32>', 'tensor<7x50xf64>'],
    );
    const { fusedSteps, steps } = new ProgramRun(context).plans.of(entryFunction(module).body);
    expect(fusedSteps).toEqual(steps);
  });

  test('give the numbers of one by one for random programs', () => {
    const property = fc.property(
      fc.array(fc.tuple(fc.nat(14), fc.nat(), fc.nat(), fc.nat()), { minLength: 2, maxLength: 70 }),
      fc.nat(),
      (ops, kept) => {
        const numbers = ['%x', '%y'];
        const truths: string[] = [];
        const lines = ops.map(([which, first, second, third], i) => {
          const pick = (from: readonly string[], at: number): string => from[at % from.length]!;
          const [a, b] = [pick(numbers, first), pick(numbers, second)];
          const name = `%v${i}`;
          if (which >= 13 && truths.length > 1) {
            const line = `${name} = stablehlo.${which === 13 ? 'and' : 'xor'} ${pick(truths, first)}, ${pick(truths, second)} : ${truth}`;
            truths.push(name);
            return line;
          }
          if (which === 12) {
            truths.push(name);
            return `${name} = stablehlo.compare ${['LT', 'GE', 'NE'][third % 3]!}, ${a}, ${b} : (${type}, ${type}) -> ${truth}`;
          }
          numbers.push(name);
          if (which === 11 && truths.length > 0)
            return `${name} = stablehlo.select ${pick(truths, third)}, ${a}, ${b} : ${truth}, ${type}`;
          if (which === 10) return `${name} = stablehlo.constant dense<${third % 7}.25> : ${type}`;
          if (which === 9)
            return `${name} = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> ${type}`;
          if (which === 8) return `${name} = stablehlo.reverse ${a}, dims = [1] : ${type}`;
          const unaries = ['tanh', 'exponential', 'logistic', 'negate', 'abs', 'log', 'rsqrt'];
          if (which > 4) return `${name} = stablehlo.${unaries[third % unaries.length]!} ${a} : ${type}`;
          return `${name} = stablehlo.${['add', 'subtract', 'multiply', 'divide', 'maximum'][which % 5]!} ${a}, ${b} : ${type}`;
        });
        const results = [numbers.at(-1)!, numbers[kept % numbers.length]!, ...truths.slice(-1)];
        const types = [type, type, ...truths.slice(-1).map(() => truth)];
        const [together, oneByOne] = both(moduleOf(lines.join('\n'), results, types));
        expect(together).toEqual(oneByOne);
      },
    );
    fc.assert(property, { seed: 3, numRuns: 60 });
  });
});
