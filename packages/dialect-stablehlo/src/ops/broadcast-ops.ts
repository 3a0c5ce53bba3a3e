import { defineOp, DYNAMIC, type OpReport, optionalAttr } from '@shardform/ir-core';
import { dimensionsAttr, shapeTensor, tensor, tensorOrPerAxis } from '../constraints.ts';
import { dim, dimsOf, tensorOfDims } from '../inference/bounded-shape.ts';
import { dynamicBroadcastProblem } from '../inference/dynamic-broadcast.ts';
import { quantizedBroadcastProblem } from '../inference/quantization.ts';
import { constantSizes, shapeOperandProblem } from '../inference/shape-operand.ts';
import { isConstant } from '../speculatability.ts';

/** Repeats a tensor along new leading dimensions (StableHLO, deprecated: `broadcast_in_dim` says the same). */
export class BroadcastOp extends defineOp('stablehlo.broadcast', {
  summary: 'broadcast along new leading dimensions',
  operands: { operand: tensor },
  attrs: { broadcast_sizes: dimensionsAttr },
  results: { result: tensorOrPerAxis },
  effects: 'none',
  speculates: 'always',
  format: '$operand `,` `sizes` `=` $broadcast_sizes attr-dict `:` functional-type(operands, results)',
  infer: (op, report) => {
    const sizes = op.broadcastSizes.numbers();
    const negative = sizes.find((size) => size < 0);
    if (negative !== undefined) {
      report.error(`Broadcast with negative dimension size ${negative}`);
      return null;
    }
    const { type } = op.operand;
    return [
      tensorOfDims([...sizes.map((size) => dim(size)), ...dimsOf(type)], type.elementType, type.encoding),
    ];
  },
}) {}

/** Like `broadcast_in_dim` to a shape that is computed (StableHLO spec, "dynamic_broadcast_in_dim"). */
export class DynamicBroadcastInDimOp extends defineOp('stablehlo.dynamic_broadcast_in_dim', {
  summary: 'broadcast to a dynamic shape',
  operands: { operand: tensorOrPerAxis, output_dimensions: shapeTensor },
  attrs: {
    broadcast_dimensions: dimensionsAttr,
    known_expanding_dimensions: optionalAttr(dimensionsAttr),
    known_nonexpanding_dimensions: optionalAttr(dimensionsAttr),
  },
  results: { result: tensorOrPerAxis },
  effects: 'none',
  speculates: (op) => {
    const { operand, outputDimensions, result } = op;
    if (!operand.type.hasStaticShape) return false;
    // One element fits every shape, as long as none is promised.
    const fitsAny = operand.type.elementCount === 1 && result.type.shape.every((size) => size === DYNAMIC);
    return isConstant(outputDimensions) || fitsAny;
  },
  format:
    '$operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const problem =
      dynamicBroadcastProblem(this.operand.type, this.result.type, {
        dimensions: this.broadcastDimensions.numbers(),
        expanding: this.knownExpandingDimensions?.numbers() ?? [],
        nonexpanding: this.knownNonexpandingDimensions?.numbers() ?? [],
        sizes: constantSizes(this.outputDimensions),
      }) ??
      quantizedBroadcastProblem(
        this.operand.type,
        this.result.type.elementType,
        this.broadcastDimensions.numbers(),
      ) ??
      shapeOperandProblem(this.outputDimensions, this.result.type);
    return problem === null || report.error(problem);
  }
}
