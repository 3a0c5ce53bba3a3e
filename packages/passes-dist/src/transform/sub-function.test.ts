import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { Context, parseModule, printOp, type Value, verifyOp } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { distPasses } from '../extension.ts';
import { subFunction, subFunctionBounds } from './sub-function.ts';

const context = new Context([distPasses]);
const type = 'tensor<4xf32>';

function functionOf(body: string, inputs: number) {
  const list = Array.from({ length: inputs }, (_, i) => `%x${i}: ${type}`).join(', ');
  const module = parseModule(`func.func @main(${list}) -> ${type} {\n${body}\n}`, context)!;
  const func = [...module.body].find((op) => op instanceof FuncOp)!;
  return { func, ops: [...func.body.entry].filter((op) => !(op instanceof ReturnOp)) };
}

describe('of nine additions in a chain', () => {
  const sums = Array.from(
    { length: 9 },
    (_, i) => `%a${i} = stablehlo.add %${i === 0 ? 'x0' : `a${i - 1}`}, %x${i + 1} : ${type}`,
  );
  const { func, ops } = functionOf(`${sums.join('\n')}\nreturn %a8 : ${type}`, 10);
  const names = new Map<Value, string>([
    ...func.body.entry.arguments.map((value, i) => [value, `x${i}`] as const),
    ...ops.map((op, i) => [op.results[0]!, `a${i}`] as const),
  ]);
  const namesOf = (values: readonly Value[]) => values.map((value) => names.get(value));

  test.each([
    [0, 3, ['x0', 'x1', 'x2', 'x3'], ['a2']],
    [3, 6, ['a2', 'x4', 'x5', 'x6'], ['a5']],
    [6, 9, ['a5', 'x7', 'x8', 'x9'], ['a8']],
  ])('those from %i to %i take %j and give %j', (start, end, inputs, outputs) => {
    const bounds = subFunctionBounds(ops.slice(start, end));
    expect(namesOf(bounds.inputs)).toEqual(inputs);
    expect(namesOf(bounds.outputs)).toEqual(outputs);
  });

  test('a part is a function', () => {
    const part = subFunction(ops.slice(3, 6), 'part');
    expect(verifyOp(part, context)).toBe(true);
    expect(printOp(part, context))
      .toBe(`func.func private @part(%arg0: ${type}, %arg1: ${type}, %arg2: ${type}, %arg3: ${type}) -> ${type} {
  %0 = stablehlo.add %arg0, %arg1 : ${type}
  %1 = stablehlo.add %0, %arg2 : ${type}
  %2 = stablehlo.add %1, %arg3 : ${type}
  return %2 : ${type}
}
`);
    expect(ops).toHaveLength(9);
  });
});

test('what only regions use goes in, too, and what nobody else uses stays inside', () => {
  const { func, ops } = functionOf(
    `%0 = stablehlo.constant dense<true> : tensor<i1>
     %1 = "stablehlo.if"(%0) ({
       %2 = stablehlo.tanh %x0 : ${type}
       stablehlo.return %2 : ${type}
     }, {
       stablehlo.return %x1 : ${type}
     }) : (tensor<i1>) -> ${type}
     %3 = stablehlo.negate %1 : ${type}
     return %3 : ${type}`,
    2,
  );
  const { inputs, outputs } = subFunctionBounds(ops);
  expect(inputs).toEqual(func.body.entry.arguments);
  expect(outputs).toEqual([ops[2]!.results[0]]);
  expect(verifyOp(subFunction(ops, 'part'), context)).toBe(true);
});
