import { expect, test } from 'vitest';
import { Context, parseModule, printOp } from '@shardform/ir-core';
import { quantDialect } from '@shardform/dialects-mlir';
import { stablehloDialect } from '../extension.ts';

test('one type stands for operand and result of the same type', () => {
  const type = 'tensor<3x!quant.uniform<i8:f32, 2.000000e+00:-128>>';
  const text = `module {
  func.func @f(%arg0: ${type}, %arg1: tensor<3xf32>) -> tensor<3xf32> {
    %0 = stablehlo.uniform_quantize %arg0 : ${type}
    %1 = stablehlo.uniform_quantize %arg1 : (tensor<3xf32>) -> ${type}
    %2 = stablehlo.uniform_dequantize %0 : (${type}) -> tensor<3xf32>
    return %2 : tensor<3xf32>
  }
}
`;
  const context = new Context([stablehloDialect, quantDialect]);
  expect(printOp(parseModule(text, context)!, context)).toBe(text);
});
