import { CholeskyOp, TriangularSolveOp } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { type FactorKind, NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule } from './sharding-rule.ts';

const whole: FactorKind = { type: 'need-replication' };

/** Matrices, the two last dimensions, have to be whole. */
const choleskyRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  CholeskyOp,
  (op) => () => {
    const { rank, shape } = op.a.type;
    const builder = new ShardingRuleBuilder(op);
    shape.forEach((size, dim) => builder.addFactorToAll(dim, size, dim < rank - 2 ? {} : whole));
    return builder.build();
  },
);

/** Batches are shared; the matrices' dimensions correspond, but have to be whole. */
const triangularSolveRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  TriangularSolveOp,
  (op) => () => {
    const [a, b] = [op.a.type.shape, op.b.type.shape];
    const [rows, columns] = [a.length - 2, a.length - 1];
    const isTransposed = op.transposeA.value === 'TRANSPOSE' || op.transposeA.value === 'ADJOINT';
    // In `op(a) * x = b` the columns of `op(a)` meet the rows of `x`; in `x * op(a) = b` its rows meet the columns.
    const [aRows, aColumns] = isTransposed ? [columns, rows] : [rows, columns];
    const builder = new ShardingRuleBuilder(op);
    a.slice(0, -2).forEach((size, dim) => builder.addFactorToAll(dim, size));
    if (op.leftSide.value === 1n) {
      builder.addFactor([aRows, rows], [NO_DIM], a[aRows]!, whole);
      builder.addFactor([NO_DIM, columns], [columns], b[columns]!, whole);
      builder.addFactor([aColumns, NO_DIM], [rows], a[aColumns]!, whole);
    } else {
      builder.addFactor([NO_DIM, rows], [rows], b[rows]!, whole);
      builder.addFactor([aColumns, columns], [NO_DIM], a[aColumns]!, whole);
      builder.addFactor([aRows, NO_DIM], [columns], a[aRows]!, whole);
    }
    return builder.build();
  },
);

/** The rules of matrix decompositions and triangular solves. */
export const linearAlgebraRules: readonly InterfaceImplementation[] = [choleskyRule, triangularSolveRule];
