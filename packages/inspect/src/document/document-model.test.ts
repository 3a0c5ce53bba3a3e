import { Context } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { documentNames, valuesAt } from './document-values.ts';
import { type DocumentModel, operationNameAt, readDocument } from './document-model.ts';

const TEXT = `sdy.mesh @mesh = <["x"=2]>
func.func @twice(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @twice(%a) : (tensor<4xf32>) -> tensor<4xf32> loc("source.py":7:1)
  %1:2 = "stablehlo.optimization_barrier"(%0, %a) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %1#1 : tensor<4xf32>
}
`;

function read(text: string): DocumentModel {
  return readDocument('file:///a.mlir', text, new Context([funcDialect, stablehloDialect, sdyDialect]));
}

/** The offset of the `count`th occurrence of `word`. */
function offsetOf(text: string, word: string, count = 1): number {
  let at = -1;
  for (let i = 0; i < count; i++) at = text.indexOf(word, at + 1);
  return at;
}

test('each function has its own names', () => {
  const { names, isValid } = read(TEXT);
  expect(isValid).toBe(true);
  const use = names.at(offsetOf(TEXT, '%a', 5))!;
  expect(names.definitionOf(use)!.start).toBe(offsetOf(TEXT, '%a', 4));
  expect(names.occurrencesOf(names.at(offsetOf(TEXT, '%a'))!).map(({ start }) => start)).toEqual(
    [1, 2, 3].map((count) => offsetOf(TEXT, '%a', count)),
  );
});

test('symbols lead to the operation that defines them', () => {
  const { names } = read(TEXT);
  expect(names.definitionOf(names.at(offsetOf(TEXT, '@twice', 2))!)!.start).toBe(offsetOf(TEXT, '@twice'));
});

test('operations are found by their names, whatever location they claim', () => {
  const model = read(TEXT);
  expect(operationNameAt(model, offsetOf(TEXT, 'call') + 2)?.op.name).toBe('func.call');
  expect(operationNameAt(model, offsetOf(TEXT, '"stablehlo.opt') + 9)?.op.name).toBe(
    'stablehlo.optimization_barrier',
  );
  expect(operationNameAt(model, offsetOf(TEXT, '-> tensor'))).toBeNull();
});

test('of results that share a name the number tells which is meant', () => {
  const model = read(TEXT);
  const { values, first, name } = valuesAt(model, offsetOf(TEXT, '%1#1'))!;
  expect([values.length, first, name]).toEqual([1, 1, '%1']);
  const all = valuesAt(model, offsetOf(TEXT, '%1:2'))!;
  expect([all.values.length, all.first]).toEqual([2, 0]);
  expect(documentNames(model).textName(values[0]!)).toBe('%1#1');
  expect(valuesAt(model, offsetOf(TEXT, 'return'))).toBeNull();
});

test('several results share a name', () => {
  const model = read(TEXT);
  const use = model.names.at(offsetOf(TEXT, '%1#1'))!;
  expect(model.values.get(model.names.definitionOf(use)!.start)).toHaveLength(2);
});

test('names of operations that are wrong are known', () => {
  const text = `func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.nothing %a : tensor<4xf32>
  %1 = stablehlo.add %0, %a : tensor<4xf32>
  %2 = stablehlo.add %1, : tensor<4xf32>
  return
}
`;
  const { names, diagnostics, isValid } = read(text);
  expect(isValid).toBe(false);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "custom op 'stablehlo.nothing' is unknown",
    'expected SSA operand',
  ]);
  expect(names.definitionOf(names.at(offsetOf(text, '%0', 2))!)!.start).toBe(offsetOf(text, '%0'));
});
