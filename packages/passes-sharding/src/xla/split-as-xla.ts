import {
  areAxisListsEqual,
  type AxisList,
  axisListSize,
  axisListsOverlap,
  subtractAxes,
} from '@shardform/dialect-sdy';
import {
  BroadcastInDimOp,
  chlo,
  ConcatenateOp,
  ConvolutionOp,
  DotGeneralOp,
  DotOp,
  DynamicSliceOp,
  FftOp,
  GatherOp,
  PadOp,
  ReduceOp,
  ReduceWindowOp,
  ReshapeOp,
  ScatterOp,
  SelectAndScatterOp,
  SliceOp,
  SortOp,
  TransposeOp,
} from '@shardform/dialect-stablehlo';
import { type Operation, shapeOf } from '@shardform/ir-core';
import { isElementwise } from '../module/elementwise.ts';
import { axesOf } from '../export/explicit-reshards/common-axes.ts';
import type { Split } from '../export/explicit-reshards/least-communication.ts';
import type { ReshardSite } from '../export/explicit-reshards/reshard-site.ts';
import { movesAround } from './joined-slices.ts';
import { withMovedTiles } from './moved-tiles.ts';
import { splitOfConvolution, splitOfDot } from './product-split.ts';
import { plainSplit, type XlaSplit } from './xla-split.ts';

/** Chooses how an operation is split; `null` leaves the choice to Shardy's rules. */
type Choice = (site: ReshardSite) => Split | XlaSplit | null;

/** Operations whose split depends on more than their rule, types and shardings: on their attributes, or on what makes their operands. */
const SPLIT_BY_MORE = [ConcatenateOp, ConvolutionOp, SortOp] as const;

/** Returns whether XLA's partitioner splits operations alike that have the same name, rule, types and shardings. */
export function isSplitByLikeness(op: Operation): boolean {
  return !SPLIT_BY_MORE.some((opClass) => op instanceof opClass);
}

/** Returns the axes along which XLA's partitioner splits the factors of an operation; `null` where it is not known to differ from Shardy. */
export function splitAsXla(site: ReshardSite): XlaSplit | null {
  const choice = CHOICES.find(([isOne]) => isOne(site.op))?.[1];
  const chosen = choice?.(site) ?? null;
  if (chosen === null) return null;
  const xlaSplit = 'split' in chosen ? chosen : plainSplit(chosen);
  const { split } = xlaSplit;
  const { needReplication } = site.rule;
  return {
    ...xlaSplit,
    split: split.map((axes, factor): AxisList => (needReplication.includes(factor) ? [] : axes)),
  };
}

const CHOICES: readonly (readonly [(op: Operation) => boolean, Choice])[] = [
  [(op) => op instanceof DotGeneralOp || op instanceof DotOp, splitOfDot],
  [(op) => op instanceof FftOp || op instanceof chlo.TopKOp || op instanceof chlo.ErfOp, wholeSplit],
  [(op) => op instanceof ConvolutionOp, splitOfConvolution],
  [(op) => op instanceof ReduceWindowOp || op instanceof SelectAndScatterOp, splitOfWindows],
  [(op) => op instanceof ReduceOp, (site) => splitOfTensor(site, 0)],
  [(op) => op instanceof ConcatenateOp, splitOfConcatenation],
  [(op) => op instanceof SortOp, splitOfSort],
  [(op) => op instanceof SliceOp, splitOfSlice],
  [(op) => op instanceof ScatterOp || op instanceof GatherOp, splitOfLookUp],
  [(op) => FOLLOWS_RESULT.some((opClass) => op instanceof opClass), splitOfResult],
  [isElementwise, splitOfElementwise],
];

/** Operations whose operands come to the split of the result. */
const FOLLOWS_RESULT = [BroadcastInDimOp, DynamicSliceOp, PadOp, ReshapeOp, TransposeOp] as const;

function splitOfResult(site: ReshardSite): Split {
  return splitOfTensor(site, site.operandCount);
}

/** The split of the result, whose shards may be of any size: neighbours exchange what windows need. */
function splitOfWindows(site: ReshardSite): XlaSplit {
  return { ...plainSplit(splitOfResult(site)), exchangesBorders: true };
}

/** Operands that are split alike stay as they are, and the result is brought to its split; others come to that of the result. */
function splitOfElementwise(site: ReshardSite): Split {
  const [first, ...others] = site.rule.factorSizes.map((_, factor) =>
    Array.from({ length: site.operandCount }, (__, tensor) => axesOf(site, tensor, factor)),
  );
  const isAlike =
    site.operandCount > 1 &&
    [first ?? [], ...others].every((lists) => lists.every((axes) => areAxisListsEqual(axes, lists[0]!)));
  return splitOfTensor(site, isAlike ? 0 : site.operandCount);
}

/** The operand's split where that has more parts, otherwise the result's. */
function splitOfSlice(site: ReshardSite): Split {
  const partsOf = (tensor: number): number =>
    splitOfTensor(site, tensor).reduce((parts, axes) => parts * axisListSize(axes, site.mesh), 1);
  return splitOfTensor(site, partsOf(0) > partsOf(1) ? 0 : 1);
}

/**
 * The elements of slices are where those of the inputs are. Axes that split both the inputs along indexed dimensions and the indices stay with
 * the larger of inputs and slices; the other is whole: slices are made by all devices, or inputs are sent to all.
 */
function splitOfLookUp(site: ReshardSite): Split | null {
  const { op, tensors, rule, reductions, mesh } = site;
  if (reductions === null && op instanceof ScatterOp) return null;
  const indices = op instanceof ScatterOp ? op.inputs.length : 1;
  const [input, update] = [0, indices + 1];
  const has = (tensor: number, factor: number): boolean => tensors[tensor]!.mapping.hasFactor(factor);
  const split = rule.factorSizes.map((_, factor): AxisList => {
    if (has(input, factor)) return axesOf(site, input, factor);
    return axesOf(site, has(indices, factor) ? indices : update, factor);
  });
  const along = (isOne: (factor: number) => boolean): AxisList =>
    split.flatMap((axes, factor) => (isOne(factor) ? axes : []));
  const isOfIndices = (factor: number): boolean => !has(input, factor);
  const isIndexed = (factor: number): boolean => has(input, factor) && !has(update, factor);
  const keepsInputs = tensors[update]!.elementCount < tensors[input]!.elementCount;
  const stays = along((factor) => !isOfIndices(factor) && (keepsInputs || !isIndexed(factor)));
  const without = (axes: AxisList, taken: AxisList): AxisList =>
    axisListsOverlap(axes, taken) ? subtractAxes(axes, taken, mesh) : axes;
  const ofIndices = split.map((axes, factor) => (isOfIndices(factor) ? without(axes, stays) : []));
  return split.map((axes, factor) => {
    if (isOfIndices(factor)) return ofIndices[factor]!;
    return isIndexed(factor) ? without(axes, ofIndices.flat()) : axes;
  });
}

/** The joined dimension is whole, and another one takes its axes; a tensor that is moved around keeps its split. */
function splitOfConcatenation(site: ReshardSite): Split | null {
  const { op } = site;
  if (!(op instanceof ConcatenateOp) || movesAround(op)) return null;
  return withoutSplitDim(site, op.dimension.number);
}

/** The sorted dimension is whole, and another one takes its axes. */
function splitOfSort(site: ReshardSite): Split | null {
  const { op } = site;
  const rank = shapeOf(op.getResult().type).length;
  const dim = op instanceof SortOp ? (op.dimension?.number ?? -1) : 0;
  return rank > 1 ? withoutSplitDim(site, dim < 0 ? dim + rank : dim) : null;
}

/** The split of the result, whose factors are its dimensions, with another dimension split along the axes of one. */
function withoutSplitDim(site: ReshardSite, dim: number): Split | null {
  const { mapping, value } = site.tensors[site.operandCount]!;
  const factors = mapping.dimMappings.map(({ factorIndices }) => factorIndices[0]);
  const split = splitOfResult(site);
  const axes = factors.map((factor) => (factor === undefined ? [] : split[factor]!));
  const moved = withMovedTiles(axes, dim, shapeOf(value.type), site.mesh);
  return split.map((own, factor) => moved[factors.indexOf(factor)] ?? own);
}

/** Every device computes all of it. */
function wholeSplit({ rule }: ReshardSite): Split {
  return rule.factorSizes.map((): AxisList => []);
}

/** The split that a tensor has. */
function splitOfTensor(site: ReshardSite, tensor: number): Split {
  return site.rule.factorSizes.map((_, factor): AxisList => axesOf(site, tensor, factor));
}
