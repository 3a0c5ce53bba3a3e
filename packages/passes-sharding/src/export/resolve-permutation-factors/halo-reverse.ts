import { tensorOf } from '@shardform/dialect-stablehlo';
import { type AxisList, areAxisListsEqual, axisListSize, setSharding } from '@shardform/dialect-sdy';
import type { ReverseOp } from '@shardform/dialect-stablehlo';
import type { Context, SymbolRefAttr, Tensor } from '@shardform/ir-core';
import { reshardOf } from '../explicit-reshards/apply-factor-axes.ts';
import type { HaloBuilder } from './halo-builder.ts';
import { axisNames, type HaloSite } from './halo-site.ts';

/** A reversed dimension that is not divisible by its shard count. */
interface IndivisibleDim {
  readonly dim: number;
  readonly axes: AxisList;
  readonly part: number;
  /** Number of elements missing to a multiple. */
  readonly missing: number;
}

/**
 * Reverses every shard locally, so that devices hold the shards of their mirror images; a reshard then sends them
 * there.
 *
 * @param reversedMesh the mesh whose devices are in reverse order along these lists of axes.
 * @returns false, with nothing changed, if operand and result are split differently.
 */
export function reverseShards(
  op: ReverseOp,
  site: HaloSite,
  reversedMesh: (lists: readonly AxisList[], site: HaloSite) => SymbolRefAttr,
  builder: HaloBuilder,
  context: Context,
): boolean {
  const { inputSharding, resultSharding, result } = site;
  const isSplitAlike = inputSharding.dims.every(({ axes }, d) =>
    areAxisListsEqual(axes, resultSharding.dims[d]!.axes),
  );
  if (!isSplitAlike) return false;
  const reversed = op.dimensions.numbers();
  builder.buildBefore(op);
  op.setOperand(0, dataAtEnd(reversed, site, builder));
  const { type } = result;
  result.setType(op.operand.type);
  const mesh = reversedMesh(
    reversed.map((d) => inputSharding.dims[d]!.axes),
    site,
  );
  setSharding(result, resultSharding.onMesh(mesh), context);
  builder.buildAfter(op);
  const back = builder.builder.insert(reshardOf(result.type, resultSharding, result, op));
  const value = builder.trimTo(tensorOf(back.result), type, resultSharding);
  result.replaceUsesIf(value, (use) => use.owner !== back);
  return true;
}

/** Builds the operand with reversed dimensions padded in front to multiples of their shard counts. */
function dataAtEnd(reversed: readonly number[], site: HaloSite, builder: HaloBuilder): Tensor {
  const { input, inputSharding, mesh } = site;
  const indivisible = reversed.flatMap((dim): IndivisibleDim[] => {
    const { axes } = inputSharding.dims[dim]!;
    const parts = axisListSize(axes, mesh);
    const part = Math.ceil(input.type.dimSize(dim) / parts);
    const missing = part * parts - input.type.dimSize(dim);
    return missing === 0 ? [] : [{ dim, axes, part, missing }];
  });
  if (indivisible.length === 0) return input;
  const shape = [...input.type.shape];
  for (const { dim, missing } of indivisible) shape[dim]! += missing;
  const padded = builder.padTo(input, shape, builder.zero(input.type.elementType));
  const names = axisNames(
    indivisible.map(({ axes }) => axes),
    mesh,
  );
  return builder.manualComputation(
    [{ value: padded, sharding: inputSharding }],
    { type: padded.type, sharding: inputSharding },
    names,
    mesh,
    ([part]) => indivisible.reduce((value, dim) => moveToEnd(value, dim, builder), part!),
  );
}

/** Shifts the elements of all shards along a dimension by the number of missing ones. */
function moveToEnd(
  value: Tensor,
  { dim, axes, part, missing }: IndivisibleDim,
  builder: HaloBuilder,
): Tensor {
  const distance = Math.floor(missing / part);
  const rest = missing % part;
  const near = distance === 0 ? value : builder.shifted(value, axes, distance);
  const far = builder.shifted(value, axes, distance + 1);
  const cut = (from: Tensor, start: number, limit: number): Tensor =>
    builder.slice(
      from,
      from.type.shape.map((_, d) => (d === dim ? start : 0)),
      from.type.shape.map((size, d) => (d === dim ? limit : size)),
    );
  return builder.concatenate([cut(far, part - rest, part), cut(near, 0, part - rest)], dim);
}
