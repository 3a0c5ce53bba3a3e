import {
  type AxisList,
  AxisRefAttr,
  areAxisListsEqual,
  axisListSize,
  DimensionShardingAttr,
  type MeshAttr,
  subtractAxes,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { zip, product } from '@shardform/ir-core';
import { firstAxes } from './first-axes.ts';

/**
 * Returns the shardings by which XLA goes from one sharding to another, without the first. It goes by numbers of parts: dimensions that
 * have those of each other are exchanged, a dimension that becomes two or takes another one is sent at once, and where the copies of a
 * part differ in number, it gathers one dimension or splits one before it goes on. Whatever else differs is gathered ("involuntary full
 * rematerialization").
 */
export function reshardingWay(
  from: TensorShardingAttr,
  to: TensorShardingAttr,
  mesh: MeshAttr,
  sizes: readonly number[],
): readonly TensorShardingAttr[] {
  const [before, after] = [partsOf(from, mesh), partsOf(to, mesh)];
  const isEven = zip(sizes, zip(before, after)).every(([size, [a, b]]) => size % a === 0 && size % b === 0);
  const devices = mesh.axes.reduce((count, { size }) => count * size, 1);
  const [had, wanted] = [devices / product(before), devices / product(after)];
  if (!isEven || isFiner(before, after) || isFiner(after, before)) return [to];
  const different = [...before.keys()].filter((dim) => before[dim] !== after[dim]);
  if (had === wanted) {
    if (areShuffled(before, after)) return exchanges(from, to);
    const isPair = different.length === 2 && different.some((dim) => before[dim] === 1 || after[dim] === 1);
    return isPair ? [to] : [withWhole(from, different), to];
  }
  const goesOn = (partial: TensorShardingAttr): readonly TensorShardingAttr[] => [
    partial,
    ...reshardingWay(partial, to, mesh, sizes),
  ];
  if (had < wanted) {
    const gathered =
      droppedDim(before, after, wanted) ??
      find(before, (parts) => parts > 1 && parts * had === wanted) ??
      shiftedDim(before, after, wanted);
    if (gathered !== null) return goesOn(withWhole(from, [gathered]));
  } else if (before.filter((parts) => parts > 1).length === 1) {
    // What is split along one dimension is split along another one by its copies, and then sent.
    const last = shiftedDim(after, before, had);
    if (last !== null) return goesOn(withWhole(to, [last]));
    const split = splitByCopies(from, after, had / wanted, mesh);
    return split === null ? [to] : goesOn(split);
  }
  return [withWhole(from, [...before.keys()]), to];
}

function partsOf({ dims }: TensorShardingAttr, mesh: MeshAttr): number[] {
  return dims.map(({ axes }) => axisListSize(axes, mesh));
}

/** Returns whether each dimension is split into a multiple of parts. */
function isFiner(parts: readonly number[], coarse: readonly number[]): boolean {
  return zip(parts, coarse).every(([own, other]) => own % other === 0);
}

/** Returns whether dimensions have the numbers of parts of each other. */
function areShuffled(before: readonly number[], after: readonly number[]): boolean {
  const [own, other] = [before, after].map((parts) => parts.toSorted((a, b) => a - b));
  return zip(own!, other!).every(([a, b]) => a === b);
}

/** A way on which a dimension that is whole takes the axes of another one, for as long as there is one. */
function exchanges(from: TensorShardingAttr, to: TensorShardingAttr): TensorShardingAttr[] {
  const way: TensorShardingAttr[] = [];
  for (let current = from; ;) {
    const { dims } = current;
    const source = dims.findIndex(({ axes }, dim) => {
      const isMoved = axes.length > 0 && !areAxisListsEqual(axes, to.dims[dim]!.axes);
      return isMoved && wholeDimFor(current, to, axes) !== null;
    });
    if (source < 0) return [...way, to];
    const target = wholeDimFor(current, to, dims[source]!.axes)!;
    current = current.with({
      dims: dims.map((own, dim) => {
        if (dim === source) return DimensionShardingAttr.get([], true);
        return dim === target ? to.dims[dim]! : own;
      }),
    });
    way.push(current);
  }
}

/** The dimension that is whole, and has axes in the target; `null` for none. */
function wholeDimFor({ dims }: TensorShardingAttr, to: TensorShardingAttr, axes: AxisList): number | null {
  return find(dims, (own, dim) => own.axes.length === 0 && areAxisListsEqual(to.dims[dim]!.axes, axes));
}

/** A split dimension that is whole in the target, which has as many copies more. */
function droppedDim(before: readonly number[], after: readonly number[], copies: number): number | null {
  return find(before, (parts, dim) => parts > 1 && after[dim] === 1 && copies % parts === 0);
}

/** The last split dimension, if the target has the parts of each dimension at the next one, and those of the last one as copies. */
function shiftedDim(before: readonly number[], after: readonly number[], copies: number): number | null {
  const last = before.length - 1;
  const isShifted = after.every((parts, dim) => parts === (dim === 0 ? 1 : before[dim - 1]));
  return isShifted && before[last] === copies ? last : null;
}

/** A sharding with a dimension split further along the axes of copies, the first one that the target has split by as many, or a multiple. */
function splitByCopies(
  from: TensorShardingAttr,
  after: readonly number[],
  copies: number,
  mesh: MeshAttr,
): TensorShardingAttr | null {
  const { dims } = from;
  const split = find(dims, ({ axes }, dim) => after[dim]! % (axisListSize(axes, mesh) * copies) === 0);
  const all = mesh.axes.map(({ name }) => AxisRefAttr.get(name));
  const used = dims.flatMap(({ axes }) => axes);
  const taken = firstAxes(subtractAxes(all, used, mesh), copies, mesh);
  if (split === null || taken === null) return null;
  const own = DimensionShardingAttr.get([...dims[split]!.axes, ...taken], true);
  return from.with({ dims: dims.with(split, own) });
}

function withWhole(sharding: TensorShardingAttr, dims: readonly number[]): TensorShardingAttr {
  return sharding.with({
    dims: sharding.dims.map((own, dim) => (dims.includes(dim) ? DimensionShardingAttr.get([], true) : own)),
  });
}

/** The first index of a list at which something holds; `null` for none. */
function find<T>(list: readonly T[], holds: (own: T, index: number) => boolean): number | null {
  const found = list.findIndex(holds);
  return found < 0 ? null : found;
}
