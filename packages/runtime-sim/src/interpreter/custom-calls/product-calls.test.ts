import { expect, test } from 'vitest';
import { evaluate } from '../../../tests/evaluate.ts';

const T = 'tensor<2x2xf32>';
const DIMS =
  '\\22dot_dimension_numbers\\22:{\\22lhs_contracting_dimensions\\22:[\\221\\22],\\22rhs_contracting_dimensions\\22:[\\220\\22],\\22lhs_batch_dimensions\\22:[],\\22rhs_batch_dimensions\\22:[]}';

function product(config: string, operands = '%a, %b, %c'): unknown {
  const types = operands.split(', ').map(() => T);
  const text = `
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : ${T}
  %b = stablehlo.constant dense<[[5.0, 6.0], [7.0, 8.0]]> : ${T}
  %c = stablehlo.constant dense<[[10.0, 20.0], [30.0, 40.0]]> : ${T}
  %0 = stablehlo.custom_call @__cublas$gemm(${operands}) {backend_config = "{\\22gemm_backend_config\\22:{${config}}}"} : (${types.join(', ')}) -> ${T}`;
  return evaluate(text, `%0 : ${T}`)[0];
}

test('a product of cuBLAS adds its third operand by beta', () => {
  expect(product(`\\22alpha_real\\22:2,\\22beta\\22:0.5,${DIMS}`)).toEqual([43, 54, 101, 120]);
  expect(product(DIMS, '%a, %b')).toEqual([19, 22, 43, 50]);
});

test('an epilogue, and beta without a third operand, are refused', () => {
  expect(() => product(`\\22epilogue\\22:\\22RELU\\22,${DIMS}`)).toThrow(/epilogue "RELU"/);
  expect(() => product(`\\22beta\\22:1,${DIMS}`, '%a, %b')).toThrow(/no third operand/);
});
