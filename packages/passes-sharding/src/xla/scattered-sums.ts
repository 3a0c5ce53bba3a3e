import {
  type AxisList,
  DimensionShardingAttr,
  getSharding,
  subtractAxes,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import type { Operation } from '@shardform/ir-core';
import { makeAllReduce } from '../export/explicit-reshards/all-reduces.ts';
import { reshardOf } from '../export/explicit-reshards/apply-factor-axes.ts';
import type { ReshardEnvironment, ReshardSite } from '../export/explicit-reshards/reshard-site.ts';
import type { ScatteredSum } from './dot-state.ts';

/**
 * Combines the partial results of a product along the axes of each part of the result, cuts these out, and combines the parts along the rest.
 *
 * @param reduced the axes along which the results are partial.
 * @returns false, with nothing inserted, if these are not the axes of the sum.
 */
export function insertScatteredSum(
  site: ReshardSite,
  { parts, rest }: ScatteredSum,
  reduced: AxisList,
  { context }: ReshardEnvironment,
): boolean {
  const { op, mesh } = site;
  const result = op.getResult();
  const sharding = getSharding(result, context);
  const axes = [...[...parts.values()].flat(), ...rest];
  const isSame = subtractAxes(reduced, axes, mesh).length + subtractAxes(axes, reduced, mesh).length === 0;
  if (sharding === null || !isSame || sharding.unreducedAxes.length > 0) return false;
  const cut = withParts(site, sharding, parts);
  let last: Operation = op;
  const append = (made: Operation): void => {
    const before = last.getResult();
    before.replaceUsesIf(made.getResult(), (use) => use.owner !== made);
    made.moveAfter(last);
    last = made;
  };
  const factors = [...parts.keys()].sort((a, b) => b - a);
  for (const factor of factors)
    append(makeAllReduce(last.getResult(), parts.get(factor)!, sharding, 'sum', op));
  if (rest.length === 0) return true;
  // The operation has a tensor.
  append(reshardOf(result.type as Parameters<typeof reshardOf>[0], cut, last.getResult(), op));
  append(makeAllReduce(last.getResult(), rest, cut, 'sum', op));
  return true;
}

/** The sharding of a result that is also split along the parts. */
function withParts(
  { tensors, operandCount }: ReshardSite,
  sharding: TensorShardingAttr,
  parts: ScatteredSum['parts'],
): TensorShardingAttr {
  const { dimMappings } = tensors[operandCount]!.mapping;
  return sharding.with({
    dims: sharding.dims.map((dim, d) => {
      const added = dimMappings[d]!.factorIndices.flatMap((factor) => parts.get(factor) ?? []);
      return added.length === 0 ? dim : DimensionShardingAttr.get([...dim.axes, ...added], true);
    }),
  });
}
