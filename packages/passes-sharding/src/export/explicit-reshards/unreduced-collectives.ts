import {
  type AxisList,
  areAxisListsEqual,
  axisListSize,
  getSharding,
  setSharding,
  AxisRefListAttr,
  type AxisRefAttr,
  DimensionShardingAttr,
  isAxisListStrictPrefixOf,
  ListOfAxisRefListsAttr,
  type MeshAttr,
  subAxisOf,
  ReplicatedToUnreducedOp,
  ReshardOp,
  ShardedToUnreducedOp,
  sortAndMergeInMesh,
  subtractAxes,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { MaxOp, MinOp, tensorOf } from '@shardform/dialect-stablehlo';
import { type Operation, RankedTensorType, type Type, type Value, zip } from '@shardform/ir-core';
import type { ReshardEnvironment } from './reshard-site.ts';

/**
 * Makes a value unreduced along more axes. For a sum, by padding shards with zeros where these axes split a dimension,
 * and by zeros on all devices but the first where they don't; for a maximum or minimum all devices keep the value, as
 * Shardy has collectives for sums only.
 *
 * @param anchor the operations are inserted before this one.
 * @returns the new value; `null`, with nothing inserted, when no axis becomes unreduced.
 */
export function insertUnreducedCollectives(
  value: Value,
  from: TensorShardingAttr | null,
  to: TensorShardingAttr | null,
  anchor: Operation,
  { meshes, context, isExact }: ReshardEnvironment,
): Value | null {
  if (from === null || to === null || to.unreducedAxes.length === 0) return null;
  const mesh = meshes.meshOf(to);
  if (mesh === null || meshes.meshOf(from) !== mesh) return null;
  const introduced = sortAndMergeInMesh(subtractAxes(to.unreducedAxes, from.unreducedAxes, mesh), mesh);
  if (introduced.length === 0) return null;
  const { lists, dims, needsReshard } = splitDims(from, to, introduced, mesh, isExact ? value.type : null);
  const insert = (op: Operation & { readonly result: Value }): Value => {
    op.moveBefore(anchor);
    return op.result;
  };
  const options = { location: anchor.location };
  const types = [value.type];
  if (isExact && getSharding(value, context) === null) setSharding(value, from, context);
  let current = value;
  let sharding = from.with({ dims });
  if (needsReshard) current = insert(ReshardOp.create({ input: current, sharding }, types, options));
  if (isExact && to.reductionOp !== 'sum') {
    const Combination = to.reductionOp === 'max' ? MaxOp : MinOp;
    // Values with shardings are tensors, here and below.
    const tensor = tensorOf(current);
    current = insert(Combination.create({ lhs: tensor, rhs: tensor }, types, options));
    setSharding(current, to, context);
    return current;
  }
  const sliced = lists.flat();
  const replicated = sortAndMergeInMesh(subtractAxes(introduced, sliced, mesh), mesh);
  if (replicated.length > 0) {
    const unreducedAxes = sortAndMergeInMesh([...from.unreducedAxes, ...replicated], mesh);
    sharding = to.with({ dims, unreducedAxes });
    const axes = AxisRefListAttr.get({ value: replicated });
    current = insert(
      ReplicatedToUnreducedOp.create({ tensor: current, axes, outSharding: sharding }, types, options),
    );
  }
  if (sliced.length > 0) {
    const axes = ListOfAxisRefListsAttr.of(lists);
    current = insert(ShardedToUnreducedOp.create({ tensor: current, axes, outSharding: to }, types, options));
  }
  return current;
}

/** The sharding that a value is brought to before {@link insertUnreducedCollectives} makes it unreduced along more axes. */
export function beforeUnreduced(
  type: Type,
  from: TensorShardingAttr,
  to: TensorShardingAttr,
  mesh: MeshAttr,
): TensorShardingAttr {
  const introduced = subtractAxes(to.unreducedAxes, from.unreducedAxes, mesh);
  return from.with({ dims: splitDims(from, to, introduced, mesh, type).dims });
}

interface SplitDims {
  /** Per dimension, the axes at its end that become unreduced. */
  readonly lists: readonly AxisList[];
  /** The dimensions before that. */
  readonly dims: readonly DimensionShardingAttr[];
  readonly needsReshard: boolean;
}

/** @param evenType the type of a value whose shards have to be of equal size to be padded; `null` if they are taken to be. */
function splitDims(
  from: TensorShardingAttr,
  to: TensorShardingAttr,
  introduced: AxisList,
  mesh: MeshAttr,
  evenType: Type | null,
): SplitDims {
  const shape = evenType instanceof RankedTensorType ? evenType.shape : null;
  const lists: AxisList[] = [];
  let needsReshard = false;
  const dims = zip(from.dims, to.dims).map(([before, after], d) => {
    lists.push([]);
    if (areAxisListsEqual(before.axes, after.axes)) return before;
    if (isAxisListStrictPrefixOf(after.axes, before.axes)) {
      const suffix = axesAfter(after.axes, before.axes, mesh);
      const isPadded =
        shape === null || (to.reductionOp === 'sum' && shape[d]! % axisListSize(before.axes, mesh) === 0);
      if (isPadded && subtractAxes(suffix, introduced, mesh).length === 0) {
        lists[d] = suffix;
        return before;
      }
    }
    needsReshard = true;
    return after;
  });
  return { lists, dims, needsReshard };
}

/** Returns the axes of `list` that follow its prefix `prefix`. */
function axesAfter(prefix: AxisList, list: AxisList, mesh: MeshAttr): AxisRefAttr[] {
  const last = prefix.at(-1);
  if (last === undefined) return [...list];
  const whole = list[prefix.length - 1]!;
  const rest = list.slice(prefix.length);
  if (last === whole) return rest;
  const next = last.nextPreSize(mesh);
  return [subAxisOf(last.name, next, whole.nextPreSize(mesh) / next, mesh), ...rest];
}
