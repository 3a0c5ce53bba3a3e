/** Collectives, by the names of their operations in StableHLO. */
export type CollectiveName =
  | 'all_gather'
  | 'all_reduce'
  | 'all_to_all'
  | 'collective_broadcast'
  | 'collective_permute'
  | 'reduce_scatter';

/** What each device does for a collective. */
export interface CollectiveTraffic {
  /** That it sends. */
  readonly bytes: number;
  /** In which devices send at the same time: each step waits for the one before. */
  readonly steps: number;
}

/**
 * Returns what devices do for a collective around a ring, the algorithm in which they send the least.
 *
 * @param members number of devices that communicate with each other.
 * @param operand bytes of the operand on each of them.
 */
export function ringTraffic(kind: CollectiveName, members: number, operand: number): CollectiveTraffic {
  if (members < 2) return { bytes: 0, steps: 0 };
  const others = members - 1;
  switch (kind) {
    case 'all_gather':
      return { bytes: operand * others, steps: others };
    case 'all_reduce':
      return { bytes: (2 * operand * others) / members, steps: 2 * others };
    case 'all_to_all':
    case 'reduce_scatter':
      return { bytes: (operand * others) / members, steps: others };
    case 'collective_broadcast':
      return { bytes: operand, steps: others };
    case 'collective_permute':
      return { bytes: operand, steps: 1 };
  }
}

/** Returns the bytes of the operand on each device of a collective whose result has `result` bytes there. */
export function operandBytes(kind: CollectiveName, members: number, result: number): number {
  if (kind === 'all_gather') return result / members;
  return kind === 'reduce_scatter' ? result * members : result;
}

/** Returns what the root does for an all-reduce up and down a binary tree, pipelined: few steps, but all bytes twice. */
export function treeTraffic(members: number, operand: number): CollectiveTraffic {
  return { bytes: members < 2 ? 0 : 2 * operand, steps: 2 * Math.ceil(Math.log2(members)) };
}

const NAMES: ReadonlySet<string> = new Set<CollectiveName>([
  'all_gather',
  'all_reduce',
  'all_to_all',
  'collective_broadcast',
  'collective_permute',
  'reduce_scatter',
]);

/** Returns the collective that an operation is, by its name with or without a dialect; `null` for other operations. */
export function collectiveName(operation: string): CollectiveName | null {
  const name = operation.slice(operation.indexOf('.') + 1);
  return isCollectiveName(name) ? name : null;
}

function isCollectiveName(name: string): name is CollectiveName {
  return NAMES.has(name);
}
