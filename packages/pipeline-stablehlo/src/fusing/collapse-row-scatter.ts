import { DenseArrayAttr, i64, pattern, type Tensor } from '@shardform/ir-core';
import {
  BroadcastInDimOp,
  ConcatenateOp,
  IotaOp,
  ReshapeOp,
  ScatterDimensionNumbersAttr,
  ScatterOp,
  SliceOp,
} from '@shardform/dialect-stablehlo';

const ROWS = 0;
const COLUMNS = 1;

/**
 * A scatter of single elements whose columns count up and whose rows are the same in all columns is a scatter of whole
 * rows.
 */
export const collapseRowScatter = pattern(ScatterOp, 'collapse-row-scatter', (op, rewriter) => {
  const dimensions = op.scatterDimensionNumbers;
  const [input] = op.inputs;
  const indices = op.scatterIndices.definingOp;
  if (op.inputs.length !== 1 || input!.type.rank !== 2 || !(indices instanceof ConcatenateOp)) return false;
  if (dimensions.updateWindowDims.length > 0 || dimensions.scatterDimsToOperandDims.join() !== '0,1')
    return false;
  const [rows, columns] = indices.inputs;
  const isPair = indices.inputs.length === 2 && indices.dimension.number === dimensions.indexVectorDim;
  if (!isPair || dimensions.indexVectorDim !== 2 || rows!.type.rank !== 3) return false;
  if (iotaDimension(rows!) !== null || iotaDimension(columns!) !== COLUMNS || variesAlong(rows!, COLUMNS))
    return false;
  const count = rows!.type.dimSize(ROWS);
  const list = (numbers: readonly number[]): DenseArrayAttr => DenseArrayAttr.get(i64, numbers);
  const firstColumn = rewriter.create(
    SliceOp,
    {
      operand: rows!,
      startIndices: list([0, 0, 0]),
      limitIndices: list([count, 1, 1]),
      strides: list([1, 1, 1]),
    },
    [rows!.type.withShape([count, 1, 1])],
  );
  const rowIndices = rewriter.create(ReshapeOp, { operand: firstColumn.result }, [
    rows!.type.withShape([count, 1]),
  ]);
  const scatter = rewriter.create(
    ScatterOp,
    {
      inputs: op.inputs,
      scatterIndices: rowIndices.result,
      updates: op.updates,
      scatterDimensionNumbers: ScatterDimensionNumbersAttr.get({
        updateWindowDims: [1],
        insertedWindowDims: [0],
        inputBatchingDims: [],
        scatterIndicesBatchingDims: [],
        scatterDimsToOperandDims: [0],
        indexVectorDim: 1,
      }),
      indicesAreSorted: op.indicesAreSorted,
      uniqueIndices: op.uniqueIndices,
    },
    op.resultTypes(),
  );
  rewriter.inlineRegion(op.updateComputation, scatter.updateComputation);
  rewriter.replaceOp(op, scatter.results);
  return true;
});

/** The dimension of `value` along which it counts up from 0, through broadcasts; `null` when it does not. */
function iotaDimension(value: Tensor): number | null {
  const op = value.definingOp;
  if (op instanceof IotaOp) return op.iotaDimension.number;
  if (!(op instanceof BroadcastInDimOp)) return null;
  const inner = iotaDimension(op.operand);
  return inner === null ? null : op.broadcastDimensions.numbers()[inner]!;
}

/** Returns true if nothing proves that elements are the same along a dimension. */
function variesAlong(value: Tensor, dim: number): boolean {
  if (value.type.shape[dim] === 1) return false;
  const op = value.definingOp;
  if (!(op instanceof BroadcastInDimOp)) return true;
  const source = op.broadcastDimensions.numbers().indexOf(dim);
  return source >= 0 && variesAlong(op.operand, source);
}
