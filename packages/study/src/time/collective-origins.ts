import { isCollectiveOp } from '@shardform/dialect-sdy';
import type { ModuleOp, Operation } from '@shardform/ir-core';
import { communicates, isLocalCollective } from '../collectives/collective-list.ts';
import { isMeshTransfer } from '../collectives/mesh-transfer.ts';
import { isPlacedCollective } from '../collectives/placed-collective.ts';

/**
 * Returns for each collective of the program of one device the collective of the program of global sizes that it was made
 * from. Those have the same location; several of one location are in the same order.
 */
export function collectiveOrigins(global: ModuleOp, local: ModuleOp): ReadonlyMap<Operation, Operation> {
  const sources = grouped(collectivesIn(global), ({ location }) => location);
  const origins = new Map<Operation, Operation>();
  for (const [location, ops] of grouped(collectivesIn(local), (op) => op.location)) {
    const made = grouped(ops, kindOf);
    const all = sources.get(location) ?? [];
    for (const [kind, same] of made) {
      const ofKind = all.filter((op) => kindOf(op) === kind);
      // A scatter along several dimensions becomes a reduction.
      const candidates = ofKind.length > 0 ? ofKind : all.filter((op) => !made.has(kindOf(op)));
      for (const [i, op] of same.entries()) {
        const origin = candidates[Math.floor((i * candidates.length) / same.length)];
        if (origin !== undefined) origins.set(op, origin);
      }
    }
  }
  return origins;
}

/** Returns the origins of the collectives of several versions of a program in the one with global sizes. */
export function originsInVersions(
  global: ModuleOp,
  versions: readonly (ModuleOp | null)[],
): ReadonlyMap<Operation, Operation> {
  const origins = new Map<Operation, Operation>();
  for (const version of versions)
    if (version !== null)
      for (const [op, origin] of collectiveOrigins(global, version)) origins.set(op, origin);
  return origins;
}

function collectivesIn(module: ModuleOp): Operation[] {
  const found: Operation[] = [];
  module.walk((op) => {
    if (
      isLocalCollective(op) ||
      isPlacedCollective(op) ||
      isMeshTransfer(op) ||
      (isCollectiveOp(op) && communicates(op))
    )
      found.push(op);
  }, 'pre');
  return found;
}

function grouped<K>(ops: readonly Operation[], keyOf: (op: Operation) => K): Map<K, Operation[]> {
  const groups = new Map<K, Operation[]>();
  for (const op of ops) {
    const known = groups.get(keyOf(op));
    if (known === undefined) groups.set(keyOf(op), [op]);
    else known.push(op);
  }
  return groups;
}

/** The name without that of the dialect. */
function kindOf({ name }: Operation): string {
  return name.slice(name.indexOf('.') + 1);
}
