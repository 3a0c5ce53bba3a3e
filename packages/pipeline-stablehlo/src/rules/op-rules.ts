import type { Context } from '@shardform/ir-core';
import { getSharding, OpShardingRuleAttr } from '@shardform/dialect-sdy';
import {
  type BatchNormGradOp,
  type BatchNormTrainingOp,
  type GatherOp,
  type ScatterOp,
} from '@shardform/dialect-stablehlo';
import { NO_DIM, registeredShardingRule, ShardingRuleBuilder } from '@shardform/passes-sharding';
import { whole } from './einsum-rule.ts';

/** Features are independent; all other dimensions are summed over, and have to be whole. */
export function batchNormRule(op: BatchNormTrainingOp | BatchNormGradOp): OpShardingRuleAttr {
  const feature = op.featureIndex.number;
  const { shape, rank } = op.operand.type;
  const builder = new ShardingRuleBuilder(op);
  const ranks = (types: readonly { readonly rank?: number }[], dim: number): number[] =>
    types.map((type) => (type.rank === rank && rank > 1 ? dim : dim === feature ? 0 : NO_DIM));
  shape.forEach((size, dim) => {
    const kind = dim === feature ? {} : whole;
    // Operands and results are tensors.
    const operands = ranks(op.operandTypes() as readonly { readonly rank?: number }[], dim);
    builder.addFactor(
      operands,
      // Operands and results are tensors.
      ranks(op.resultTypes() as readonly { readonly rank?: number }[], dim),
      size,
      kind,
    );
  });
  return builder.build();
}

/**
 * Returns the rule of a gather with several indices an element, whose table is needed whole along all dimensions that
 * they count in: devices look up in parts of a table by a single index only. `null` for other gathers, whose general
 * rule holds.
 */
export function gatherRule(op: GatherOp, context: Context): OpShardingRuleAttr | null {
  const { startIndexMap } = op.dimensionNumbers;
  const rule = startIndexMap.length > 1 ? registeredShardingRule(op, context) : null;
  const table = rule?.operands[0];
  if (rule === null || table === undefined) return null;
  const indexed = startIndexMap.flatMap((dim) => table.dimMappings[dim]?.factorIndices ?? []);
  const { factorSizes, operands, results, reduction, needReplication, ...others } = rule;
  const kinds = {
    permutation: others.permutation,
    blockedPropagation: others.blockedPropagation,
    reduction: reduction.filter((factor) => !indexed.includes(factor)),
    needReplication: [...new Set([...needReplication, ...indexed])].toSorted((a, b) => a - b),
  };
  return OpShardingRuleAttr.get(factorSizes, operands, results, kinds);
}

/**
 * Returns the rule of a scatter whose input is split along dimensions that indices name: the target needs those whole.
 * `null` for other scatters, whose general rule holds.
 */
export function scatterRule(op: ScatterOp, context: Context): OpShardingRuleAttr | null {
  const [input] = op.inputs;
  const [update] = op.updates;
  if (op.inputs.length !== 1 || input!.type.rank !== update!.type.rank) return null;
  const { scatterDimsToOperandDims, insertedWindowDims, inputBatchingDims } = op.scatterDimensionNumbers;
  const sharding = getSharding(input!, context);
  if (!scatterDimsToOperandDims.some((dim) => (sharding?.dims[dim]?.axes.length ?? 0) > 0)) return null;
  if (inputBatchingDims.length > 0) return batchedScatterRule(op);
  const builder = new ShardingRuleBuilder(op);
  input!.type.shape.forEach((size, dim) => {
    const isIndexed = scatterDimsToOperandDims.includes(dim) || insertedWindowDims.includes(dim);
    builder.addFactor([dim, NO_DIM, dim], [dim], size, isIndexed ? whole : {});
  });
  op.scatterIndices.type.shape.forEach((size, dim) => {
    builder.addFactor([NO_DIM, dim, NO_DIM], [NO_DIM], size, whole);
  });
  return builder.build();
}

/** Batches are independent: input, indices and updates are split alike along them. Dimensions that indices name are whole. */
function batchedScatterRule(op: ScatterOp): OpShardingRuleAttr {
  const dimensions = op.scatterDimensionNumbers;
  const { shape } = op.inputs[0]!.type;
  const updateShape = op.updates[0]!.type.shape;
  const indexShape = op.scatterIndices.type.shape;
  const updateScatterDims = [...updateShape.keys()].filter(
    (dim) => !dimensions.updateWindowDims.includes(dim),
  );
  const indexDims = [...indexShape.keys()].filter((dim) => dim !== dimensions.indexVectorDim);
  const updateDimOf = (indexDim: number): number => updateScatterDims[indexDims.indexOf(indexDim)] ?? NO_DIM;
  const builder = new ShardingRuleBuilder(op);
  let window = 0;
  shape.forEach((size, dim) => {
    const batch = dimensions.inputBatchingDims.indexOf(dim);
    if (batch >= 0) {
      const indexDim = dimensions.scatterIndicesBatchingDims[batch]!;
      builder.addFactor([dim, indexDim, updateDimOf(indexDim)], [dim], size);
      return;
    }
    const isInserted = dimensions.insertedWindowDims.includes(dim);
    const updateDim = isInserted ? NO_DIM : dimensions.updateWindowDims[window++]!;
    const isIndexed = dimensions.scatterDimsToOperandDims.includes(dim) || isInserted;
    builder.addFactor([dim, NO_DIM, updateDim], [dim], size, isIndexed ? whole : {});
  });
  indexShape.forEach((size, dim) => {
    if (dimensions.scatterIndicesBatchingDims.includes(dim)) return;
    builder.addFactor([NO_DIM, dim, updateDimOf(dim)], [NO_DIM], size, whole);
  });
  return builder.build();
}
