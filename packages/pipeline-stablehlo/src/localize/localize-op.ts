import {
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  type Operation,
  product,
  RankedTensorType,
} from '@shardform/ir-core';
import { isCollectiveOp, SHARDING } from '@shardform/dialect-sdy';
import {
  ConstantOp,
  ConvolutionOp,
  DynamicSliceOp,
  GatherOp,
  IotaOp,
  ReduceOp,
  ReshapeOp,
  ScatterOp,
  SliceOp,
} from '@shardform/dialect-stablehlo';
import { localLowering } from '@shardform/passes-sharding';
import { lowerCollective } from './lower-collective.ts';
import type { LocalSite } from './local-site.ts';
import { periodicShard } from './periodic-constant.ts';
import { runWhole } from './run-whole.ts';
import { lookUpSplitRows } from './split-rows.ts';
import { lowerSelection } from './split-selection.ts';

/** Operations whose per-device form follows from the offsets of the shards. */
const PLACED = [ConstantOp, ConvolutionOp, GatherOp, IotaOp, ScatterOp, SliceOp];

/**
 * Gives an operation, whose operands and results have their local types, its per-device form: collectives of sdy become
 * StableHLO's, sizes and indices in attributes become those of the shards, and what an operation needs of other devices
 * is gathered.
 *
 * @returns an error message, or `null`.
 */
export function localizeOp(op: Operation, site: LocalSite): string | null {
  if (isCollectiveOp(op))
    return lowerCollective(op, site) ? null : 'has no conversion to StableHLO on local shapes';
  const selection = site.splitSelections.get(op);
  if (selection !== undefined && op instanceof ReduceOp) {
    lowerSelection(op, selection, site);
    return null;
  }
  if (op instanceof ConstantOp && localizeConstant(op, site)) return null;
  if (op instanceof ReshapeOp && elementsOf(op.operand.type) !== elementsOf(op.result.type))
    return unpropagatedReshape(op);
  const isPlaced = PLACED.some((placed) => op instanceof placed);
  const dims = site.wholeDims.get(op);
  const needsWhole = dims !== undefined && !(op instanceof SliceOp);
  const isLookedUp = !needsWhole && op instanceof GatherOp && lookUpSplitRows(op, site);
  if (needsWhole || (isPlaced && !isLookedUp && !lowerPlaced(op, site))) {
    if (dims === undefined) return 'has no conversion to local shapes';
    runWhole(op, dims, site);
  }
  updateSizes(op, site);
  // A lowering may have erased the operation, or replaced it by another one.
  if (op.parent !== null) op.setAttr(SHARDING, null);
  return null;
}

function elementsOf(type: ReshapeOp['result']['type']): number {
  return product(type.shape);
}

/** Propagation went around a reshape whose operand's shards are no shards of its result. */
function unpropagatedReshape({ operand, result }: ReshapeOp): string {
  const part = (type: ReshapeOp['result']['type']): string =>
    `${String(type)} (${elementsOf(type)} elements)`;
  return (
    `can't be cut by pass 'update-global-to-local-shapes': a device's shard of the operand is ${part(operand.type)}, ` +
    `that of the result is ${part(result.type)}; propagation gave the result no sharding that fits the operand's, ` +
    `so gather the operand before it: run 'insert-reshards-for-unpropagated-ops' before 'sdy-insert-explicit-reshards'`
  );
}

/** Constants with equal shards need no device number. */
function localizeConstant(op: ConstantOp, site: LocalSite): boolean {
  const type = op.output.type;
  const [global] = site.global(op).results;
  const { value } = op;
  if (type === global!.type || !(value instanceof DenseElementsAttr) || value.isSplat) return false;
  const part = periodicShard(value, type);
  if (part === null) return false;
  op.value = part;
  op.setAttr(SHARDING, null);
  return true;
}

function lowerPlaced(op: Operation, site: LocalSite): boolean {
  const lower = site.context.query(localLowering, op);
  if (lower === undefined) return true;
  const { diagnostics } = site.context.diagnostics.capture(() => {
    lower(site.converter);
  });
  const failed = diagnostics.some(({ severity }) => severity === 'error');
  site.converter.hasFailed = false;
  return !failed;
}

/** Sizes in attributes are those of the local operands and results. */
function updateSizes(op: Operation, site: LocalSite): void {
  if (op.parent === null) return;
  if (op instanceof DynamicSliceOp) op.sliceSizes = DenseArrayAttr.get(i64, op.result.type.shape);
  else if (op instanceof SliceOp) fitLimits(op, site);
  else if (op instanceof GatherOp) fitSlices(op, site);
}

/** Dimensions that are taken whole end where the local operand ends. */
function fitLimits(op: SliceOp, site: LocalSite): void {
  const shape = globalShape(op, site);

  const limits = op.limitIndices
    .numbers()
    .map((limit, d) => (limit === shape[d] ? op.operand.type.dimSize(d) : limit));
  op.limitIndices = DenseArrayAttr.get(i64, limits);
}

function fitSlices(op: GatherOp, site: LocalSite): void {
  const { collapsedSliceDims, operandBatchingDims } = op.dimensionNumbers;
  const shape = globalShape(op, site);

  const sizes = op.sliceSizes.numbers().map((size, d) => {
    const isOne = collapsedSliceDims.includes(d) || operandBatchingDims.includes(d);
    return !isOne && size === shape[d] ? op.operand.type.dimSize(d) : size;
  });
  op.sliceSizes = DenseArrayAttr.get(i64, sizes);
}

function globalShape(op: Operation, site: LocalSite): readonly number[] {
  const { type } = site.global(op).operands[0]!;
  return type instanceof RankedTensorType ? type.shape : [];
}
