import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import type { IntegerAttr, InterfaceImplementation, Operation, OpWithDefinition } from '@shardform/ir-core';
import {
  binary,
  convert,
  dotGeneral,
  interpretable,
  type NdArray,
  reshape,
  transpose,
} from '@shardform/runtime-sim';
import { asResult, resultType, spread } from '../result.ts';
import { withFunctions } from './elementwise-ops.ts';

/**
 * Returns the product of matrices, over whose other dimensions the operands are repeated; that of short floats is f32.
 */
export function matmul(a: NdArray, b: NdArray): NdArray {
  const [lhs, rhs] = [a, b].map((x) => convert(x, x.kind === 'bf16' || x.kind === 'f16' ? 'f32' : x.kind));
  const left = lhs.shape.length === 1 ? reshape(lhs, [1, ...lhs.shape]) : lhs;
  const right = rhs.shape.length === 1 ? reshape(rhs, [...rhs.shape, 1]) : rhs;
  const rank = Math.max(left.shape.length, right.shape.length);
  const batch = Array.from({ length: rank - 2 }, (_, d) => {
    const sizes = [left, right].map(({ shape }) => shape[d - rank + shape.length] ?? 1);
    return Math.max(...sizes);
  });
  const whole = (x: NdArray): NdArray => spread(x, [...batch, ...x.shape.slice(-2)]);
  const dims = batch.map((_, d) => d);
  return dotGeneral(
    whole(left),
    whole(right),
    {
      lhsBatchingDimensions: dims,
      rhsBatchingDimensions: dims,
      lhsContractingDimensions: [rank - 1],
      rhsContractingDimensions: [rank - 2],
    },
    left.kind,
  );
}

/** Returns a matrix, transposed where a flag says so. */
export function turned(x: NdArray, flag: IntegerAttr | null): NdArray {
  if ((flag?.number ?? 0) === 0 || x.shape.length < 2) return x;
  const order = x.shape.map((_, d) => d);
  const rank = order.length;
  return transpose(x, [...order.slice(0, -2), rank - 1, rank - 2]);
}

type Product = ttir.MatmulOp | ttnn.MatmulOp | ttir.LinearOp | ttnn.LinearOp;
const products: readonly OpWithDefinition<Product>[] = [
  ttir.MatmulOp,
  ttnn.MatmulOp,
  ttir.LinearOp,
  ttnn.LinearOp,
];

/** Returns the result of a product with its activation applied. */
export function activated(op: Product, x: NdArray): NdArray {
  const activation = 'activation' in op ? (op.activation?.value ?? null) : null;
  return activation === null ? x : withFunctions(op, [activation], x);
}

const definedAs = <T extends Operation>(
  definition: OpWithDefinition<T>,
  compute: (op: T, inputs: readonly NdArray[]) => NdArray,
) =>
  interpretable.implementFor(definition, (op) => (inputs: readonly NdArray[]) => [
    asResult(op, compute(op, inputs)),
  ]);

/** Sums of products. */
export const contractionInterpreters: readonly InterfaceImplementation[] = [
  definedAs(ttir.DotGeneralOp, (op, [lhs, rhs]) =>
    dotGeneral(
      lhs,
      rhs,
      {
        lhsBatchingDimensions: op.batchDimsLhs.numbers(),
        rhsBatchingDimensions: op.batchDimsRhs.numbers(),
        lhsContractingDimensions: op.contractDimsLhs.numbers(),
        rhsContractingDimensions: op.contractDimsRhs.numbers(),
      },
      resultType(op).kind,
    ),
  ),
  ...products.map((definition) =>
    definedAs(definition, (op, inputs) => {
      const [a, b] = inputs;
      const bias = inputs.at(2);
      const product = matmul(turned(a, op.transposeA), turned(b, op.transposeB));
      const sum =
        bias === undefined
          ? product
          : binary('add', product, spread(convert(bias, product.kind), product.shape));
      return activated(op, sum);
    }),
  ),
];
