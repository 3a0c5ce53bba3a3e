import { funcDialect } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context, type ModuleOp, parsePartialModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { NamedValues } from './named-values.ts';
import { resolveValue } from './value-reference.ts';

const text = `
func.func @main(%arg0: tensor<4xf32> loc("p['layers'][0]['w']"), %arg1: tensor<4xf32> loc("p['layers'][1]['w']"), %arg2: tensor<4xf32> {jax.arg_info = "x"}) -> (tensor<4xf32>, tensor<4xf32> {jax.result_info = "result['loss']"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32> loc("jit(f)/block0/add")
  %1:2 = stablehlo.optimization_barrier %0, %arg2 : tensor<4xf32>, tensor<4xf32>
  %only = stablehlo.tanh %0 : tensor<4xf32> loc("jit(f)/block1/tanh")
  %2 = stablehlo.tanh %only : tensor<4xf32> loc("jit(f)/block2/tanh")
  return %1#1, %2 : tensor<4xf32>, tensor<4xf32>
}
func.func private @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %arg0 : tensor<4xf32>
  %inner = stablehlo.tanh %0 : tensor<4xf32>
  return %inner : tensor<4xf32>
}
func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  %both = stablehlo.negate %x : tensor<4xf32>
  return %both : tensor<4xf32>
}
func.func private @h(%x: tensor<4xf32> {onnx.name = "block.2.weight"}) -> tensor<4xf32> {
  %both = stablehlo.negate %x : tensor<4xf32>
  return %both : tensor<4xf32>
}
`;

function program(): { module: ModuleOp; names: NamedValues } {
  const names = new NamedValues('-');
  const context = new Context([builtinPasses, funcDialect, stablehloDialect]);
  const { module } = parsePartialModule(text, context, (name, values) => names.add(name, values));
  names.addCopiesOf(module);
  return { module, names };
}

function described(reference: string, functionName: string | null = null): string {
  const { module, names } = program();
  return resolveValue(reference, functionName, module, names)
    .map((value) => names.describe(value))
    .join(' ');
}

test.each([
  ['%0', '%0'],
  ['0', '%0'],
  ['%1#1', '%1#1'],
  ['@f:%0', '@f:%0'],
  ['@main:%0', '%0'],
  ['%inner', '@f:%inner'],
  ["p['layers'][0]['w']", "p['layers'][0]['w']"],
  ['layers[1].w', "p['layers'][1]['w']"],
  ['0.w', "p['layers'][0]['w']"],
  ['x', 'x'],
  ["result['loss']", '%2'],
  ['loss', '%2'],
  ['argument 1', "p['layers'][1]['w']"],
  ['@h:block.2.weight', '@h:block.2.weight'],
  ['res0', '%1#1'],
  ['block0/add', '%0'],
  ['add', '%0'],
])('%s means %s', (reference, expected) => {
  expect(described(reference)).toBe(expected);
});

test.each([
  ['w', "'w' may be any of p['layers'][0]['w'], p['layers'][1]['w']"],
  ['tanh', "'tanh' may be any of %only (block1/tanh), %2 (block2/tanh)"],
  ['%both', "@main has no value '%both', but other functions have: @g:%both, @h:%both"],
  ['%onli', "the file has no value '%onli'; did you mean '%only'?"],
  ["p['layers'][2]['w']", "did you mean 'p['layers'][0]['w']'?"],
  ['@k:%0', "the file has no function '@k'"],
  ['@f:%9', "the file has no value '@f:%9' in @f"],
])('%s is refused: %s', (reference, message) => {
  expect(() => described(reference)).toThrow(message);
});

test('a function may be named apart', () => {
  expect(described('%0', '@f')).toBe('@f:%0');
  expect(() => described('%inner', 'main')).toThrow("no value '%inner' in @main");
});

test('values of what was not read from text have the names that its text would have', () => {
  const { module } = program();
  const names = new NamedValues('-');
  names.addPrinted(module);
  expect(resolveValue('%1#1', null, module, names)).toHaveLength(1);
  expect(names.names).toEqual(expect.arrayContaining(['%arg2', '%0', '%1', '%1#0', '%1#1', '%3']));
});
