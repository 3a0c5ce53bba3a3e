import { CustomCallOp, fieldsOf, jsonConfig } from '@shardform/dialect-stablehlo';
import type { Operation, Type } from '@shardform/ir-core';
import { elementAt, type NdArray, setElement, zeros } from '../../array/index.ts';
import { type DotDimensions, dotGeneral } from '../../kernels/dot-general.ts';
import { arrayTypeOf } from '../array-type.ts';
import { ExecutionError } from '../execution-error.ts';
import type { CustomCall } from '../machine.ts';
import { arrays } from './call-options.ts';

/** `alpha * lhs * rhs + beta * addend`, by the dimension numbers of the configuration, as XLA for GPUs writes products of cuBLAS. */
const gemm: CustomCall = (inputs, op) => {
  const [lhs, rhs, addend] = arrays(inputs, op, 2);
  const json = op instanceof CustomCallOp ? jsonConfig(op) : null;
  const config = fieldsOf(fieldsOf(json).gemm_backend_config);
  const { kind } = knownType(op.results[0].type, op);
  const product = dotGeneral(lhs, rhs, dimensionsOf(op, config), kind);
  const [alpha, beta] = [numberOf(config.alpha_real, 1), numberOf(config.beta, 0)];
  const result = scaledSum(product, alpha, beta === 0 ? null : addend, beta, op);
  // A workspace beside the product holds nothing.
  return op.results.map(({ type }, i) => {
    if (i === 0) return result;
    const own = knownType(type, op);
    return zeros(own.kind, own.shape);
  });
};

function knownType(type: Type, op: Operation): NonNullable<ReturnType<typeof arrayTypeOf>> {
  const known = arrayTypeOf(type);
  if (known === null) throw new ExecutionError(op, `'${String(type)}' is not a tensor of known shape`);
  return known;
}

/** Products of cuBLAS, as XLA for GPUs writes them. */
export const productCalls: ReadonlyMap<string, CustomCall> = new Map([
  ['__cublas$gemm', gemm],
  ['__cublas$lt$matmul', gemm],
]);

function dimensionsOf(op: Operation, config: Readonly<Record<string, unknown>>): DotDimensions {
  const { epilogue = 'DEFAULT' } = config;
  if (epilogue !== 'DEFAULT')
    throw new ExecutionError(
      op,
      `the epilogue ${JSON.stringify(epilogue)} of a product is not executed here`,
    );
  const numbers = fieldsOf(config.dot_dimension_numbers);
  const list = (name: string): number[] => {
    const dims: unknown = numbers[name];
    return Array.isArray(dims) ? dims.map(Number) : [];
  };
  const lhsContractingDimensions = list('lhs_contracting_dimensions');
  if (lhsContractingDimensions.length === 0)
    throw new ExecutionError(op, 'its backend_config has no dot_dimension_numbers');
  return {
    lhsContractingDimensions,
    rhsContractingDimensions: list('rhs_contracting_dimensions'),
    lhsBatchingDimensions: list('lhs_batch_dimensions'),
    rhsBatchingDimensions: list('rhs_batch_dimensions'),
  };
}

function scaledSum(
  product: NdArray,
  alpha: number,
  addend: NdArray | null | undefined,
  beta: number,
  op: Operation,
): NdArray {
  if (addend === undefined)
    throw new ExecutionError(op, `its beta is ${beta}, and there is no third operand to add`);
  if (alpha === 1 && addend === null) return product;
  const result = zeros(product.kind, product.shape);
  for (let i = 0; i < product.data.length; i += 1) {
    const own = alpha * Number(elementAt(product, i));
    setElement(
      product.kind,
      result.data,
      i,
      addend === null ? own : own + beta * Number(elementAt(addend, i)),
    );
  }
  return result;
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
