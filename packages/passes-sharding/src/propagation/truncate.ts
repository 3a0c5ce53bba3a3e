import { greatestCommonDivisor } from '@shardform/ir-core';
import {
  type AxisList,
  AxisRefAttr,
  axisPrefixWithoutOverlap,
  containsAxis,
  isAxisPrefixOf,
  type MeshAttr,
} from '@shardform/dialect-sdy';
import type { TensorFactorShardings } from '../projection/factor-sharding.ts';

/**
 * Returns the longest prefix of `axes` that is available, axis by axis; the last axis may be a sub-axis.
 *
 * @param prefixOf returns the available prefix of an axis, given the number of devices along those before it: the axis,
 *   a major sub-axis of it, or `null`.
 * @param conservative never split an axis.
 */
export function truncateAxes(
  axes: AxisList,
  mesh: MeshAttr,
  conservative: boolean,
  prefixOf: (axis: AxisRefAttr, sizeBefore: number) => AxisRefAttr | null,
): AxisList {
  let sizeBefore = 1;
  for (let i = 0; i < axes.length; i++) {
    const axis = axes[i]!;
    const prefix = prefixOf(axis, sizeBefore);
    if (prefix === null || (conservative && prefix.isSubAxis)) return axes.slice(0, i);
    if (prefix !== axis) return [...axes.slice(0, i), prefix];
    sizeBefore *= axis.size(mesh);
  }
  return axes;
}

/** Returns the major sub-axis of `axis` that no other factor of the tensor uses. */
export function prefixWithoutOtherFactors(
  axis: AxisRefAttr,
  { factors }: TensorFactorShardings,
  factor: number,
): AxisRefAttr | null {
  let prefix: AxisRefAttr | null = axis;
  for (let other = 0; other < factors.length && prefix !== null; other++) {
    const sharding = factors[other] ?? null;
    if (other === factor || sharding === null) continue;
    prefix = axisPrefixWithoutOverlap(prefix, sharding.overflowAxes);
    if (prefix !== null) prefix = axisPrefixWithoutOverlap(prefix, sharding.axes);
  }
  return prefix;
}

/**
 * Returns the major sub-axis of `axis` by which the factor is, or can be, split in the tensor.
 *
 * @param sizeBefore number of devices along the axes that the factor is split by before this one.
 */
export function prefixWithinFactor(
  axis: AxisRefAttr,
  tensor: TensorFactorShardings,
  factor: number,
  factorSize: number,
  sizeBefore: number,
  mesh: MeshAttr,
): AxisRefAttr | null {
  const sharding = tensor.factors[factor] ?? null;
  if (sharding === null) return axis;
  let prefix = axisPrefixWithoutOverlap(axis, tensor.replicatedAxes);
  if (prefix !== null) prefix = axisPrefixWithoutOverlap(prefix, tensor.unreducedAxes);
  if (prefix === null) return null;
  const taken = prefix;
  if (sharding.axes.some((own) => containsAxis(own, taken))) return taken;
  if (!sharding.isClosed && sharding.overflowAxes.length === 0) {
    if (sharding.isMinorMost) return taken;
    if (factorSize % sizeBefore === 0) {
      const size = taken.size(mesh);
      const common = greatestCommonDivisor(factorSize / sizeBefore, size);
      if (common === size) return taken;
      if (common > 1) return AxisRefAttr.sub(taken.name, taken.preSize, common);
    }
  }
  const last = sharding.axes.at(-1);
  return last !== undefined && isAxisPrefixOf(last, taken) ? last : null;
}
