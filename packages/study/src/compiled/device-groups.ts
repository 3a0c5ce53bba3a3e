import type { AxisRef, HloModule, Instruction, IotaTiling, Mesh, ReplicaGroups } from '@shardform/hlo-module';

/**
 * Returns the groups of devices that communicate for a collective, or the pairs of a permute; one group of all devices where
 * none are listed.
 */
export function deviceGroups(
  { attributes: { replicaGroups, sourceTargetPairs } }: Instruction,
  module: HloModule,
): readonly (readonly number[])[] {
  if (sourceTargetPairs !== undefined) return sourceTargetPairs;
  const groups = replicaGroups === undefined ? [] : listedGroups(replicaGroups);
  return groups.length > 0 ? groups : [range(Math.max(module.numPartitions, module.replicaCount))];
}

/** Returns the device numbers of groups. */
export function listedGroups(groups: ReplicaGroups): readonly (readonly number[])[] {
  switch (groups.kind) {
    case 'list':
      return groups.groups;
    case 'iota':
      return chunks(iotaNumbers(groups), groups.dimensions.at(-1) ?? 1);
    case 'mesh':
      return meshGroups(groups.mesh, groups.axes);
  }
}

/** Devices that differ along some axes of a mesh only. */
function meshGroups({ axes, devices }: Mesh, along: readonly AxisRef[]): readonly (readonly number[])[] {
  // Each axis is the product of its parts, of which some are communicated along.
  const parts = axes.flatMap(({ name, size }) => {
    const own = along
      .filter((axis) => axis.name === name)
      .map(({ subAxis }) => subAxis ?? { preSize: 1, size })
      .sort((a, b) => a.preSize - b.preSize);
    const found: { size: number; isAlong: boolean }[] = [];
    let before = 1;
    for (const { preSize, size: part } of own) {
      found.push({ size: preSize / before, isAlong: false }, { size: part, isAlong: true });
      before = preSize * part;
    }
    return [...found, { size: size / before, isAlong: false }];
  });
  const indices = range(parts.length);
  const order = [...indices.filter((i) => !parts[i]!.isAlong), ...indices.filter((i) => parts[i]!.isAlong)];
  const positions = transposed(
    parts.map(({ size }) => size),
    order,
  );
  const members = parts.reduce((size, part) => (part.isAlong ? size * part.size : size), 1);
  if (devices === undefined) return chunks(positions, members);
  const numbers = devices.kind === 'list' ? devices.devices : iotaNumbers(devices);
  return chunks(
    positions.map((at) => numbers[at]!),
    members,
  );
}

function iotaNumbers({ reshape, permutation }: IotaTiling): readonly number[] {
  return transposed(reshape, permutation ?? range(reshape.length));
}

/** An iota of a shape, in row-major order of the dimensions in another order. */
function transposed(shape: readonly number[], permutation: readonly number[]): readonly number[] {
  const strides = shape.map((_, d) => shape.slice(d + 1).reduce((size, own) => size * own, 1));
  return permutation.reduce<readonly number[]>(
    (numbers, d) => numbers.flatMap((number) => range(shape[d]!).map((i) => number + i * strides[d]!)),
    [0],
  );
}

function chunks(numbers: readonly number[], size: number): readonly (readonly number[])[] {
  return range(Math.ceil(numbers.length / size)).map((i) => numbers.slice(i * size, (i + 1) * size));
}

function range(size: number): number[] {
  return Array.from({ length: size }, (_, i) => i);
}
