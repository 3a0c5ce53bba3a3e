import { Context, parseModule, printOp, SourceText, verifyOp } from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { ttcoreDialect } from '../extension.ts';

/** The text printed again, or the first complaint about it. */
function roundTrip(text: string): string {
  const context = new Context([ttcoreDialect]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module === null || !verifyOp(module, context)) return messages[0] ?? 'failed silently';
  return printOp(module, context).trim();
}

/** A function of two tensors and a dictionary with some lines. */
const body = (...lines: readonly string[]): string => `module {
  func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<i32>, %arg2: !ttcore.dict) {
${lines.map((line) => `    ${line}\n`).join('')}    return
  }
}`;

describe('tuples', () => {
  it('are kept, also of tuples', () => {
    const text = body(
      '%0 = ttcore.tuple %arg0, %arg1 : tuple<tensor<2xf32>, tensor<i32>>',
      '%1 = ttcore.get_tuple_element %0[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>',
    );
    expect(roundTrip(text)).toBe(text);
  });

  it.each([
    ['%0 = ttcore.tuple %arg0 : tensor<2xf32>', "custom op 'ttcore.tuple' Expected tuple type"],
    [
      '%0 = ttcore.tuple %arg0 : tuple<tensor<2xf32>>\n%1 = ttcore.get_tuple_element %0[1] : (tuple<tensor<2xf32>>) -> tensor<2xf32>',
      'index 1 is out of bounds of operand with size 1',
    ],
    [
      '%0 = ttcore.tuple %arg0 : tuple<tensor<2xf32>>\n%1 = ttcore.get_tuple_element %0[-1] : (tuple<tensor<2xf32>>) -> tensor<2xf32>',
      "'ttcore.get_tuple_element' op attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative",
    ],
  ])('%s is wrong', (line, message) => {
    expect(roundTrip(body(line))).toBe(message);
  });
});

describe('dictionaries', () => {
  it('are kept with keys of both kinds', () => {
    const text = body(
      'ttcore.set_key_value %arg2["weights"] = %arg0, %arg1 : !ttcore.dict, tensor<2xf32>, tensor<i32>',
      'ttcore.set_key_value %arg2[3 : index] = %arg0 : !ttcore.dict, tensor<2xf32>',
      '%0:2 = ttcore.get_key_value %arg2["weights"] : (!ttcore.dict) -> (tensor<2xf32>, tensor<i32>)',
    );
    expect(roundTrip(text)).toBe(text);
  });

  it.each([
    [
      '"ttcore.set_key_value"(%arg2) <{key = "w"}> : (!ttcore.dict) -> ()',
      "'ttcore.set_key_value' op requires at least one value",
    ],
    [
      '"ttcore.get_key_value"(%arg2) <{key = "w"}> : (!ttcore.dict) -> ()',
      "'ttcore.get_key_value' op requires at least one result",
    ],
    [
      '"ttcore.get_key_value"(%arg2) <{key = 1 : i32}> : (!ttcore.dict) -> tensor<2xf32>',
      "'ttcore.get_key_value' op attribute 'key' failed to satisfy constraint: string attribute or index attribute",
    ],
  ])('%s is wrong', (line, message) => {
    expect(roundTrip(body(line.replace(/^"ttcore.get.*-> tensor.*$/, '%0 = $&')))).toBe(message);
  });
});

describe('globals and barriers', () => {
  it('are kept', () => {
    const text = `module {
  ttcore.global @weights = tensor<2x2xf32> [0]
  ttcore.global @bias = tensor<2xf32>
  func.func @main(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = ttcore.get_global @weights : tensor<2x2xf32>
    %1 = "ttcore.optimization_barrier"(%0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    return %1 : tensor<2x2xf32>
  }
}`;
    expect(roundTrip(text)).toBe(text);
  });
});

describe('modules of devices and hosts', () => {
  const nested = (op: string, inner: string): string => `module {
  ${op} {
${inner}  }
}`;
  const MODULE = '    builtin.module {\n    }\n';

  it.each(['ttcore.device_module', 'ttcore.cpu_module'])('%s is kept', (op) => {
    expect(roundTrip(nested(op, MODULE))).toBe(nested(op, MODULE));
  });

  it.each(['ttcore.device_module', 'ttcore.cpu_module'])('%s holds one module', (op) => {
    expect(roundTrip(nested(op, MODULE + MODULE))).toBe(`'${op}' op Expected exactly one block`);
    expect(roundTrip(nested(op, '    func.func private @f()\n'))).toBe(
      `'${op}' op Expected exactly one ModuleOp but found 0`,
    );
  });
});

describe('cached loads', () => {
  const load = (callee: string, inputs: string, results: string): string => `module {
  func.func private @${callee}
  func.func @main(%arg0: tensor<2xf32>) {
    %0${results.startsWith('(') ? ':2' : ''} = ttcore.load_cached(@f, [${inputs}]) : (${inputs === '' ? '' : 'tensor<2xf32>'}) -> ${results}
    return
  }
}`;

  it.each([
    ['f(tensor<2xf32>) -> tensor<4xf32>', '%arg0', 'tensor<4xf32>'],
    ['f() -> (tensor<4xf32>, tensor<2xf32>)', '', '(tensor<4xf32>, tensor<2xf32>)'],
    [
      'f(tuple<tensor<2xf32>>) -> tuple<tensor<4xf32>, tensor<2xf32>>',
      '%arg0',
      '(tensor<4xf32>, tensor<2xf32>)',
    ],
  ])('of @%s are kept', (callee, inputs, results) => {
    const text = load(callee, inputs, results);
    expect(roundTrip(text)).toBe(text);
  });

  it.each([
    [
      'f() -> tensor<4xf32>',
      '%arg0',
      'tensor<4xf32>',
      'Incorrect number of operands for callee -- expected 0 but got: 1',
    ],
    [
      'f(tensor<2xf32>) -> tensor<4xf32>',
      '',
      'tensor<4xf32>',
      'Incorrect number of operands for callee -- expected 1 but got: 0',
    ],
    ['f(tensor<3xf32>) -> tensor<4xf32>', '%arg0', 'tensor<4xf32>', 'Operand type mismatch at index 0'],
    [
      'f(tensor<2xf32>) -> tensor<4xf32>',
      '%arg0',
      '(tensor<4xf32>, tensor<4xf32>)',
      'Incorrect number of results for callee -- expected 1 but got: 2',
    ],
    [
      'f(tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>)',
      '%arg0',
      '(tensor<4xf32>, tensor<4xf32>)',
      'Result type mismatch at index 1',
    ],
  ])('of @%s with [%s] giving %s are wrong', (callee, inputs, results, message) => {
    expect(roundTrip(load(callee, inputs, results))).toBe(`'ttcore.load_cached' op ${message}`);
  });
});
