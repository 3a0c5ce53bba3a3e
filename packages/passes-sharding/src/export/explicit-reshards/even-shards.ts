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
  ReduceWindowOp,
  ReshapeOp,
  ReverseOp,
  RngBitGeneratorOp,
  SelectAndScatterOp,
  SliceOp,
  SortOp,
  TransposeOp,
} from '@shardform/dialect-stablehlo';
import { type Operation, RankedTensorType, zip } from '@shardform/ir-core';
import { isElementwise } from '../../module/elementwise.ts';
import type { ReshardSite } from './reshard-site.ts';

/**
 * Removes axes from factors that can't have shards of unequal size: a device with fewer elements than the others
 * computes on padding, which only some operations keep apart from the elements.
 *
 * @param exchangesBorders whether neighbours exchange what windows need of each other, and know what is padding.
 */
export function withEvenShards(
  axes: readonly AxisList[],
  { op, rule, mesh }: ReshardSite,
  exchangesBorders = false,
): readonly AxisList[] {
  return zip(axes, rule.factorSizes).map(([list, factorSize], factor) => {
    if (list.length === 0) return list;
    const shards =
      exchangesBorders && hasWindows(op, rule, factor) ? 'any' : possibleShards(op, rule, factor);
    if (shards === 'any') return list;
    return shards === 'equal' && factorSize % axisListSize(list, mesh) === 0 ? list : [];
  });
}

/** Returns whether windows move along a factor, or are split by it. */
function hasWindows(op: Operation, rule: OpShardingRuleAttr, factor: number): boolean {
  if (op instanceof ReduceWindowOp || op instanceof SelectAndScatterOp)
    return rule.permutation.includes(factor);
  if (!(op instanceof ConvolutionOp)) return false;
  const { inputSpatialDimensions, kernelSpatialDimensions } = op.dimensionNumbers;
  const [lhs, rhs] = rule.operands;
  return (
    inputSpatialDimensions.some((dim) => lhs!.dimMappings[dim]!.factorIndices.includes(factor)) ||
    kernelSpatialDimensions.some((dim) => rhs!.dimMappings[dim]!.factorIndices.includes(factor))
  );
}

/** Into what an operation can split a factor: not at all, into shards of equal size, or into any. */
export type PossibleShards = 'none' | 'equal' | 'any';

/** Returns into what the partitioner can split a factor of an operation's rule. */
export function possibleShards(op: Operation, rule: OpShardingRuleAttr, factor: number): PossibleShards {
  if (mustBeWhole(op, rule, factor)) return 'none';
  return mayBeUneven(op, rule.reduction.includes(factor)) ? 'any' : 'equal';
}

/** Removes axes from factors, the minor ones first, until every dimension is divided evenly. */
export function withDivisibleShards(
  axes: readonly AxisList[],
  { mesh, tensors }: ReshardSite,
): readonly AxisList[] {
  const divisible = [...axes];
  for (const { value, mapping } of tensors) {
    const shape = value.type instanceof RankedTensorType ? value.type.shape : [];
    for (const [{ factorIndices: factors }, size] of zip(mapping.dimMappings, shape)) {
      const parts = (): number =>
        factors.reduce((product, factor) => product * axisListSize(divisible[factor]!, mesh), 1);
      for (const factor of factors.toReversed()) {
        if (size % parts() === 0) break;
        divisible[factor] = [];
      }
    }
  }
  return divisible;
}

/** Returns whether an operation on a shard of a factor would compute something else than on the whole. */
function mustBeWhole(op: Operation, rule: OpShardingRuleAttr, factor: number): boolean {
  if (op instanceof RngBitGeneratorOp) return true;
  // A factor of size 1 may belong to a dimension that the rule doesn't cover.
  if (rule.factorSizes[factor] === 1 && !isElementwise(op)) return true;
  if (op instanceof ConvolutionOp) {
    // A shard of a window is another window.
    const { kernelSpatialDimensions: kernelSpatial } = op.dimensionNumbers;
    return kernelSpatial.some((dim) => rule.operands[1]!.dimMappings[dim]!.factorIndices.includes(factor));
  }
  // A factor that only the update has is its offset in the operand.
  return op instanceof DynamicUpdateSliceOp && !rule.operands[0]!.hasFactor(factor);
}

/** Returns whether shards of a factor may be of unequal size. */
function mayBeUneven(op: Operation, isReduced: boolean): boolean {
  // The padding of these operands is set to the identity of the sum.
  if (op instanceof DotGeneralOp || op instanceof ReduceOp) return true;
  if (op instanceof ConvolutionOp) {
    const { featureGroups, batchGroups } = op.groups();
    return featureGroups === 1 && batchGroups === 1;
  }
  return !isReduced && (isElementwise(op) || keepsElementsApart.some((opClass) => op instanceof opClass));
}

/** Operations whose elements don't depend on distant elements along a split dimension. */
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
