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
    const { rank, shape } = op.a.type;
    const [rows, columns] = [rank - 2, rank - 1];
    const isTransposed = op.transposeA.value === 'TRANSPOSE' || op.transposeA.value === 'ADJOINT';
    // In `op(a) * x = b` the columns of `op(a)` meet the rows of `x`; in `x * op(a) = b` its rows meet the columns.
    const [aRows, aColumns] = isTransposed ? [columns, rows] : [rows, columns];
    const builder = new ShardingRuleBuilder(op);
    shape.slice(0, -2).forEach((size, dim) => builder.addFactorToAll(dim, size));
    if (op.leftSide.value === 1n) {
      builder.addFactor([aRows, rows], [NO_DIM], op.a.type.dimSize(aRows), whole);
      builder.addFactor([NO_DIM, columns], [columns], op.b.type.dimSize(columns), whole);
      builder.addFactor([aColumns, NO_DIM], [rows], op.a.type.dimSize(aColumns), whole);
    } else {
      builder.addFactor([NO_DIM, rows], [rows], op.b.type.dimSize(rows), whole);
      builder.addFactor([aColumns, columns], [NO_DIM], op.a.type.dimSize(aColumns), whole);
      builder.addFactor([aRows, NO_DIM], [columns], op.a.type.dimSize(aRows), whole);
    }
    return builder.build();
  },
);

/** The rules of matrix decompositions and triangular solves. */
export const linearAlgebraRules: readonly InterfaceImplementation[] = [choleskyRule, triangularSolveRule];
