import { describe, expect, test } from 'vitest';
import { Context, parseModule, parsePipeline, printOp, runPasses } from '@shardform/ir-core';
import { stablehloTestPasses } from './extension.ts';

/** The lines of a function after a pass, its first line and its end left out; messages where it fails. */
function afterPass(pass: string, parameters: string, text: string): string[] {
  const context = new Context([stablehloTestPasses]);
  context.allowUnregisteredDialects = true;
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(`func.func @f(${parameters}) {\n${text}\nreturn\n}`, context)!;
    runPasses(module, parsePipeline(`builtin.module(func.func(${pass}))`, context), context);
    return module;
  });
  if (diagnostics.length > 0) return diagnostics.map(({ message }) => message);
  return printOp(result, context)
    .split('\n')
    .slice(2, -4)
    .map((line) => line.trim());
}

describe('hlo-test-infer', () => {
  test('shows what the operation infers', () => {
    const text = `%0 = stablehlo.abs %a : (tensor<2x?xf32>) -> tensor<2x3xf32>
      "hlo_test_infer.get_return_types"(%0) : (tensor<2x3xf32>) -> ()`;
    expect(afterPass('hlo-test-infer', '%a: tensor<2x?xf32>', text)).toEqual([
      '%0 = stablehlo.abs %arg0 : (tensor<2x?xf32>) -> tensor<2x3xf32>',
      '"hlo_test_infer.return_types"(%0) {types0 = tensor<2x?xf32>} : (tensor<2x3xf32>) -> ()',
    ]);
  });

  test('contractions leave the element type open', () => {
    const text = `%0 = stablehlo.dot %a, %a : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
      "hlo_test_infer.get_return_type_components"(%0) : (tensor<2x2xf32>) -> ()`;
    expect(afterPass('hlo-test-infer', '%a: tensor<2x2xf32>', text)[1]).toBe(
      '"hlo_test_infer.return_type_components"(%0) {types0 = tensor<2x2xindex>} : (tensor<2x2xf32>) -> ()',
    );
  });
});

describe('hlo-test-speculatability', () => {
  // Parameters, operation with its result type, whether it may be executed early.
  test.each([
    ['%a: tensor<2xf32>', 'stablehlo.abs %a : tensor<2xf32>', 'tensor<2xf32>', 'speculatable'],
    ['%a: tensor<?xf32>', 'stablehlo.abs %a : (tensor<?xf32>) -> tensor<2xf32>', 'tensor<2xf32>', 'not'],
    ['%a: tensor<?xf32>', 'stablehlo.abs %a : tensor<?xf32>', 'tensor<?xf32>', 'speculatable'],
    ['%a: tensor<2xf32>', 'stablehlo.add %a, %a : tensor<2xf32>', 'tensor<2xf32>', 'speculatable'],
    ['%a: tensor<?xf32>', 'stablehlo.add %a, %a : tensor<?xf32>', 'tensor<?xf32>', 'not'],
    [
      '%a: tensor<?x2xf32>',
      'stablehlo.transpose %a, dims = [1, 0] : (tensor<?x2xf32>) -> tensor<2x?xf32>',
      'tensor<2x?xf32>',
      'speculatable',
    ],
    [
      '%a: tensor<?x2xf32>',
      'stablehlo.transpose %a, dims = [1, 0] : (tensor<?x2xf32>) -> tensor<2x3xf32>',
      'tensor<2x3xf32>',
      'not',
    ],
    [
      '%a: tensor<?xf32>',
      'stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>',
      'tensor<?xf32>',
      'speculatable',
    ],
    [
      '%a: tensor<?xf32>',
      'stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>',
      'tensor<4xf32>',
      'not',
    ],
    [
      '%a: tensor<2xf32>, %s: tensor<1xi32>',
      'stablehlo.dynamic_reshape %a, %s : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xf32>',
      'tensor<?xf32>',
      'not',
    ],
    [
      '%a: tensor<?x2xf32>',
      'stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x?xf32>',
      'tensor<?x?xf32>',
      'speculatable',
    ],
    [
      '%a: tensor<?x2xf32>',
      'stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<2x2xf32>',
      'tensor<2x2xf32>',
      'not',
    ],
    ['%a: tensor<2x2xf32>', 'stablehlo.cholesky %a : tensor<2x2xf32>', 'tensor<2x2xf32>', 'not'],
    [
      '%a: tensor<2xf32>',
      'stablehlo.custom_call @f(%a) : (tensor<2xf32>) -> tensor<2xf32>',
      'tensor<2xf32>',
      'not',
    ],
  ])('(%s) %s', (parameters, op, type, answer) => {
    const assertion = (name: string): string =>
      `%0 = ${op}\n"hlo_test_speculatability.${name}"(%0) : (${type}) -> ()`;
    const [holds, fails] =
      answer === 'not'
        ? ['is_not_speculatable', 'is_speculatable']
        : ['is_speculatable', 'is_not_speculatable'];
    const run = (name: string): string[] =>
      afterPass('hlo-test-speculatability', parameters, assertion(name));
    expect(run(holds)).toEqual([]);
    expect(run(fails)).toHaveLength(2);
  });
});

describe('hlo-test-broadcast', () => {
  const broadcast = (parameters: string, types: string): string[] =>
    afterPass(
      'hlo-test-broadcast',
      parameters,
      `%0 = "hlo_test_broadcast.numpy_broadcast"(%a, %b) : (${types}) -> !stablehlo.token`,
    );

  test('sizes of one are repeated, dimensions are aligned at the last', () => {
    expect(broadcast('%a: tensor<5xf32>, %b: tensor<10x1xf32>', 'tensor<5xf32>, tensor<10x1xf32>')).toEqual([
      '%0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<5xf32>) -> tensor<10x5xf32>',
      '%1 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<10x1xf32>) -> tensor<10x5xf32>',
      '%2 = stablehlo.custom_call @numpy_broadcasted(%0, %1) : (tensor<10x5xf32>, tensor<10x5xf32>) -> !stablehlo.token',
    ]);
  });

  test('bounded dimensions are repeated up to the bound and told their size', () => {
    const bounded = 'tensor<?xf32, #stablehlo.bounds<10>>';
    expect(broadcast(`%a: ${bounded}, %b: tensor<f32>`, `${bounded}, tensor<f32>`)).toEqual([
      '%0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<10xf32>',
      `%1 = stablehlo.get_dimension_size %arg0, dim = 0 : (${bounded}) -> tensor<i32>`,
      `%2 = stablehlo.set_dimension_size %0, %1, dim = 0 : (tensor<10xf32>, tensor<i32>) -> ${bounded}`,
      `%3 = stablehlo.custom_call @numpy_broadcasted(%arg0, %2) : (${bounded}, ${bounded}) -> !stablehlo.token`,
    ]);
  });

  test.each([
    ['tensor<10xf32>', 'tensor<5xf32>', 'incompatible shapes for broadcasting 10 and 5'],
    [
      'tensor<10xf32>',
      'tensor<?xf32, #stablehlo.bounds<10>>',
      'cannot mix bounded and static dimensions in broadcast',
    ],
    ['!stablehlo.token', 'tensor<f32>', 'expected ranked tensor type for broadcast inputs'],
  ])('%s and %s are rejected', (a, b, message) => {
    expect(broadcast(`%a: ${a}, %b: ${b}`, `${a}, ${b}`)).toEqual([message]);
  });
});
