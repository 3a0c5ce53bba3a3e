import { FuncOp } from '@shardform/dialect-func';
import { Context, parseModule } from '@shardform/ir-core';
import { arrayOf, elementsOf, type NdArray } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { flattenFunction } from '../program/flatten-function.ts';
import { opHistogram } from '../program/flat-program.ts';
import { distSimulator } from './extension.ts';
import { runDist } from './run-dist.ts';

const context = new Context([distSimulator]);

function functionOf(text: string): FuncOp {
  return [...parseModule(text, context)!.body].find((op) => op instanceof FuncOp)!;
}

function run(parameters: string, types: string, body: string, inputs: readonly NdArray[]) {
  const func = functionOf(`func.func @f(${parameters}) -> ${types} {\n${body}\n}`);
  return runDist(func, inputs, context).map(elementsOf);
}

const T = (shape: string, device: number | string): string => `!dist.tensor<${shape}f32, ${device}>`;
const x = arrayOf('f32', [2, 4], [1, -2, 3, -4, 5, 6, -7, 8]);
const y = arrayOf('f32', [2, 4], [1, 1, 1, 1, 2, 2, 2, 2]);

describe('operations of one device', () => {
  test('arithmetic repeats sizes of 1', () => {
    const row = arrayOf('f32', [4], [1, 2, 3, 4]);
    const types = `(${T('2x4x', 0)}, ${T('4x', 0)}) -> ${T('2x4x', 0)}`;
    expect(
      run(
        `%x: ${T('2x4x', 0)}, %r: ${T('4x', 0)}`,
        T('2x4x', 0),
        `%0 = dist.mul %x, %r : ${types}\nreturn %0 : ${T('2x4x', 0)}`,
        [x, row],
      ),
    ).toEqual([[1, -4, 9, -16, 5, 12, -21, 32]]);
  });

  test('gradients of relu', () => {
    const t = T('2x4x', 0);
    expect(
      run(`%x: ${t}, %y: ${t}`, t, `%0 = dist.relu_grad %x, %y : (${t}, ${t}) -> ${t}\nreturn %0 : ${t}`, [
        x,
        y,
      ]),
    ).toEqual([[1, 0, 1, 0, 2, 2, 0, 2]]);
  });

  test('a loss is the sum of squares over the batch', () => {
    const t = T('2x4x', 0);
    expect(
      run(
        `%x: ${t}, %y: ${t}`,
        T('', 0),
        `%0 = dist.loss %x, %y batch 2 : (${t}, ${t}) -> ${T('', 0)}\nreturn %0 : ${T('', 0)}`,
        [x, y],
      ),
    ).toEqual([[(0 + 9 + 4 + 25 + 9 + 16 + 81 + 36) / 2]]);
  });
});

describe('communication', () => {
  const parts = `%0:2 = dist.scatter %x along 1 to [1, 2] : (${T('2x4x', 0)}) -> (${T('2x2x', 1)}, ${T('2x2x', 2)})`;

  test.each([
    [
      'gather',
      `%1 = dist.gather %0#0, %0#1 along 1 to 0 : (${T('2x2x', 1)}, ${T('2x2x', 2)}) -> ${T('2x4x', 0)}`,
      T('2x4x', 0),
      [1, -2, 3, -4, 5, 6, -7, 8],
    ],
    [
      'reduce max',
      `%1 = dist.reduce max %0#0, %0#1 to 0 : (${T('2x2x', 1)}, ${T('2x2x', 2)}) -> ${T('2x2x', 0)}`,
      T('2x2x', 0),
      [3, -2, 5, 8],
    ],
  ])('%s', (_, text, type, expected) => {
    expect(run(`%x: ${T('2x4x', 0)}`, type, `${parts}\n${text}\nreturn %1 : ${type}`, [x])).toEqual([
      expected,
    ]);
  });

  test.each([
    ['all_reduce sum', '', '2x2x', [4, -6, -2, 14]],
    ['all_gather', ' along 0', '4x2x', [1, -2, 5, 6, 3, -4, -7, 8]],
    ['reduce_scatter sum', ' along 0', '1x2x', [4, -6]],
    ['all_to_all', ' split 0 concat 1', '1x4x', [1, -2, 3, -4]],
  ])('%s', (name, attributes, shape, expected) => {
    const text = `%1:2 = dist.${name} %0#0, %0#1${attributes} : (${T('2x2x', 1)}, ${T('2x2x', 2)}) -> (${T(shape, 1)}, ${T(shape, 2)})`;
    const [first] = run(
      `%x: ${T('2x4x', 0)}`,
      T(shape, 1),
      `${parts}\n${text}\nreturn %1#0 : ${T(shape, 1)}`,
      [x],
    );
    expect(first).toEqual(expected);
  });
});

test('a computation of tensors runs on a device', () => {
  const body = `%0 = dist.on 3 (%x) (%a: tensor<2x4xf32>) {
    %1 = stablehlo.add %a, %a : tensor<2x4xf32>
    dist.return %1 : tensor<2x4xf32>
  } : (${T('2x4x', 3)}) -> ${T('2x4x', 3)}
  return %0 : ${T('2x4x', 3)}`;
  expect(run(`%x: ${T('2x4x', 3)}`, T('2x4x', 3), body, [x])).toEqual([[2, -4, 6, -8, 10, 12, -14, 16]]);
});

test('inputs have to be what the function takes', () => {
  const t = T('2x4x', 0);
  const func = functionOf(`func.func @f(%x: ${t}) -> ${t} { return %x : ${t} }`);
  expect(() => runDist(func, [], context)).toThrow('expected 1 inputs, got 0');
  expect(() => runDist(func, [arrayOf('f32', [1], [1])], context)).toThrow(
    `input 0 is 'tensor<1xf32>', expected '!dist.tensor<2x4xf32, 0>'`,
  );
});

test('a pipeline is written out microbatch by microbatch', () => {
  const [m, w] = [T('1x4x', 0), T('4x4x', 0)];
  const func = functionOf(`func.func @f(%x: ${T('2x4x', 0)}, %w: ${w}) -> (${T('2x4x', 0)}, ${m}) {
    %s = dist.split %x along 0 into 2 : (${T('2x4x', 0)}) -> tuple<${m}, ${m}>
    %r:2 = dist.pipeline (%s) with (%w) (%a: ${m}, %b: ${w}) {
      %y = dist.matmul %a, %b : (${m}, ${w}) -> ${m}
      dist.return %y, %y : ${m}, ${m}
    } results [concat, sum] : (tuple<${m}, ${m}>, ${w}) -> (${T('2x4x', 0)}, ${m})
    return %r#0, %r#1 : ${T('2x4x', 0)}, ${m}
  }`);
  expect(opHistogram(flattenFunction(func, context))).toEqual({
    SplitUniform: 1,
    MatMul: 2,
    Add: 1,
    Concat: 1,
  });
  const identity = arrayOf('f32', [4, 4], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  expect(runDist(func, [x, identity], context).map(elementsOf)).toEqual([
    [1, -2, 3, -4, 5, 6, -7, 8],
    [6, 4, -4, 4],
  ]);
});

test('what can not be simulated is named', () => {
  const func = functionOf(`func.func @f(%x: !dist.tensor<?xf32, 0>) { return }`);
  expect(() => flattenFunction(func, context)).toThrow("the shape of '!dist.tensor<?xf32, 0>' is not known");
});
