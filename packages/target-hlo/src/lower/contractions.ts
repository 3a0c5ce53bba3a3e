import {
  chlo,
  ChloPrecisionAttr,
  ConvolutionOp,
  DotAlgorithmAttr,
  DotGeneralOp,
  DotOp,
  kernelSizesOf,
  paddingPairs,
  PrecisionAttr,
} from '@shardform/dialect-stablehlo';
import type { InstructionAttributes, WindowDimension } from '@shardform/hlo-module';
import {
  type ArrayAttr,
  type DenseArrayAttr,
  type DenseElementsAttr,
  isInstance,
  type Operation,
} from '@shardform/ir-core';
import { arrayShapeOf, shapeOfArray } from './context.ts';
import { ExportError } from './export-error.ts';
import { type Lowering, lowering } from './lowering.ts';

/** Precisions are written unless all are the default. */
function precisionOf(config: ArrayAttr | null): InstructionAttributes {
  const names = (config?.elements ?? []).map((element) =>
    isInstance(PrecisionAttr, element) || isInstance(ChloPrecisionAttr, element)
      ? element.value.toLowerCase()
      : 'default',
  );
  return names.every((name) => name === 'default') ? {} : { operandPrecision: names };
}

/** XLA's names of algorithms that compute sums of several products, by their number. */
const parts: ReadonlyMap<number, string> = new Map([
  [1, ''],
  [3, '_x3'],
  [6, '_x6'],
  [9, '_x9'],
]);

function algorithmName(op: Operation, algorithm: DotAlgorithmAttr): string {
  const [lhs, rhs, sum] = [
    algorithm.lhsPrecisionType,
    algorithm.rhsPrecisionType,
    algorithm.accumulationType,
  ].map((type) => String(type).toLowerCase());
  const count = parts.get(algorithm.numPrimitiveOperations);
  if (lhs === undefined || sum === undefined || count === undefined)
    throw new ExportError(op, 'HLO has no name for this algorithm');
  if (lhs.startsWith('f8') && rhs?.startsWith('f8') === true) {
    return `dot_any_f8_any_f8_f32${algorithm.allowImpreciseAccumulation ? '_fast_accum' : ''}`;
  }
  return `dot_${lhs}_${rhs ?? lhs}_${sum}${count}`;
}

/** The parts of a window that are not the usual ones. */
export interface WindowParts {
  readonly strides?: DenseArrayAttr | null;
  readonly padding?: DenseElementsAttr | null;
  readonly baseDilations?: DenseArrayAttr | null;
  readonly windowDilations?: DenseArrayAttr | null;
  readonly reversal?: readonly boolean[];
}

/** Returns the window of given sizes. */
export function windowOf(sizes: readonly number[], window: WindowParts): WindowDimension[] {
  const pairs = paddingPairs(window.padding ?? null);
  const strides = window.strides?.numbers() ?? [];
  const bases = window.baseDilations?.numbers() ?? [];
  const dilations = window.windowDilations?.numbers() ?? [];
  return sizes.map((size, d) => {
    const [low, high] = (typeof pairs === 'string' ? undefined : pairs[d]) ?? [0, 0];
    return {
      size,
      stride: strides[d] ?? 1,
      paddingLow: low,
      paddingHigh: high,
      baseDilation: bases[d] ?? 1,
      windowDilation: dilations[d] ?? 1,
      ...(window.reversal?.[d] === true && { isReversed: true }),
    };
  });
}

/** Exports of products. */
export const contractionLowerings: readonly Lowering[] = [
  lowering(DotGeneralOp, (op, context) => {
    const dimensions = op.dotDimensionNumbers;
    const { algorithm } = op;
    context.result(op, 'dot', arrayShapeOf(op.result.type, op), context.getAll([op.lhs, op.rhs]), {
      attributes: {
        dot: {
          lhsBatch: dimensions.lhsBatchingDimensions,
          lhsContracting: dimensions.lhsContractingDimensions,
          rhsBatch: dimensions.rhsBatchingDimensions,
          rhsContracting: dimensions.rhsContractingDimensions,
        },
        ...precisionOf(op.precisionConfig),
        ...(algorithm !== null && { algorithm: algorithmName(op, algorithm) }),
      },
    });
  }),
  lowering(DotOp, (op, context) => {
    const operands = context.getAll([op.lhs, op.rhs]);
    const rank = operands[0] === undefined ? 0 : shapeOfArray(operands[0]).dimensions.length;
    context.result(op, 'dot', arrayShapeOf(op.result.type, op), operands, {
      attributes: {
        dot: { lhsBatch: [], lhsContracting: [rank - 1], rhsBatch: [], rhsContracting: [0] },
        ...precisionOf(op.precisionConfig),
      },
    });
  }),
  lowering(chlo.RaggedDotOp, (op, context) => {
    const dimensions = op.raggedDotDimensionNumbers;
    const operands = context.getAll([op.lhs, op.rhs, op.groupSizes]);
    context.result(op, 'ragged-dot', arrayShapeOf(op.result.type, op), operands, {
      attributes: {
        dot: {
          lhsBatch: dimensions.lhsBatchingDimensions,
          lhsContracting: dimensions.lhsContractingDimensions,
          rhsBatch: dimensions.rhsBatchingDimensions,
          rhsContracting: dimensions.rhsContractingDimensions,
          lhsRagged: dimensions.lhsRaggedDimensions,
          ...(dimensions.rhsGroupDimensions.length > 0 && { rhsGroup: dimensions.rhsGroupDimensions }),
        },
        ...precisionOf(op.precisionConfig),
      },
    });
  }),
  lowering(ConvolutionOp, (op, context) => {
    const dimensions = op.dimensionNumbers;
    const operands = context.getAll([op.lhs, op.rhs]);
    const sizes = kernelSizesOf(op.rhs.type.shape, dimensions.kernelSpatialDimensions);
    const window = windowOf(
      sizes.map((size) => size ?? 0),
      {
        strides: op.windowStrides,
        padding: op.padding,
        baseDilations: op.lhsDilation,
        windowDilations: op.rhsDilation,
        reversal: op.windowReversal?.numbers().map((value) => value !== 0) ?? [],
      },
    );
    context.result(op, 'convolution', arrayShapeOf(op.result.type, op), operands, {
      attributes: {
        window,
        convolution: {
          inputBatch: dimensions.inputBatchDimension,
          inputFeature: dimensions.inputFeatureDimension,
          inputSpatial: dimensions.inputSpatialDimensions,
          kernelInputFeature: dimensions.kernelInputFeatureDimension,
          kernelOutputFeature: dimensions.kernelOutputFeatureDimension,
          kernelSpatial: dimensions.kernelSpatialDimensions,
          outputBatch: dimensions.outputBatchDimension,
          outputFeature: dimensions.outputFeatureDimension,
          outputSpatial: dimensions.outputSpatialDimensions,
        },
        featureGroupCount: op.featureGroupCount.number,
        batchGroupCount: op.batchGroupCount.number,
        ...precisionOf(op.precisionConfig),
      },
    });
  }),
];
