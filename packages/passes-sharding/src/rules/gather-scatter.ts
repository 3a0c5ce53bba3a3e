import { GatherOp, ScatterOp } from '@shardform/dialect-stablehlo';
import { type InterfaceImplementation, shapeOf } from '@shardform/ir-core';
import { commonReduction } from './common-reduction.ts';
import { type FactorKind, NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule } from './sharding-rule.ts';

const whole: FactorKind = { type: 'need-replication' };

/**
 * The common form of gather and scatter: *slices* are read from, or combined into, an *input* at the positions that
 * *indices* list. Dimensions are 0-based.
 */
interface SliceAccess {
  readonly inputShape: readonly number[];
  readonly indicesShape: readonly number[];
  readonly slicesShape: readonly number[];
  /** Dimensions of the slices' tensor that are dimensions of a slice. */
  readonly windowDims: readonly number[];
  /** Dimensions of the input that slices don't have, because they are of size 1 in them. */
  readonly droppedDims: readonly number[];
  readonly inputBatchingDims: readonly number[];
  readonly indicesBatchingDims: readonly number[];
  readonly indexVectorDim: number;
  /** Adds the factors of a window dimension that is smaller than the input's. `size` is the smaller one. */
  addPartial(factors: SliceFactors, inputDim: number, slicesDim: number, size: number): void;
  /** The kind of a dimension of indices and slices that the input lacks. */
  readonly implicitBatch: FactorKind;
  /** The kind of a dropped dimension of the given size. */
  dropped(size: number): FactorKind;
}

/** The factors of a gather or scatter. */
interface SliceFactors {
  /** Adds a factor; dimensions are {@link NO_DIM} where a tensor lacks it. */
  add(input: number, indices: number, slices: number, size: number, kind?: FactorKind): void;
}

/** Adds factors in the order of the slices' dimensions, then the dropped dimensions and that of the index vectors. */
function addSliceFactors(access: SliceAccess, factors: SliceFactors): void {
  const { inputShape, indicesShape, droppedDims, inputBatchingDims, indexVectorDim } = access;
  const isInWindow = (dim: number): boolean => !droppedDims.includes(dim) && !inputBatchingDims.includes(dim);
  const inputWindow = [...inputShape.keys()].filter(isInWindow);
  let [windowPosition, batchPosition] = [0, 0];
  access.slicesShape.forEach((size, dim) => {
    if (access.windowDims.includes(dim)) {
      const inputDim = inputWindow[windowPosition++]!;
      if (inputShape[inputDim] === size) factors.add(inputDim, NO_DIM, dim, size);
      else access.addPartial(factors, inputDim, dim, size);
      return;
    }
    const indicesDim = batchPosition < indexVectorDim ? batchPosition : batchPosition + 1;
    batchPosition++;
    const inputDim = inputBatchingDims[access.indicesBatchingDims.indexOf(indicesDim)];
    if (inputDim === undefined) factors.add(NO_DIM, indicesDim, dim, size, access.implicitBatch);
    else factors.add(inputDim, indicesDim, dim, size);
  });
  for (const dim of droppedDims) {
    const size = inputShape[dim]!;
    factors.add(dim, NO_DIM, NO_DIM, size, access.dropped(size));
  }
  if (indexVectorDim < indicesShape.length) {
    factors.add(NO_DIM, indexVectorDim, NO_DIM, indicesShape[indexVectorDim]!, whole);
  }
}

/**
 * Along dimensions indexed element by element, each device looks up the elements it holds, and the results are summed;
 * larger slices may need elements of several devices.
 */
const gatherRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  GatherOp,
  (op) => () => {
    const dimensions = op.dimensionNumbers;
    const builder = new ShardingRuleBuilder(op);
    const inputShape = op.operand.type.shape;
    addSliceFactors(
      {
        inputShape,
        indicesShape: op.startIndices.type.shape,
        slicesShape: op.result.type.shape,
        windowDims: dimensions.offsetDims,
        droppedDims: dimensions.collapsedSliceDims,
        inputBatchingDims: dimensions.operandBatchingDims,
        indicesBatchingDims: dimensions.startIndicesBatchingDims,
        indexVectorDim: dimensions.indexVectorDim,
        addPartial(factors, inputDim, slicesDim, size) {
          const inputSize = inputShape[inputDim]!;
          if (size === 1) {
            factors.add(inputDim, NO_DIM, NO_DIM, inputSize, { type: 'reduction' });
            factors.add(NO_DIM, NO_DIM, slicesDim, size, whole);
          } else {
            factors.add(inputDim, NO_DIM, slicesDim, inputSize, {
              type: 'need-replication',
              isBlocked: true,
            });
          }
        },
        implicitBatch: {},
        dropped: (size) => ({ type: size === 1 ? 'need-replication' : 'reduction' }),
      },
      {
        add: (input, indices, slices, size, kind) =>
          builder.addFactor([input, indices], [slices], size, kind),
      },
    );
    return builder.build();
  },
);

/** Devices that have different updates can combine what they made if the computation is a plain reduction. */
const scatterRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  ScatterOp,
  (op) => () => {
    const dimensions = op.scatterDimensionNumbers;
    const { length: count } = op.inputs;
    const inputShape = shapeOf(op.inputs[0]!.type);
    const all = (dim: number): number[] => new Array<number>(count).fill(dim);
    const builder = new ShardingRuleBuilder(op);
    addSliceFactors(
      {
        inputShape,
        indicesShape: op.scatterIndices.type.shape,
        slicesShape: shapeOf(op.updates[0]!.type),
        windowDims: dimensions.updateWindowDims,
        droppedDims: dimensions.insertedWindowDims,
        inputBatchingDims: dimensions.inputBatchingDims,
        indicesBatchingDims: dimensions.scatterIndicesBatchingDims,
        indexVectorDim: dimensions.indexVectorDim,
        addPartial(factors, inputDim, slicesDim, size) {
          factors.add(inputDim, NO_DIM, NO_DIM, inputShape[inputDim]!, whole);
          factors.add(NO_DIM, NO_DIM, slicesDim, size, whole);
        },
        implicitBatch: {
          type: commonReduction(op.updateComputation, count) === null ? 'need-replication' : 'reduction',
        },
        dropped: () => ({}),
      },
      {
        add: (input, indices, slices, size, kind) =>
          builder.addFactor([...all(input), indices, ...all(slices)], all(input), size, kind),
      },
    );
    return builder.build();
  },
);

/** The rules of gathers and scatters. */
export const gatherAndScatterRules: readonly InterfaceImplementation[] = [gatherRule, scatterRule];
