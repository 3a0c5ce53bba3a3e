import { funcDialect } from '@shardform/dialect-func';
import { Context, type Operation, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { CostError } from '../cost-error.ts';
import { costModel } from '../extension.ts';
import { operationCost } from './operation-cost.ts';

const context = new Context([funcDialect, costModel]);

function costOf(line: string, operands = '%a: tensor<8x16xf32>'): ReturnType<typeof operationCost> {
  const module = parseModule(`func.func @main(${operands}) { ${line}\n return }`, context)!;
  const found: Operation[] = [];
  module.walk((op) => {
    if (op.parentOp?.name === 'func.func' && !op.definition.isTerminator) found.push(op);
  });
  return operationCost(found.at(-1)!, context);
}

describe('costs', () => {
  test('of slices are those of what is read', () => {
    expect(
      costOf('%0 = stablehlo.slice %a [0:2, 0:16] : (tensor<8x16xf32>) -> tensor<2x16xf32>'),
    ).toMatchObject({
      flops: 0,
      reads: [128],
      writes: null,
    });
  });

  test('of a decomposition are those of its algorithm', () => {
    const call =
      '%0 = stablehlo.custom_call @lapack_spotrf_ffi(%a) : (tensor<2x6x6xf32>) -> tensor<2x6x6xf32>';
    expect(costOf(call, '%a: tensor<2x6x6xf32>').flops).toBe(2 * 72);
  });

  test('of a loop are those of its iterations', () => {
    const loop = `%zero = stablehlo.constant dense<0> : tensor<i32>
      %r:2 = stablehlo.while(%i = %zero, %y = %a) : tensor<i32>, tensor<8x16xf32>
      cond {
        %n = stablehlo.constant dense<5> : tensor<i32>
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %next = stablehlo.add %i, %one : tensor<i32>
        %t = stablehlo.tanh %y : tensor<8x16xf32>
        stablehlo.return %next, %t : tensor<i32>, tensor<8x16xf32>
      }`;
    expect(costOf(loop).flops).toBe(6 + 5 + 5 * 128);
  });

  test('of products and attention that libraries compute for GPUs', () => {
    const gemm = (config: string): string =>
      `%0:2 = stablehlo.custom_call @__cublas$gemm(%a, %b) {backend_config = "${config}"} : (tensor<4x8x16xf32>, tensor<4x16x32xf32>) -> (tensor<4x8x32xf32>, tensor<4096xi8>)`;
    const operands = '%a: tensor<4x8x16xf32>, %b: tensor<4x16x32xf32>';
    expect(costOf(gemm('{\\22lhs_batch_dimensions\\22:[\\220\\22]}'), operands).flops).toBe(
      2 * 4 * 8 * 16 * 32,
    );
  });

  test('of an unknown call are an error that names it', () => {
    const call = '%0 = stablehlo.custom_call @mine(%a) : (tensor<8x16xf32>) -> tensor<8x16xf32>';
    expect(() => costOf(call)).toThrow(CostError);
    expect(() => costOf(call)).toThrow("the cost of the custom call 'mine' is not known");
  });
});
