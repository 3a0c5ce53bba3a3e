import { type AxisList, axisListSize, type OpShardingRuleAttr } from '@shardform/dialect-sdy';
import {
  BroadcastInDimOp,
  ConcatenateOp,
  ConvolutionOp,
  DotGeneralOp,
  DotOp,
  DynamicUpdateSliceOp,
  PadOp,
  ReduceOp,
  ReshapeOp,
  ReverseOp,
  RngBitGeneratorOp,
  SliceOp,
  SortOp,
  TransposeOp,
} from '@shardform/dialect-stablehlo';
import { type Operation, RankedTensorType } from '@shardform/ir-core';
import { isElementwise } from '../../module/elementwise.ts';
import type { ReshardSite } from './reshard-site.ts';

/**
 * Takes axes off factors that parts of unequal size can't have: a device with less than the others computes on what
 * the part is filled up with, which only some operations keep apart from what counts.
 */
export function withEvenParts(
  axes: readonly AxisList[],
  { op, rule, mesh }: ReshardSite,
): readonly AxisList[] {
  return axes.map((list, factor) => {
    if (list.length === 0) return list;
    if (mustBeWhole(op, rule, factor)) return [];
    if (mayBeUneven(op, rule.reduction.includes(factor))) return list;
    return rule.factorSizes[factor]! % axisListSize(list, mesh) === 0 ? list : [];
  });
}

/** Takes axes off factors, the minor ones first, until every dimension is divided into equal parts. */
export function withDivisibleParts(
  axes: readonly AxisList[],
  { mesh, tensors }: ReshardSite,
): readonly AxisList[] {
  const divisible = [...axes];
  for (const { value, mapping } of tensors) {
    const shape = value.type instanceof RankedTensorType ? value.type.shape : [];
    for (const [d, { factorIndices: factors }] of mapping.dimMappings.entries()) {
      const parts = (): number =>
        factors.reduce((product, factor) => product * axisListSize(divisible[factor]!, mesh), 1);
      for (const factor of factors.toReversed()) {
        if (shape[d]! % parts() === 0) break;
        divisible[factor] = [];
      }
    }
  }
  return divisible;
}

/** Whether a device that has only a part of a factor would make something else of it than of the whole. */
function mustBeWhole(op: Operation, rule: OpShardingRuleAttr, factor: number): boolean {
  if (op instanceof RngBitGeneratorOp) return true;
  // A factor of size 1 can stand for a dimension of which the rule says nothing.
  if (rule.factorSizes[factor] === 1 && !isElementwise(op)) return true;
  if (op instanceof ConvolutionOp) {
    // A part of a window is another window.
    const { kernelSpatialDimensions: kernelSpatial } = op.dimensionNumbers;
    return kernelSpatial.some((dim) => rule.operands[1]!.dimMappings[dim]!.factorIndices.includes(factor));
  }
  // What only the update has is where in the operand it goes.
  return op instanceof DynamicUpdateSliceOp && !rule.operands[0]!.hasFactor(factor);
}

/** Whether parts of a factor may be of unequal size. */
function mayBeUneven(op: Operation, isReduced: boolean): boolean {
  // What fills up the operands of these is set to what makes no difference to the sum.
  if (op instanceof DotGeneralOp || op instanceof ReduceOp) return true;
  if (op instanceof ConvolutionOp) {
    const { featureGroups, batchGroups } = op.groups();
    return featureGroups === 1 && batchGroups === 1;
  }
  return !isReduced && (isElementwise(op) || keepsElementsApart.some((opClass) => op instanceof opClass));
}

/** Operations of which no element depends on what is far from it along a dimension that is split. */
const keepsElementsApart = [
  BroadcastInDimOp,
  ConcatenateOp,
  DotOp,
  PadOp,
  ReshapeOp,
  ReverseOp,
  SliceOp,
  SortOp,
  TransposeOp,
] as const;
