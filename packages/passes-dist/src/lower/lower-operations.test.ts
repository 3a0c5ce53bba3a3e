import { runDist } from '@shardform/runtime-dist';
import { arrayOf, elementsOf, type NdArray, runSequential, type Scalar } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { distContext, functionIn, parsed, transformed } from '../../tests/dist-programs.ts';

const LOWER = 'dist-lower-to-stablehlo';
const x = arrayOf('f32', [2, 4], [1, -2, 3, -4, 5, 6, -7, 8]);
const y = arrayOf('f32', [2, 4], [1, 1, 1, 1, 2, 2, 2, 2]);

const T = (shape: string, device: number): string => `!dist.tensor<${shape}f32, ${device}>`;

/** What the devices' functions and the reference executor make of a program, and the operations of the former. */
function both(
  text: string,
  inputs: readonly NdArray[],
): { names: ReadonlySet<string>; values: Scalar[][]; expected: Scalar[][] } {
  const context = distContext();
  const module = transformed(text, LOWER, context);
  const names = new Set<string>();
  module.walk((op) => {
    names.add(op.name);
  });
  const values = runSequential(module, inputs, context).map(elementsOf);
  const expected = runDist(functionIn(parsed(text, context)), inputs, context).map(elementsOf);
  return { names, values, expected };
}

describe('collectives', () => {
  const collectives = [
    ['all_reduce sum', '', '2x2x'],
    ['all_reduce product', '', '2x2x'],
    ['all_reduce max', '', '2x2x'],
    ['all_gather', ' along 0', '4x2x'],
    ['reduce_scatter min', ' along 0', '1x2x'],
    ['all_to_all', ' split 0 concat 1', '1x4x'],
  ] as const;

  function program(
    name: string,
    attributes: string,
    shape: string,
    [a, b]: readonly [number, number],
  ): string {
    const parts = `${T('2x2x', a)}, ${T('2x2x', b)}`;
    const results = `${T(shape, a)}, ${T(shape, b)}`;
    return `func.func @f(%x: ${T('2x4x', 0)}) -> (${results}) {
      %0:2 = dist.scatter %x along 1 to [${a}, ${b}] : (${T('2x4x', 0)}) -> (${parts})
      %1:2 = dist.${name} %0#0, %0#1${attributes} : (${parts}) -> (${results})
      return %1#0, %1#1 : ${results}
    }`;
  }

  test.each(collectives)('%s of all devices', (name, attributes, shape) => {
    for (const devices of [
      [0, 1],
      [1, 0],
    ] as const) {
      const { names, values, expected } = both(program(name, attributes, shape, devices), [x]);
      expect(values).toEqual(expected);
      expect(names).toContain(`stablehlo.${name.split(' ')[0]!}`);
    }
  });

  test.each(collectives)('%s of some devices', (name, attributes, shape) => {
    const { names, values, expected } = both(program(name, attributes, shape, [1, 2]), [x]);
    expect(values).toEqual(expected);
    // Groups of one size only can't hold three devices by twos.
    expect(names.has(`stablehlo.${name.split(' ')[0]!}`)).toBe(name.startsWith('all_reduce'));
  });

  test('parts of different sizes are put together', () => {
    const types = `${T('2x4x', 0)}, ${T('1x4x', 1)}`;
    const results = `${T('3x4x', 0)}, ${T('3x4x', 1)}`;
    const text = `func.func @f(%x: ${T('2x4x', 0)}, %y: ${T('1x4x', 1)}) -> (${results}) {
      %0:2 = dist.all_gather %x, %y along 0 : (${types}) -> (${results})
      return %0#0, %0#1 : ${results}
    }`;
    const { values, expected } = both(text, [x, arrayOf('f32', [1, 4], [9, 8, 7, 6])]);
    expect(values).toEqual(expected);
  });
});

describe('what has a source or a target', () => {
  const parts = `${T('2x2x', 1)}, ${T('2x2x', 2)}`;

  test.each([
    ['gather', ' %0#0, %0#1 along 1 to 0', '2x4x', 0],
    ['gather', ' %0#0, %0#1 along 0 to 2', '4x2x', 2],
    ['reduce max', ' %0#0, %0#1 to 0', '2x2x', 0],
    ['reduce sum', ' %0#0, %0#1 to 1', '2x2x', 1],
  ])('%s%s', (name, operands, shape, device) => {
    const text = `func.func @f(%x: ${T('2x4x', 0)}) -> ${T(shape, device)} {
      %0:2 = dist.scatter %x along 1 to [1, 2] : (${T('2x4x', 0)}) -> (${parts})
      %1 = dist.${name}${operands} : (${parts}) -> ${T(shape, device)}
      return %1 : ${T(shape, device)}
    }`;
    const { values, expected } = both(text, [x]);
    expect(values).toEqual(expected);
  });

  test('tuples are their elements', () => {
    const tuple = `tuple<${T('2x4x', 0)}, ${T('2x4x', 1)}>`;
    const text = `func.func @f(%x: ${T('2x4x', 0)}) -> (${T('2x4x', 1)}, ${T('4x4x', 0)}) {
      %0 = dist.broadcast %x to [0, 1] : (${T('2x4x', 0)}) -> ${tuple}
      %1 = dist.select %0[1] : (${tuple}) -> ${T('2x4x', 1)}
      %2 = dist.select %0[0] : (${tuple}) -> ${T('2x4x', 0)}
      %3 = dist.concat %2, %2 along 0 : (${T('2x4x', 0)}, ${T('2x4x', 0)}) -> ${T('4x4x', 0)}
      dist.free %2 : ${T('2x4x', 0)}
      return %1, %3 : ${T('2x4x', 1)}, ${T('4x4x', 0)}
    }`;
    const { values, expected } = both(text, [x]);
    expect(values).toEqual(expected);
  });
});

describe('computations', () => {
  const t = T('2x4x', 0);
  const binary = `(${t}, ${t}) -> ${t}`;

  test.each([
    ['add', `%x, %y : ${binary}`, '2x4x'],
    ['sub', `%x, %y : ${binary}`, '2x4x'],
    ['mul', `%x, %y : ${binary}`, '2x4x'],
    ['div', `%x, %y : ${binary}`, '2x4x'],
    ['relu', `%x : (${t}) -> ${t}`, '2x4x'],
    ['tanh', `%x : (${t}) -> ${t}`, '2x4x'],
    ['identity', `%x : (${t}) -> ${t}`, '2x4x'],
    ['relu_grad', `%x, %y : ${binary}`, '2x4x'],
    ['transpose', `%x by [1, 0] : (${t}) -> ${T('4x2x', 0)}`, '4x2x'],
    ['loss', `%x, %y batch 4 : (${t}, ${t}) -> ${T('', 0)}`, ''],
    ['loss_grad', `%x, %y batch 4 : ${binary}`, '2x4x'],
    ['sgd', `%x, %y rate 0.5 : ${binary}`, '2x4x'],
    ['matmul_rhs_grad', `%x, %y : (${t}, ${t}) -> ${T('4x4x', 0)}`, '4x4x'],
    ['matmul_lhs_grad', `%x, %y : (${t}, ${t}) -> ${T('2x2x', 0)}`, '2x2x'],
    ['constant', `dense<[1.0, 2.0]> : tensor<2xf32> on 0 : ${T('2x', 0)}`, '2x'],
  ])('%s', (name, rest, shape) => {
    const result = T(shape, 0);
    const { values, expected } = both(
      `func.func @f(%x: ${t}, %y: ${t}) -> ${result} {
        %0 = dist.${name} ${rest}
        return %0 : ${result}
      }`,
      [x, y],
    );
    expect(values).toEqual(expected);
  });

  test('sizes of 1 and missing dimensions are repeated', () => {
    const [row, column] = [T('4x', 0), T('2x1x', 0)];
    const { values, expected } = both(
      `func.func @f(%x: ${row}, %y: ${column}) -> ${t} {
        %0 = dist.add %x, %y : (${row}, ${column}) -> ${t}
        return %0 : ${t}
      }`,
      [arrayOf('f32', [4], [1, 2, 3, 4]), arrayOf('f32', [2, 1], [10, 20])],
    );
    expect(values).toEqual(expected);
  });

  test('products of batches', () => {
    const [a, b, c] = [T('2x1x2x', 0), T('2x2x1x', 0), T('2x1x1x', 0)];
    const { values, expected } = both(
      `func.func @f(%x: ${a}, %y: ${b}) -> ${c} {
        %0 = dist.matmul %x, %y : (${a}, ${b}) -> ${c}
        return %0 : ${c}
      }`,
      [arrayOf('f32', [2, 1, 2], [1, 2, 3, 4]), arrayOf('f32', [2, 2, 1], [5, 6, 7, 8])],
    );
    expect(values).toEqual(expected);
  });
});
