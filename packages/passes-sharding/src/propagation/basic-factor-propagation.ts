import { type AxisList, isAxisListStrictPrefixOf, type MeshAttr } from '@shardform/dialect-sdy';
import { compatibleMajorAxes } from './compatible-axes.ts';
import { type Direction, NONE } from './direction.ts';
import { type ShardingProjection, setFactorAxes } from '../projection/factor-sharding.ts';
import { prefixWithinFactor, prefixWithoutOtherFactors, truncateAxes } from './truncate.ts';

/** Options of one propagation step along the factors of an operation. */
export interface FactorPropagationOptions {
  readonly mesh: MeshAttr;
  /** The directions in which shardings move, by factor. */
  readonly directions: readonly Direction[];
  /** Don't split axes. */
  readonly conservative: boolean;
  /** True if the operation computes each element from the elements at the same index. */
  readonly isElementwise: boolean;
}

/** Extends the shardings of tensors along the factors, in place; returns which tensors were extended. */
export type FactorPropagation = (
  projection: ShardingProjection,
  options: FactorPropagationOptions,
) => readonly boolean[];

/**
 * Splits a factor along the axes that are compatible with *all* tensors, in every tensor that has the factor:
 * what any tensor can't take, none gets.
 */
export const propagateBasic: FactorPropagation = (projection, options) => {
  const { tensors, rule } = projection;
  const updated = new Array<boolean>(tensors.length).fill(false);
  for (let factor = 0; factor < rule.factorCount; factor++) {
    const direction = options.directions[factor]!;
    if (direction === NONE) continue;
    const axes = axesForAllTensors(projection, factor, direction, options);
    if (axes.length === 0) continue;
    tensors.forEach((tensor, i) => {
      const sharding = tensor.factors[factor] ?? null;
      if (sharding === null || !isAxisListStrictPrefixOf(sharding.axes, axes)) return;
      setFactorAxes(tensor, factor, axes);
      updated[i] = true;
    });
  }
  return updated;
};

function axesForAllTensors(
  projection: ShardingProjection,
  factor: number,
  direction: Direction,
  { mesh, conservative }: FactorPropagationOptions,
): AxisList {
  const factorSize = projection.rule.factorSizes[factor]!;
  const axes = compatibleMajorAxes(projection, factor, direction);
  return truncateAxes(axes, mesh, conservative, (axis, sizeBefore) => {
    let prefix = axis;
    for (const tensor of projection.tensors) {
      const free = prefixWithoutOtherFactors(prefix, tensor, factor);
      if (free === null) return null;
      const fitting = prefixWithinFactor(free, tensor, factor, factorSize, sizeBefore, mesh);
      if (fitting === null) return null;
      prefix = fitting;
    }
    return prefix;
  });
}
