import type { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import { chlo, elementwise } from '@shardform/dialect-stablehlo';
import { lastOf, type Operation, RankedTensorType, shapeOf } from '@shardform/ir-core';
import { type FactorKind, NO_DIM, ShardingRuleBuilder } from '../rules/rule-builder.ts';
import { pointwiseRule } from '../rules/pointwise.ts';

const whole: FactorKind = { type: 'need-replication' };

/**
 * Returns the sharding rule of an operation of CHLO, or `null` for other operations and for `chlo.scan`. Shardy has
 * none of these: XLA legalizes CHLO before it propagates, to operations that Shardy has rules for. These are the rules
 * of what XLA makes, so that a program keeps its operations and is sharded as XLA shards it.
 */
export function chloRule(op: Operation): OpShardingRuleAttr | null {
  if (op.definition.dialect !== 'chlo' || op.results.length === 0) return null;
  if (op instanceof chlo.TopKOp) return topKRule(op);
  if (op instanceof chlo.RaggedDotOp) return raggedDotRule(op);
  if (op.hasTrait(elementwise) || hasOneShape(op)) return pointwiseRule(op);
  return op.name.startsWith('chlo.broadcast_') ? broadcastRule(op) : null;
}

/** The searched dimension has to be whole. */
function topKRule(op: chlo.TopKOp): OpShardingRuleAttr {
  const shape = shapeOf(op.operand.type);
  const builder = new ShardingRuleBuilder(op);
  shape.forEach((size, dim) =>
    builder.addFactorToAll(dim, size, dim < shape.length - 1 ? {} : { ...whole, isBlocked: true }),
  );
  return builder.build();
}

function hasOneShape(op: Operation): boolean {
  const shapes = [...op.operandTypes(), ...op.resultTypes()].map((type) => shapeOf(type).join());
  return shapes.every((shape) => shape === shapes[0]);
}

/**
 * Operands are aligned at their last dimension, or as `broadcast_dimensions` specifies; dimensions of size 1 are
 * broadcast.
 */
function broadcastRule(op: Operation): OpShardingRuleAttr | null {
  const { type } = op.getResult();
  const isRanked = [type, ...op.operandTypes()].every((each) => each instanceof RankedTensorType);
  if (!isRanked || op.getAttr('broadcast_dimensions') !== null) return null;
  const shape = shapeOf(type);
  const builder = new ShardingRuleBuilder(op);
  const operands = op.operandTypes().map(shapeOf);
  shape.forEach((size, dim) => {
    const dims = operands.map((operand) => {
      const at = dim - (shape.length - operand.length);
      return at >= 0 && operand[at] === size ? at : NO_DIM;
    });
    builder.addFactor(dims, [dim], size);
  });
  return builder.build();
}

/**
 * Batch, free and contracting dimensions are as in `dot_general`. Rows belong to groups by their index, so the ragged
 * dimension and the groups need replication.
 */
function raggedDotRule(op: chlo.RaggedDotOp): OpShardingRuleAttr {
  const [lhs, rhs, groups] = [op.lhs.type, op.rhs.type, op.groupSizes.type].map(shapeOf);
  const dimensions = op.raggedDotDimensionNumbers;
  const {
    lhsBatchingDimensions: lhsBatching,
    rhsBatchingDimensions: rhsBatching,
    lhsContractingDimensions: lhsContracting,
    rhsContractingDimensions: rhsContracting,
    lhsRaggedDimensions: lhsRagged,
    rhsGroupDimensions: rhsGroup,
  } = dimensions;
  const builder = new ShardingRuleBuilder(op);
  const ragged = lhsRagged[0]!;
  const groupBatches = groups!.length - 1;
  // A ragged dimension that is summed or batched gives the result a dimension for the groups, before all others.
  let result = shapeOf(op.result.type).length - freeCount(lhs!, lhsBatching, lhsContracting);
  result -= freeCount(rhs!, [...rhsBatching, ...rhsGroup], rhsContracting) + lhsBatching.length;
  if (result > 0) builder.addFactor([NO_DIM, NO_DIM, NO_DIM], [0], lastOf(groups!), whole);
  // Sizes of groups that differ among batches are not split, wherever their dimensions are.
  const kindOf = (dim: number, otherwise: FactorKind): FactorKind =>
    dim === ragged || groupBatches > 0 ? whole : otherwise;
  lhsBatching.forEach((dim, i) =>
    builder.addFactor([dim, rhsBatching[i]!, NO_DIM], [result++], lhs![dim]!, kindOf(dim, {})),
  );
  lhs!.forEach((size, dim) => {
    if (lhsBatching.includes(dim) || lhsContracting.includes(dim)) return;
    builder.addFactor([dim, NO_DIM, NO_DIM], [result++], size, kindOf(dim, {}));
  });
  rhs!.forEach((size, dim) => {
    if (rhsBatching.includes(dim) || rhsContracting.includes(dim)) return;
    if (rhsGroup.includes(dim)) builder.addFactor([NO_DIM, dim, NO_DIM], [NO_DIM], size, whole);
    else builder.addFactor([NO_DIM, dim, NO_DIM], [result++], size);
  });
  lhsContracting.forEach((dim, i) =>
    builder.addFactor(
      [dim, rhsContracting[i]!, NO_DIM],
      [NO_DIM],
      lhs![dim]!,
      kindOf(dim, { type: 'reduction' }),
    ),
  );
  groups!.forEach((size, dim) => builder.addFactor([NO_DIM, NO_DIM, dim], [NO_DIM], size, whole));
  return builder.build();
}

function freeCount(shape: readonly number[], ...taken: readonly (readonly number[])[]): number {
  return shape.length - new Set(taken.flat()).size;
}
