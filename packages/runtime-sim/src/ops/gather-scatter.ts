import * as hlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import type { NdArray } from '../array/index.ts';
import { type DeviceState, interpretable } from '../interpreter/interpretable.ts';
import {
  convert,
  gather,
  inAccumulators,
  scatterPositions,
  scatterReduce,
  scatterReplace,
  scatterWith,
} from '../kernels/index.ts';
import { isReplacement, namedReducer, scalarCombiner } from './regions.ts';
import { numbersOf } from './types.ts';

function scatter(op: hlo.ScatterOp, operands: readonly NdArray[], state: DeviceState): readonly NdArray[] {
  const count = (operands.length - 1) / 2;
  const inputs = operands.slice(0, count);
  const updates = operands.slice(count + 1);
  const positions = scatterPositions(
    inputs[0].shape,
    operands[count],
    updates[0].shape,
    op.scatterDimensionNumbers,
    state.machine.partialWindows,
  );
  return combineAt(inputs, positions, updates, op.updateComputation, state);
}

/** Updates combined by a region into the elements of the inputs at `positions`, one after the other. */
export function combineAt(
  inputs: readonly NdArray[],
  positions: Int32Array,
  updates: readonly NdArray[],
  region: hlo.ScatterOp['updateComputation'],
  state: DeviceState,
): readonly NdArray[] {
  const [input, update] = [inputs[0], updates[0]];
  const haveOneKind = inputs.length === 1 && input.kind === update.kind;
  if (haveOneKind && isReplacement(region)) return [scatterReplace(input, positions, update)];
  const reducer = namedReducer(region);
  if (haveOneKind && reducer !== null) {
    const [wide, values] = inAccumulators([input, update], state.machine.accumulation);
    return [convert(scatterReduce(wide, positions, values, reducer), input.kind)];
  }
  return scatterWith(inputs, positions, updates, scalarCombiner(region, state));
}

/**
 * Slices of `x` along `dim` at the indices in `index`, with the first `batchDims` dimensions of both as batch
 * dimensions.
 */
function torchIndexSelect(op: hlo.TorchIndexSelectOp, x: NdArray, index: NdArray): NdArray {
  const rank = x.shape.length;
  const dim = (op.dim.number + rank) % rank;
  const batchDims = (op.batchDims.number + index.shape.length) % Math.max(1, index.shape.length);
  const batching = Array.from({ length: batchDims }, (_, i) => i);
  // The indices' own dimensions replace `dim`.
  const before = dim - batchDims;
  const after = rank - dim - 1;
  const own = index.shape.length - batchDims;
  const offsetDims = [
    ...Array.from({ length: before }, (_, i) => batchDims + i),
    ...Array.from({ length: after }, (_, i) => batchDims + before + own + i),
  ];
  return gather(
    x,
    index,
    {
      offsetDims,
      collapsedSliceDims: [dim],
      operandBatchingDims: batching,
      startIndicesBatchingDims: batching,
      startIndexMap: [dim],
      indexVectorDim: index.shape.length,
    },
    x.shape.map((size, d) => (d === dim || d < batchDims ? 1 : size)),
  );
}

/** Operations that find and change elements by lists of indices. */
export const gatherScatterInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(hlo.GatherOp, (op) => ([x, indices]) => [
    gather(x, indices, op.dimensionNumbers, op.sliceSizes.numbers(), op.hasAttr(hlo.FILL_OUT_OF_BOUNDS)),
  ]),
  interpretable.implementFor(hlo.DynamicGatherOp, (op) => ([x, indices, sizes]) => [
    gather(x, indices, op.dimensionNumbers, numbersOf(sizes)),
  ]),
  interpretable.implementFor(hlo.ScatterOp, (op) => (operands, state) => scatter(op, operands, state)),
  interpretable.implementFor(hlo.TorchIndexSelectOp, (op) => ([x, index]) => [
    torchIndexSelect(op, x, index),
  ]),
];
