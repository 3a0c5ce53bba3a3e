import { isCollectiveOp } from '@shardform/dialect-sdy';
import { ChannelHandleAttr } from '@shardform/dialect-stablehlo';
import { FusedLoc, groupBy, type Location, type ModuleOp, type Operation } from '@shardform/ir-core';
import { communicates, isLocalCollective } from '../collectives/collective-list.ts';
import { isMeshTransfer } from '../collectives/mesh-transfer.ts';
import { isPlacedCollective } from '../collectives/placed-collective.ts';

/** By collective of the program of one device, the collective of global sizes that each of its operands was made from. */
export type CollectiveOrigins = ReadonlyMap<Operation, readonly Operation[]>;

/**
 * Returns for each operand of each collective of the program of one device the collective of the program of global sizes
 * that it was made from. Those have the same location; the channels of several of one location are in the order of what they were made from,
 * which may start in another order. Where collectives were combined, their location is those of all.
 */
export function collectiveOrigins(global: ModuleOp, local: ModuleOp): CollectiveOrigins {
  const sources = groupBy(collectivesIn(global), ({ location }) => location.resolved());
  const origins = new Map<Operation, Operation[]>();
  const parts = collectivesIn(local).flatMap((op) => partsOf(op, sources));
  for (const [location, made] of groupBy(parts, (part) => part.location)) {
    const all = sources.get(location) ?? [];
    const byKind = groupBy(made, ({ op }) => kindOf(op));
    for (const [kind, found] of byKind) {
      const same = found.toSorted((a, b) => channelOf(a.op) - channelOf(b.op));
      const ofKind = all.filter((op) => kindOf(op) === kind).sort((a, b) => channelOf(a) - channelOf(b));
      // A scatter along several dimensions becomes a reduction.
      const candidates = ofKind.length > 0 ? ofKind : all.filter((op) => !byKind.has(kindOf(op)));
      for (const [i, { op }] of same.entries()) {
        const origin = candidates[Math.floor((i * candidates.length) / same.length)];
        if (origin === undefined) continue;
        const known = origins.get(op);
        // One that was combined has as many as a program has tensors.
        if (known === undefined) origins.set(op, [origin]);
        else known.push(origin);
      }
    }
  }
  return origins;
}

/** What became one operand of a collective. */
interface CombinedPart {
  readonly op: Operation;
  readonly location: Location;
}

/** The parts of a collective that was combined of several, or itself. */
function partsOf(
  op: Operation,
  sources: ReadonlyMap<Location, readonly Operation[]>,
): readonly CombinedPart[] {
  const location = op.location.resolved();
  if (sources.has(location) || !(location instanceof FusedLoc) || op.operands.length < 2)
    return [{ op, location }];
  const { locations } = location;
  if (locations.length === op.operands.length) return locations.map((own) => ({ op, location: own }));
  // Results of one operation have one location: each has as many collectives as the whole program has there.
  return locations.flatMap((own) => (sources.get(own) ?? []).map(() => ({ op, location: own })));
}

/** Returns the origins of the collectives of several versions of a program in the one with global sizes. */
export function originsInVersions(
  global: ModuleOp,
  versions: readonly (ModuleOp | null)[],
): CollectiveOrigins {
  const origins = new Map<Operation, readonly Operation[]>();
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

/** The number of the channel; 0 for none. */
function channelOf(op: Operation): number {
  const channel = op.getAttr('channel_handle');
  return channel instanceof ChannelHandleAttr ? channel.handle : 0;
}

/** The name without that of the dialect. */
function kindOf({ name }: Operation): string {
  return name.slice(name.indexOf('.') + 1);
}
