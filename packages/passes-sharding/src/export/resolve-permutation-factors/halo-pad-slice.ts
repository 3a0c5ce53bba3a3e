import { areAxisListsEqual, axisListSize } from '@shardform/dialect-sdy';
import { ConstantOp, PadOp, SliceOp } from '@shardform/dialect-stablehlo';
import { DenseElementsAttr, type Tensor, zip } from '@shardform/ir-core';
import type { HaloBuilder } from './halo-builder.ts';
import { axisNames, divisibleShape, type HaloSite } from './halo-site.ts';
import { type HaloReach, type HaloWindow, isInPlace, isWorthwhile, reachOf } from './halo-window.ts';

/** The extent of a pad or a slice along a dimension. */
interface Extent {
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly interior: readonly number[];
  /** Distance of the elements that a slice takes. */
  readonly strides: readonly number[];
}

/** A split dimension of which devices need elements of others, or other elements than they have. */
interface MovedDim {
  readonly dim: number;
  readonly window: HaloWindow;
  readonly reach: HaloReach;
}

/**
 * Makes a pad or a slice of split dimensions an exchange of elements between neighbours.
 *
 * @returns false, with nothing changed, when too many neighbours would be involved.
 */
export function exchangePadOrSlice(op: PadOp | SliceOp, site: HaloSite, builder: HaloBuilder): boolean {
  const { inputSharding, resultSharding, mesh, input, result } = site;
  const extent = extentOf(op);
  const isSplitAlike = inputSharding.dims.every(({ axes }, d) =>
    areAxisListsEqual(axes, resultSharding.dims[d]!.axes),
  );
  if (!isSplitAlike) return false;
  const moved = movedDims(site, extent);
  if (moved === null) return false;
  builder.buildBefore(op);
  const filler = op instanceof PadOp ? op.paddingValue : builder.zero(input.type.elementType);
  const padded = builder.padTo(input, divisibleShape(input.type, inputSharding, mesh), filler);
  const fillerSharding = inputSharding.with({ dims: [], replicatedAxes: [] });
  const names = axisNames(
    inputSharding.dims.map(({ axes }) => axes),
    mesh,
  );
  const whole = builder.manualComputation(
    [
      { value: padded, sharding: inputSharding },
      { value: filler, sharding: fillerSharding },
    ],
    {
      type: result.type.withShape(divisibleShape(result.type, resultSharding, mesh)),
      sharding: resultSharding,
    },
    names,
    mesh,
    ([part, partFiller]) => {
      const isFillerZero = op instanceof SliceOp || isZero(filler);
      let value = part!;
      for (const { dim, window, reach } of moved) {
        const { outputPart, inputPart, low, dilation } = window;
        value = builder.exchange(value, {
          dim,
          axes: inputSharding.dims[dim]!.axes,
          reach,
          footprint: outputPart,
          dilation,
          start: (number, first) => builder.linear(number, outputPart - inputPart * dilation, first - low),
          filler: partFiller!,
          isFillerZero,
        });
      }
      return changeWholeDims(value, extent, site, op, partFiller!, builder);
    },
  );
  result.replaceAllUsesWith(builder.trimTo(whole, result.type, resultSharding));
  op.erase();
  return true;
}

function extentOf(op: PadOp | SliceOp): Extent {
  if (op instanceof PadOp) {
    const [low, high, interior] = [op.edgePaddingLow, op.edgePaddingHigh, op.interiorPadding];
    const strides = op.result.type.shape.map(() => 1);
    return { low: low.numbers(), high: high.numbers(), interior: interior.numbers(), strides };
  }
  const limits = op.limitIndices.numbers();
  return {
    low: op.startIndices.numbers().map((start) => -start),
    high: zip(op.operand.type.shape, limits).map(([size, limit]) => limit - size),
    interior: limits.map(() => 0),
    strides: op.strides.numbers(),
  };
}

/** The dimensions that have to be exchanged; `null` when one of them can't be. */
function movedDims({ input, result, inputSharding, mesh }: HaloSite, extent: Extent): MovedDim[] | null {
  const moved: MovedDim[] = [];
  for (const [dim, [{ axes }, lower, gap]] of zip(
    inputSharding.dims,
    extent.low,
    extent.interior,
  ).entries()) {
    const parts = axisListSize(axes, mesh);
    if (parts === 1) continue;
    if (extent.strides[dim] !== 1) return null;
    const inputPart = Math.ceil(input.type.dimSize(dim) / parts);
    const window: HaloWindow = {
      parts,
      inputPart,
      inputSize: inputPart * parts,
      outputPart: Math.ceil(result.type.dimSize(dim) / parts),
      low: lower,
      dilation: gap + 1,
    };
    if (isInPlace(window)) continue;
    const reach = reachOf(window);
    if (!isWorthwhile(reach, parts)) return null;
    moved.push({ dim, window, reach });
  }
  return moved;
}

/** Pads or slices the dimensions that are not split. */
function changeWholeDims(
  value: Tensor,
  { low, high, interior, strides }: Extent,
  { inputSharding }: HaloSite,
  op: PadOp | SliceOp,
  filler: Tensor,
  builder: HaloBuilder,
): Tensor {
  const { shape } = value.type;
  const whole = inputSharding.dims.map(({ axes }) => axes.length === 0);
  const kept = (list: readonly number[]): number[] => list.map((amount, d) => (whole[d]! ? amount : 0));
  const [lows, highs, interiors] = [kept(low), kept(high), kept(interior)];
  const isStrided = strides.some((stride, d) => whole[d]! && stride !== 1);
  if (!isStrided && [lows, highs, interiors].flat().every((amount) => amount === 0)) return value;
  if (op instanceof PadOp) return builder.pad(value, lows, highs, interiors, filler);
  return builder.slice(
    value,
    lows.map((amount) => 0 - amount),
    zip(shape, highs).map(([size, ownHigh]) => size + ownHigh),
    strides.map((stride, d) => (whole[d]! ? stride : 1)),
  );
}

/** Returns whether a scalar is a constant of which all bits are zero. */
function isZero({ definingOp }: Tensor): boolean {
  return (
    definingOp instanceof ConstantOp &&
    definingOp.value instanceof DenseElementsAttr &&
    definingOp.value.bytes.every((byte) => byte === 0)
  );
}
