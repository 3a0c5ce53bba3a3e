import {
  type MeshAttr,
  type ReductionOp,
  replicaGroups,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { zip } from '@shardform/ir-core';
import { binary, type BinaryOp, type NdArray, zeros } from '@shardform/runtime-sim';

/** How devices hold a tensor of which each of them has a partial value. */
export interface PartialValue {
  /** The devices whose values make a part of the tensor, in each group. */
  readonly groups: readonly (readonly number[])[];
  readonly reduction: ReductionOp;
}

/** Returns how devices hold partial values by a sharding; `null` if they hold parts of the tensor. */
export function partialValue(sharding: TensorShardingAttr | null, mesh: MeshAttr): PartialValue | null {
  if (sharding === null || sharding.unreducedAxes.length === 0) return null;
  return { groups: replicaGroups(sharding.unreducedAxes, mesh), reduction: sharding.reductionOp };
}

/** Returns the partial value that a device gets of a part: of a sum the first one of a group has all, the others nothing. */
export function partOnDevice(part: NdArray, { groups, reduction }: PartialValue, device: number): NdArray {
  // It makes no difference how often a greatest element takes part.
  if (reduction !== 'sum' || groups.some(([first]) => first === device)) return part;
  return zeros(part.kind, part.shape);
}

const COMBINERS: Readonly<Record<ReductionOp, BinaryOp>> = { sum: 'add', max: 'maximum', min: 'minimum' };

/** Returns the parts of a tensor, by device, that partial values on the devices make. */
export function combined(
  { groups, reduction }: PartialValue,
  values: readonly NdArray[],
): readonly NdArray[] {
  const parts = [...values];
  for (const group of groups) {
    const all = group.map((device) => values[device]!);
    const sum = all.slice(1).reduce((own, value) => binary(COMBINERS[reduction], own, value), all[0]!);
    for (const device of group) parts[device] = sum;
  }
  return parts;
}

/** Returns the shards of results, by device, with those that are partial combined. */
export function combinedShards(
  results: readonly { readonly partial?: PartialValue | null }[],
  shards: readonly (readonly NdArray[])[],
): readonly (readonly NdArray[])[] {
  if (results.every(({ partial = null }) => partial === null)) return shards;
  const byResult = results.map(({ partial = null }, i) => {
    const own = shards.map((device) => device[i]!);
    return partial === null ? own : combined(partial, own);
  });
  return shards.map((_, device) => zip(results, byResult).map(([, own]) => own[device]!));
}
