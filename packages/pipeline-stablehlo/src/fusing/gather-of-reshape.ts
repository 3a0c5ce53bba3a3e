import { pattern } from '@shardform/ir-core';
import { GatherOp, ReshapeOp } from '@shardform/dialect-stablehlo';
import { touchesSplitValues } from '../split-values.ts';

/**
 * Indices that were only reshaped to get a last dimension of size 1, the index vector's, are used as they were: an
 * index vector dimension behind the last one means the same.
 */
export const gatherOfReshape = pattern(GatherOp, 'gather-of-reshaped-indices', (op, rewriter) => {
  const reshape = op.startIndices.definingOp;
  if (!(reshape instanceof ReshapeOp)) return false;
  if (touchesSplitValues(reshape, rewriter.context) || touchesSplitValues(op, rewriter.context)) return false;
  const [given, reshaped] = [reshape.operand.type.shape, reshape.result.type.shape];
  const isAppended = [...given, 1].join() === reshaped.join();
  if (!isAppended || op.dimensionNumbers.indexVectorDim !== given.length) return false;
  const { operand, dimensionNumbers, sliceSizes, indicesAreSorted } = op;
  const args = { operand, startIndices: reshape.operand, dimensionNumbers, sliceSizes, indicesAreSorted };
  rewriter.replaceOpWith(op, GatherOp, args, op.resultTypes());
  return true;
});
