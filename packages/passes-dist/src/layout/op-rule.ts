import {
  AddOp,
  ConcatOp,
  DivOp,
  FreeOp,
  IdentityOp,
  LossGradOp,
  LossOp,
  MatMulGradOp,
  MatMulLhsGradOp,
  MatMulOp,
  MatMulRhsGradOp,
  MulOp,
  OnOp,
  PlacedTensorType,
  ReluGradOp,
  ReluOp,
  SendOp,
  SgdOp,
  SplitOp,
  SubOp,
  TanhOp,
  TransposeOp,
} from '@shardform/dialect-dist';
import { bodyRule } from './body-rule.ts';
import { type Context, defineOpInterface, type Operation, type OpInterface } from '@shardform/ir-core';

/** A dimension's factor: dimensions of the same factor are divided together. `null` where nothing can be divided. */
export type Factor = string | null;

/**
 * The correspondence between the dimensions of an operation's operands and results. Where a factor is divided that a
 * result does not have, the result is a summand of the whole.
 */
export interface OpRule {
  /** By operand, then by dimension. */
  readonly operands: readonly (readonly Factor[])[];
  readonly results: readonly (readonly Factor[])[];
  /** True if the sum of results is the result of sums: operands may be summands, all or none of them. */
  readonly isLinear: boolean;
  /** Sizes of factors that are smaller than their dimensions: a dimension is divided along its first factor. */
  readonly sizes?: ReadonlyMap<string, number>;
}

/** Gives the rule of an operation, or `null` when nothing of it can be divided. */
export type OpRuleProvider = (context: Context) => OpRule | null;

/**
 * The interface of operations whose dimensions correspond by a rule. A package can implement it for its own operations.
 */
export const opRule: OpInterface<OpRuleProvider> = /* @__PURE__ */ defineOpInterface<OpRuleProvider>(
  'dist.op_rule',
  'a rule of how dimensions correspond',
);

/** Attribute of `dist.split` and `dist.concat`: they take a batch apart into microbatches and put it together again. */
export const MICROBATCHES = 'dist.microbatches';

function ranksOf(op: Operation): number[] {
  return op.operands.map(({ value }) => (value.type instanceof PlacedTensorType ? value.type.rank : 0));
}

/** Operands of equal shape up to sizes that are repeated; one factor per dimension of the result. */
function elementwiseRule(op: Operation, isLinear: boolean): OpRule {
  const result = op.results[0]?.type;
  const shape = result instanceof PlacedTensorType ? result.shape : [];
  const rank = Math.max(shape.length, ...ranksOf(op));
  const factors = op.operands.map(({ value }): Factor[] => {
    const own = value.type instanceof PlacedTensorType ? value.type.shape : [];
    return own.map((size, dim) => {
      const at = dim + rank - own.length;
      return size === (shape[at] ?? size) ? `d${at}` : null;
    });
  });
  const results = op.results.map(() => shape.map((_, dim): Factor => `d${dim}`));
  return { operands: factors, results, isLinear };
}

/** Returns the rule of an operation, or `null` when nothing of it can be divided. */
export function ruleOf(op: Operation, context: Context): OpRule | null {
  const provided = context.query(opRule, op);
  if (provided !== undefined) return provided(context);
  if (op instanceof OnOp) return bodyRule(op, context);
  if (op instanceof MatMulOp || op instanceof MatMulGradOp) return matmulRule(op);
  if (op instanceof MatMulLhsGradOp) {
    return {
      operands: [
        ['k', 'n'],
        ['m', 'n'],
      ],
      results: [['m', 'k']],
      isLinear: false,
    };
  }
  if (op instanceof MatMulRhsGradOp) {
    return {
      operands: [
        ['m', 'k'],
        ['m', 'n'],
      ],
      results: [['k', 'n']],
      isLinear: false,
    };
  }
  if (op instanceof LossOp) {
    const dims = op.prediction.type.shape.map((_, dim): Factor => `d${dim}`);
    return { operands: [dims, dims], results: [[]], isLinear: false };
  }
  if (op instanceof SgdOp) return updateRule(op);
  if (op instanceof TransposeOp) {
    const dims = op.input.type.shape.map((_, dim): Factor => `d${dim}`);
    const permuted = op.permutation.numbers().map((dim) => dims[dim]!);
    return { operands: [dims], results: [permuted], isLinear: true };
  }
  if (op instanceof SplitOp || op instanceof ConcatOp) return partsRule(op);
  if (
    op instanceof AddOp ||
    op instanceof SubOp ||
    op instanceof SendOp ||
    op instanceof IdentityOp ||
    op instanceof FreeOp
  ) {
    return elementwiseRule(op, true);
  }
  if (
    op instanceof MulOp ||
    op instanceof DivOp ||
    op instanceof ReluOp ||
    op instanceof ReluGradOp ||
    op instanceof TanhOp ||
    op instanceof LossGradOp
  ) {
    return elementwiseRule(op, false);
  }
  return null;
}

function matmulRule(op: MatMulOp | MatMulGradOp): OpRule {
  const batch = op.lhs.type.shape.slice(0, -2).map((_, dim): Factor => `b${dim}`);
  const [lhs, rhs, product] = [
    [...batch, 'm', 'k'],
    [...batch, 'k', 'n'],
    [...batch, 'm', 'n'],
  ];
  return op instanceof MatMulOp
    ? { operands: [lhs, rhs], results: [product], isLinear: false }
    : { operands: [lhs, rhs, product], results: [lhs, rhs], isLinear: false };
}

function updateRule(op: SgdOp): OpRule {
  const count = op.operands.length / 2;
  const of = (i: number): Factor[] => {
    const { type } = op.getOperand(i);
    return type instanceof PlacedTensorType ? type.shape.map((_, dim) => `w${i}d${dim}`) : [];
  };
  const weights = Array.from({ length: count }, (_, i) => of(i));
  return { operands: [...weights, ...weights], results: weights, isLinear: false };
}

/**
 * Microbatches of a shard of a batch are shards of microbatches; other split tensors don't split along their own axis.
 */
function partsRule(op: SplitOp | ConcatOp): OpRule {
  const axis = op.axis.number;
  const divides = op.hasAttr(MICROBATCHES);
  const types = [...op.operandTypes(), ...op.resultTypes()];
  const factors = types.map((type): Factor[] =>
    type instanceof PlacedTensorType
      ? type.shape.map((_, dim) => (dim === axis && !divides ? null : `d${dim}`))
      : [],
  );
  const count = op.operands.length;
  return { operands: factors.slice(0, count), results: factors.slice(count), isLinear: true };
}
