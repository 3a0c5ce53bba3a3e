import { product, zip } from '@shardform/ir-core';
import { axisListSize, type AxisList, type MeshAttr, shardIndex } from '@shardform/dialect-sdy';
import type { ReshapeOp } from '@shardform/dialect-stablehlo';
import { buildLookUp } from '../device-id.ts';
import type { HaloBuilder } from './halo-builder.ts';
import { axisNames, divisibleShape, type HaloSite } from './halo-site.ts';
import { type ElementRange, type HaloReach, reachOfRanges } from './halo-window.ts';
import type { ReshapeGroup } from './reshape-groups.ts';

/** A dimension that becomes several, of which devices need elements of their neighbours. */
interface SplitDim {
  readonly dim: number;
  readonly axes: AxisList;
  readonly part: number;
  readonly reach: HaloReach;
  /** Per shard, its first element. */
  readonly starts: readonly number[];
}

/**
 * Turns a reshape into an exchange of elements between neighbors followed by local reshapes.
 *
 * @param moved the groups of dimensions whose elements move between devices.
 * @returns false, with nothing changed, if devices other than the nearest neighbors would be involved.
 */
export function exchangeReshape(
  op: ReshapeOp,
  moved: readonly ReshapeGroup[],
  site: HaloSite,
  builder: HaloBuilder,
): boolean {
  const { input, result, inputSharding, resultSharding, mesh } = site;
  const splits: SplitDim[] = [];
  for (const group of moved) {
    const split = splitDim(group, site);
    if (split === null) return false;
    splits.push(split);
  }
  builder.buildBefore(op);
  const zero = builder.zero(input.type.elementType);
  const padded = builder.padTo(input, divisibleShape(input.type, inputSharding, mesh), zero);
  const names = axisNames(
    splits.map(({ axes }) => axes),
    mesh,
  );
  const wholeShape = divisibleShape(result.type, resultSharding, mesh);
  const isManual = (axes: AxisList): AxisList => axes.filter(({ name }) => names.includes(name));
  const partShape = zip(wholeShape, resultSharding.dims).map(
    ([size, dim]) => size / axisListSize(isManual(dim.axes), mesh),
  );
  const whole = builder.manualComputation(
    [
      { value: padded, sharding: inputSharding },
      { value: zero, sharding: inputSharding.with({ dims: [], replicatedAxes: [] }) },
    ],
    { type: result.type.withShape(wholeShape), sharding: resultSharding },
    names,
    mesh,
    ([part, filler]) => {
      const exchanged = splits.reduce(
        (value, { dim, axes, part: size, reach, starts }) =>
          builder.exchange(value, {
            dim,
            axes,
            reach,
            footprint: size,
            dilation: 1,
            start: (number, first) =>
              buildLookUp(
                starts.map((start, index) => start - index * size + first),
                number,
                builder.builder,
              ),
            filler: filler!,
            isFillerZero: true,
          }),
        part!,
      );
      return builder.reshape(exchanged, partShape, resultSharding);
    },
  );
  result.replaceAllUsesWith(builder.trimTo(whole, result.type, resultSharding));
  op.erase();
  return true;
}

/**
 * Describes how shards of several dimensions lie in the dimension that these were collapsed from; `null` if they are
 * not contiguous or too far apart.
 */
function splitDim(group: ReshapeGroup, site: HaloSite): SplitDim | null {
  const { input, result, inputSharding, resultSharding, mesh } = site;
  const inner = range(group.input).filter((d) => input.type.shape[d] !== 1);
  const outer = range(group.output);
  const [dim] = inner;
  const sizes = outer.map((d) => result.type.dimSize(d));
  if (inner.length !== 1 || dim === undefined || sizes.includes(1) || group.input.end - group.input.start > 1)
    return null;
  const { axes } = inputSharding.dims[dim]!;
  const lists = outer.map((d) => resultSharding.dims[d]!.axes);
  if (!isSameOrder(axes, lists.flat(), mesh)) return null;
  const parts = axisListSize(axes, mesh);
  const part = Math.ceil(input.type.dimSize(dim) / parts);
  const counts = lists.map((list) => axisListSize(list, mesh));
  const shardSizes = zip(sizes, counts).map(([size, count]) => Math.ceil(size / count));
  if (product(shardSizes) !== part || !isInOnePiece(shardSizes, counts)) {
    return null;
  }
  const ranges = Array.from({ length: parts }, (_, index) => shardRange(index, sizes, shardSizes, counts));
  const reach = reachOfRanges(ranges, part);
  if (reach.left > 1 || reach.right > 1) return null;
  return { dim, axes, part, reach, starts: ranges.map(({ first }) => first) };
}

function range({ start, end }: { readonly start: number; readonly end: number }): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i);
}

/** Returns whether devices have the same numbers along both lists of axes. */
function isSameOrder(a: AxisList, b: AxisList, mesh: MeshAttr): boolean {
  if (axisListSize(a, mesh) !== axisListSize(b, mesh)) return false;
  for (let position = 0; position < mesh.totalSize; position++) {
    if (shardIndex(a, position, mesh) !== shardIndex(b, position, mesh)) return false;
  }
  return true;
}

/**
 * Returns whether the elements of a shard are contiguous: only the last of the split dimensions may have more than one.
 */
function isInOnePiece(shardSizes: readonly number[], counts: readonly number[]): boolean {
  const last = counts.findLastIndex((count) => count > 1);
  return shardSizes.slice(0, Math.max(last, 0)).every((size) => size === 1);
}

/** The range of a shard in the dimension before the reshape; its last elements may be missing. */
function shardRange(
  index: number,
  sizes: readonly number[],
  shardSizes: readonly number[],
  counts: readonly number[],
): ElementRange {
  let [first, count, stride, rest] = [0, 1, 1, index];
  for (let i = sizes.length - 1; i >= 0; i--) {
    const at = (rest % counts[i]!) * shardSizes[i]!;
    rest = Math.floor(rest / counts[i]!);
    first += at * stride;
    count *= Math.max(0, Math.min(shardSizes[i]!, sizes[i]! - at));
    stride *= sizes[i]!;
  }
  return { first, last: first + count - 1 };
}
