import {
  ArrayAttr,
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  type Operation,
  pattern,
  RankedTensorType,
  type RewritePattern,
} from '@shardform/ir-core';
import {
  BroadcastInDimOp,
  constantSizes,
  ConvolutionOp,
  CustomCallOp,
  DynamicBroadcastInDimOp,
  DynamicConvOp,
  DynamicGatherOp,
  DynamicIotaOp,
  DynamicPadOp,
  DynamicReshapeOp,
  GatherOp,
  IotaOp,
  PadOp,
  ReshapeOp,
} from '@shardform/dialect-stablehlo';
import { shapeRefinements, withoutShapeOperands } from '../shape-refinements.ts';
import { realDynamicSlicePatterns } from './real-dynamic-slice.ts';

/** Patterns that make operations of computed shapes ones of known shapes. Made anew for each use: they remember. */
export function dynamismPatterns(): readonly RewritePattern[] {
  return [customCallPattern(), ...staticPatterns, ...realDynamicSlicePatterns];
}

/** Operands that hold shapes are dropped when results have these shapes. Wrong attributes are reported once. */
function customCallPattern(): RewritePattern {
  const reported = new Set<Operation>();
  return pattern(CustomCallOp, 'custom-call-without-shape-operands', (op, rewriter) => {
    const refinements = shapeRefinements(op);
    if (typeof refinements === 'string') {
      if (!reported.has(op)) rewriter.context.diagnostics.emitOn(op, 'error', refinements);
      reported.add(op);
      return false;
    }
    if (refinements === null || !op.results.every(({ type }) => isStatic(type))) return false;
    const isKept = (_: unknown, i: number): boolean => !refinements.operandIndices.includes(i);
    const { operandLayouts } = op;
    const call = CustomCallOp.create(
      {
        inputs: op.inputs.filter(isKept),
        callTargetName: op.callTargetName,
        hasSideEffect: op.hasSideEffect,
        backendConfig: op.backendConfig,
        apiVersion: op.apiVersion,
        calledComputations: op.calledComputations,
        operandLayouts:
          operandLayouts === null ? null : ArrayAttr.get(operandLayouts.elements.filter(isKept)),
        resultLayouts: op.resultLayouts,
        outputOperandAliases: op.outputOperandAliases,
      },
      op.resultTypes(),
      { location: op.location, attributes: withoutShapeOperands(op) },
    );
    rewriter.insert(call);
    rewriter.replaceOp(op, call.results);
    return true;
  });
}

/** Operations whose sizes and amounts are constants become those that have them as attributes. */
const staticPatterns: readonly RewritePattern[] = [
  pattern(DynamicBroadcastInDimOp, 'dynamic-broadcast-in-dim-to-broadcast-in-dim', (op, rewriter) => {
    const { operand, outputDimensions, broadcastDimensions } = op;
    if (!operand.type.hasStaticShape || !isStatic(op.result.type)) return false;
    if (constantSizes(outputDimensions) === null) return false;
    rewriter.replaceOpWith(op, BroadcastInDimOp, { operand, broadcastDimensions }, op.resultTypes());
    return true;
  }),
  pattern(DynamicConvOp, 'dynamic-conv-to-convolution', (op, rewriter) => {
    const amounts = constantSizes(op.padding);
    if (amounts === null) return false;
    const { lhs, rhs, windowStrides, lhsDilation, rhsDilation, windowReversal } = op;
    const { dimensionNumbers, featureGroupCount, batchGroupCount, precisionConfig } = op;
    const padding = DenseElementsAttr.fromNumbers(RankedTensorType.get(op.padding.type.shape, i64), amounts);
    rewriter.replaceOpWith(
      op,
      ConvolutionOp,
      {
        ...{ lhs, rhs, windowStrides, padding, lhsDilation, rhsDilation, windowReversal },
        ...{ dimensionNumbers, featureGroupCount, batchGroupCount, precisionConfig },
      },
      op.resultTypes(),
    );
    return true;
  }),
  pattern(DynamicGatherOp, 'dynamic-gather-to-gather', (op, rewriter) => {
    const sizes = constantSizes(op.sliceSizes);
    if (sizes === null) return false;
    const { operand, startIndices, dimensionNumbers, indicesAreSorted } = op;
    const sliceSizes = DenseArrayAttr.get(i64, sizes);
    const args = { operand, startIndices, dimensionNumbers, sliceSizes, indicesAreSorted };
    rewriter.replaceOpWith(op, GatherOp, args, op.resultTypes());
    return true;
  }),
  pattern(DynamicIotaOp, 'dynamic-iota-to-iota', (op, rewriter) => {
    if (!isStatic(op.result.type) || constantSizes(op.outputShape) === null) return false;
    rewriter.replaceOpWith(op, IotaOp, { iotaDimension: op.iotaDimension }, op.resultTypes());
    return true;
  }),
  pattern(DynamicPadOp, 'dynamic-pad-to-pad', (op, rewriter) => {
    const [low, high, interior] = [op.edgePaddingLow, op.edgePaddingHigh, op.interiorPadding].map(
      constantSizes,
    );
    if (!low || !high || !interior) return false;
    rewriter.replaceOpWith(
      op,
      PadOp,
      {
        operand: op.operand,
        paddingValue: op.paddingValue,
        edgePaddingLow: DenseArrayAttr.get(i64, low),
        edgePaddingHigh: DenseArrayAttr.get(i64, high),
        interiorPadding: DenseArrayAttr.get(i64, interior),
      },
      op.resultTypes(),
    );
    return true;
  }),
  pattern(DynamicReshapeOp, 'dynamic-reshape-to-reshape', (op, rewriter) => {
    if (!isStatic(op.result.type) || constantSizes(op.outputShape) === null) return false;
    rewriter.replaceOpWith(op, ReshapeOp, { operand: op.operand }, op.resultTypes());
    return true;
  }),
];

function isStatic(type: unknown): boolean {
  return type instanceof RankedTensorType && type.hasStaticShape;
}
