import { describe, expect, test } from 'vitest';
import { Context, parseModule, parsePipeline, printOp, runPasses } from '@shardform/ir-core';
import { stablehloTestPasses } from './extension.ts';

const context = new Context([stablehloTestPasses]);
context.allowUnregisteredDialects = true;

/** What computes the shape of `%0`, with the operation itself where it is still needed; messages otherwise. */
function reified(parameters: string, op: string, type: string, extents: string): string[] {
  const text = `func.func @f(${parameters}) -> ${extents} {
    %0 = ${op}
    %1 = "hlo_test_infer.reify_return_type_shapes"(%0) : (${type}) -> ${extents}
    return %1 : ${extents}
  }`;
  const { result, diagnostics } = context.diagnostics.capture(() => {
    const module = parseModule(text, context)!;
    runPasses(module, parsePipeline('builtin.module(func.func(hlo-test-infer))', context), context);
    return module;
  });
  if (diagnostics.length > 0) return diagnostics.map(({ severity, message }) => `${severity}: ${message}`);
  return printOp(result, context)
    .split('\n')
    .slice(2, -4)
    .map((line) => line.trim());
}

const DYNAMIC = 'tensor<?x?xf32>';

describe('shapes of results as values', () => {
  test.each([
    [
      'stablehlo.abs %a : tensor<?x?xf32>',
      ['%0 = shape.shape_of %arg0 : tensor<?x?xf32> -> tensor<2xindex>'],
    ],
    [
      'stablehlo.transpose %a, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>',
      [
        '%c1 = arith.constant 1 : index',
        '%c0 = arith.constant 0 : index',
        '%dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>',
        '%dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xf32>',
        '%from_elements = tensor.from_elements %dim_0, %dim : tensor<2xindex>',
      ],
    ],
    [
      'stablehlo.concatenate %a, %a, dim = 1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>',
      [
        '%c1 = arith.constant 1 : index',
        '%c0 = arith.constant 0 : index',
        '%dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>',
        '%dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xf32>',
        '%dim_1 = tensor.dim %arg0, %c1 : tensor<?x?xf32>',
        '%0 = arith.addi %dim_0, %dim_1 : index',
        '%from_elements = tensor.from_elements %dim, %0 : tensor<2xindex>',
      ],
    ],
    [
      'stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>',
      [
        '%c0 = arith.constant 0 : index',
        '%dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>',
        '%dim_0 = tensor.dim %arg0, %c0 : tensor<?x?xf32>',
        '%from_elements = tensor.from_elements %dim, %dim_0 : tensor<2xindex>',
      ],
    ],
    [
      'stablehlo.pad %a, %p, low = [1, 0], high = [2, 0], interior = [0, 3] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>',
      [
        '%c3 = arith.constant 3 : index',
        '%c1 = arith.constant 1 : index',
        '%c0 = arith.constant 0 : index',
        '%dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>',
        '%dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xf32>',
        '%0 = arith.addi %dim, %c3 : index',
        '%1 = arith.subi %dim_0, %c1 : index',
        '%2 = arith.maxsi %1, %c0 : index',
        '%3 = arith.muli %2, %c3 : index',
        '%4 = arith.addi %dim_0, %3 : index',
        '%from_elements = tensor.from_elements %0, %4 : tensor<2xindex>',
      ],
    ],
    [
      'stablehlo.dynamic_reshape %a, %s : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>',
      ['%0 = arith.index_cast %arg2 : tensor<2xi32> to tensor<2xindex>'],
    ],
    [
      'chlo.broadcast_add %a, %p : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>',
      [
        '%0 = shape.shape_of %arg0 : tensor<?x?xf32> -> tensor<2xindex>',
        '%1 = shape.shape_of %arg1 : tensor<f32> -> tensor<0xindex>',
        '%2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<0xindex> -> tensor<2xindex>',
      ],
    ],
  ])('%s', (op, lines) => {
    const parameters = `%a: ${DYNAMIC}, %p: tensor<f32>, %s: tensor<2xi32>`;
    expect(reified(parameters, op, DYNAMIC, 'tensor<2xindex>')).toEqual(lines);
  });

  test('a bitcast that changes the shape has none', () => {
    const op = 'stablehlo.bitcast_convert %a : (tensor<?xf32>) -> tensor<?x2xi16>';
    expect(reified('%a: tensor<?xf32>', op, 'tensor<?x2xi16>', 'tensor<2xindex>')[0]).toContain(
      'bitcast_convert',
    );
  });

  test('operands that are not aligned at the last dimension are warned of', () => {
    const op =
      'chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>';
    expect(reified('%a: tensor<?xf32>, %b: tensor<?x?xf32>', op, DYNAMIC, 'tensor<2xindex>')).toEqual([
      'warning: unsupported non prefix-padded dynamic rank broadcast_dimensions = array<i64: 0>',
    ]);
  });
});
