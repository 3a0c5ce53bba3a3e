import type { AxisList } from '@shardform/dialect-sdy';
import { ConvolutionOp } from '@shardform/dialect-stablehlo';
import { elementBitWidth, RankedTensorType } from '@shardform/ir-core';
import { axesOf } from '../export/explicit-reshards/common-axes.ts';
import type { ReshardSite, ReshardTensor } from '../export/explicit-reshards/reshard-site.ts';
import { factorsOfConvolution, factorsOfDot } from './convolution-factors.ts';
import { dotSplit } from './dot-split.ts';
import {
  type DotFactors,
  type DotState,
  elementsOf,
  type MovingWindows,
  type ScatteredSum,
} from './dot-state.ts';
import { canExchangeWindows } from './exchanged-windows.ts';
import type { XlaSplit } from './xla-split.ts';

/** The split of a convolution: a product of batches and features, and of windows, of which neighbours exchange elements. */
export function splitOfConvolution(site: ReshardSite): XlaSplit | null {
  const { op, rule } = site;
  if (!(op instanceof ConvolutionOp)) return null;
  const { featureGroups, batchGroups } = op.groups();
  const factors = factorsOfConvolution(op, rule);
  const moving = [...factors.windows, ...factors.elements];
  const isWindowed = site.projection.tensors.some((tensor) =>
    moving.some((factor) => (tensor.factors[factor]?.axes.length ?? 0) > 0),
  );
  const isGrouped = featureGroups > 1 || batchGroups > 1;
  const isDilated = op.lhsDilation?.numbers().some((dilation) => dilation > 1) === true;
  if (!isWindowed) return isGrouped ? null : splitOfProduct(site, factors, null);
  return splitOfProduct(site, factors, {
    hasFeatureGroups: featureGroups > 1,
    hasBatchGroups: batchGroups > 1,
    hasWideGroups: op.rhs.type.dimSize(op.dimensionNumbers.kernelInputFeatureDimension) > 1,
    canExchange: (split) => !isDilated && canExchangeWindows(op, site, split),
  });
}

/** The split of a product. */
export function splitOfDot(site: ReshardSite): XlaSplit {
  return splitOfProduct(site, factorsOfDot(site.rule), null);
}

function splitOfProduct(site: ReshardSite, factors: DotFactors, windows: MovingWindows | null): XlaSplit {
  const { rule, mesh, tensors } = site;
  const [lhs, rhs, out] = tensors.map((_, tensor) =>
    rule.factorSizes.map((__, factor): AxisList => axesOf(site, tensor, factor)),
  );
  const movedInGroups = new Set<'lhs' | 'rhs'>();
  const scatteredSums: ScatteredSum[] = [];
  const joinedSums = new Set<number>();
  const state: DotState = {
    mesh,
    factors,
    devices: mesh.axes.reduce((count, { size }) => count * size, 1),
    sizes: rule.factorSizes,
    widths: { lhs: 1, rhs: 1, out: 1 },
    lhs: lhs!,
    rhs: rhs!,
    out: out!,
    isGroup: false,
    groups: [],
    movedInGroups,
    scatteredSums,
    windows,
    joinedSums,
  };
  // Dimensions without a factor, such as those of a window, count in the size of an element.
  const [left, right, result] = (['lhs', 'rhs', 'out'] as const).map(
    (name, i) => bytesOf(tensors[i]!) / elementsOf(state, name),
  );
  const split = dotSplit({ ...state, widths: { lhs: left!, rhs: right!, out: result! } });
  return {
    split,
    movedInGroups: [...movedInGroups].map((operand) => (operand === 'lhs' ? 0 : 1)),
    scatteredSum: scatteredSums.at(-1) ?? null,
    joinedSums: [...joinedSums],
    exchangesBorders: site.op instanceof ConvolutionOp,
  };
}

function bytesOf({ value: { type }, elementCount }: ReshardTensor): number {
  return type instanceof RankedTensorType ? elementCount * ((elementBitWidth(type.elementType) ?? 8) / 8) : 1;
}
