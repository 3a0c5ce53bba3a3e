import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import {
  ArrayAttr,
  boolAttr,
  DenseArrayAttr,
  i64,
  type IntegerAttr,
  IntegerType,
  type Tensor,
} from '@shardform/ir-core';
import { conversion } from './convertible.ts';

/**
 * Products of integer matrices, which the library has no kernel for: all products of a row's and a column's elements, and
 * their sums. Those of floats are left to the library's.
 */
export const integerProduct = conversion(ttir.MatmulOp, (op, { builder }) => {
  const { a, b, result } = op;
  if (!(result.type.elementType instanceof IntegerType)) return null;
  const reshaped = (input: Tensor, shape: readonly number[]): Tensor => {
    const type = ttnn.changedTensor(input.type, { shape });
    return builder.create(ttnn.ReshapeOp, { input, shape: ttir.i32Array(shape) }, [type]).result;
  };
  const turned = (input: Tensor, flag: IntegerAttr | null): Tensor => {
    if (flag?.value !== 1n) return input;
    const { shape, rank } = input.type;
    const order = [...shape.keys()].slice(0, -2).concat(rank - 1, rank - 2);
    const type = ttnn.changedTensor(input.type, { shape: order.map((d) => shape[d]!) });
    const permutation = DenseArrayAttr.get(i64, order);
    return builder.create(ttnn.PermuteOp, { input, permutation }, [type]).result;
  };
  const rows = turned(a, op.transposeA);
  const columns = turned(b, op.transposeB);
  const lhs = reshaped(rows, [...rows.type.shape, 1]);
  const rhs = reshaped(columns, [...columns.type.shape.slice(0, -2), 1, ...columns.type.shape.slice(-2)]);
  const shape = [...result.type.shape.slice(0, -1), rows.type.shape.at(-1)!, result.type.shape.at(-1)!];
  const none = ArrayAttr.get([]);
  const activations = { activations: none, inputTensorAActivations: none, inputTensorBActivations: none };
  const type = ttnn.changedTensor(result.type, { shape });
  const input = builder.create(ttnn.MultiplyOp, { lhs, rhs, ...activations }, [type]).result;
  const dimArg = ttir.i32Array([shape.length - 2]);
  return builder.create(ttnn.SumOp, { input, keepDim: boolAttr(false), dimArg }, op.resultTypes());
});
