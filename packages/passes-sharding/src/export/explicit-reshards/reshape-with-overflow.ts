import {
  type AxisList,
  addAxisOrMerge,
  areAxisListsEqual,
  areShardingsEquivalent,
  type AxisRefAttr,
  axisListSize,
  DimensionShardingAttr,
  greatestCommonAxisPrefix,
  type MeshAttr,
  subAxisOf,
  setSharding,
  type TensorMappingAttr,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { greatestCommonDivisor, type OpResult, zip } from '@shardform/ir-core';
import type { TensorFactorShardings } from '../../projection/factor-sharding.ts';
import { project } from '../../projection/project.ts';
import { bringResult, reshardOf, setFactorAxesEverywhere } from './apply-factor-axes.ts';
import { partialAxes } from './partial-axes.ts';
import type { Split } from './least-communication.ts';
import { projectedSharding, type ReshardEnvironment, type ReshardSite } from './reshard-site.ts';

/**
 * The split of a reshape whose shardings split a dimension beyond a factor that isn't its last, as in Shardy: the axes of
 * the side that is split more are handed out to the factors of both sides anew.
 */
export function splitWithOverflow(site: ReshardSite): Split {
  const { rule, projection, tensors, mesh } = site;
  // A reshape has an operand and a result.
  const [input, output] = [projection.tensors[0]!, projection.tensors[1]!];
  const preferred = totalSize(input, mesh) >= totalSize(output, mesh) ? input : output;
  const axes = preferred.factors.flatMap((sharding) => [
    ...(sharding?.axes ?? []),
    ...(sharding?.overflowAxes ?? []),
  ]);
  const shardings = zip(tensors, projection.tensors).map(([{ mapping }, tensor]) =>
    distributed(axes, mapping, tensor, site),
  );
  const [before, after] = project(rule, shardings, mesh, { closedIfMissing: true }).tensors;
  return rule.factorSizes.map((_, factor) => {
    const [a, b] = [before!.factors[factor]?.axes ?? [], after!.factors[factor]?.axes ?? []];
    if (!tensors[0]!.mapping.hasFactor(factor)) return b;
    return tensors[1]!.mapping.hasFactor(factor) ? greatestCommonListPrefix(a, b) : a;
  });
}

/** Reshards around a reshape that is split as given, whatever its shardings say of factors behind an overflow. */
export function reshardReshapeWithOverflow(
  site: ReshardSite,
  split: Split,
  environment: ReshardEnvironment,
): void {
  const { op, tensors, meshOrRef } = site;
  setFactorAxesEverywhere(site, split);
  const [operandSharding, resultSharding] = [projectedSharding(site, 0), projectedSharding(site, 1)];
  const [operand, result] = tensors;
  if (!areShardingsEquivalent(operandSharding, operand!.sharding)) {
    const reshard = reshardOf(operand!.value.type, operandSharding, operand!.value, op);
    reshard.moveBefore(op);
    op.setOperand(0, reshard.result);
  }
  const partial = partialAxes(site, 0, []);
  const isPartial = areAxisListsEqual(partial, result!.sharding?.unreducedAxes ?? []);
  if (!isPartial || !areShardingsEquivalent(resultSharding, result!.sharding)) {
    const original = result!.sharding ?? TensorShardingAttr.fullyClosed(meshOrRef, result!.mapping.rank);
    const own = resultSharding.with({ unreducedAxes: partial });
    setSharding(result!.value, own, environment.context);
    // The second tensor of a reshape is its result.
    bringResult(result!.value as OpResult, own, original, op, environment);
  }
}

function totalSize({ factors }: TensorFactorShardings, mesh: MeshAttr): number {
  let size = 1;
  for (const sharding of factors) {
    if (sharding === null) continue;
    size *= axisListSize(sharding.axes, mesh) * axisListSize(sharding.overflowAxes, mesh);
  }
  return size;
}

/** Factors behind an overflow have no entry; they get one for the axes they will have. */
export function fillMissingFactors({ projection, tensors }: ReshardSite): void {
  for (const [{ factors }, tensor] of zip(projection.tensors, tensors)) {
    for (const dim of tensor.mapping.dimMappings) {
      for (const [at, factor] of dim.factorIndices.entries()) {
        factors[factor] ??= {
          axes: [],
          overflowAxes: [],
          isClosed: true,
          isMinorMost: at === dim.factorIndices.length - 1,
        };
      }
    }
  }
}

/**
 * The sharding that has the axes, in order, on the factors of a tensor that they divide. Factors behind an overflow
 * of the tensor get none, as they could not be split without a strided view.
 */
function distributed(
  axes: AxisList,
  mapping: TensorMappingAttr,
  { factors: shardings }: TensorFactorShardings,
  { rule, mesh, meshOrRef }: ReshardSite,
): TensorShardingAttr {
  const dims = mapping.dimMappings.map(({ factorIndices: factors }) =>
    factors
      .filter((factor) => (shardings[factor] ?? null) !== null)
      .map((factor): Place => ({ capacity: rule.factorSizes[factor]!, axes: [] })),
  );
  distributeAxes(axes, dims, mesh);
  return TensorShardingAttr.get(
    meshOrRef,
    dims.map((places) => {
      const all: AxisRefAttr[] = [];
      for (const place of places) for (const axis of place.axes) addAxisOrMerge(all, axis, mesh);
      return DimensionShardingAttr.get(all, true);
    }),
  );
}

/** A factor in a dimension of a tensor. */
interface Place {
  /** By how much it can be split further. */
  capacity: number;
  readonly axes: AxisRefAttr[];
}

/** Assigns each axis in turn, or sub-axes of it, to the first slots with room; the last slot gets the remainder. */
function distributeAxes(axes: AxisList, dims: readonly (readonly Place[])[], mesh: MeshAttr): void {
  for (let i = 0; i < axes.length; i++) {
    const rest = placeAxis(axes[i]!, dims, mesh);
    if (rest === null) continue;
    dims
      .at(-1)
      ?.at(-1)
      ?.axes.push(rest, ...axes.slice(i + 1));
    return;
  }
}

/** Returns the remainder of an axis that fits into no slot; `null` if all of it fits. */
function placeAxis(
  axis: AxisRefAttr,
  dims: readonly (readonly Place[])[],
  mesh: MeshAttr,
): AxisRefAttr | null {
  let current = axis;
  for (const places of dims) {
    for (const place of places) {
      const size = current.size(mesh);
      const common = greatestCommonDivisor(place.capacity, size);
      if (place.capacity <= 1 || (common === 1 && size !== 1)) continue;
      place.capacity /= common;
      if (size <= common) {
        addAxisOrMerge(place.axes, current, mesh);
        return null;
      }
      const { name, preSize } = current;
      addAxisOrMerge(place.axes, subAxisOf(name, preSize, common, mesh), mesh);
      current = subAxisOf(name, preSize * common, size / common, mesh);
    }
  }
  return current;
}

function greatestCommonListPrefix(a: AxisList, b: AxisList): AxisList {
  if (areAxisListsEqual(a, b)) return a;
  const common: AxisRefAttr[] = [];
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const prefix = greatestCommonAxisPrefix(a[i]!, b[i]!);
    if (prefix !== null) common.push(prefix);
    if (prefix !== a[i] || prefix !== b[i]) break;
  }
  return common;
}
