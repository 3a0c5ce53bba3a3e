import { bytesOfTypes, CollectiveCosts, type DeviceGroup, type Machine } from '@shardform/cost-model';
import { CollectivePermuteOp, collectiveName, replicaGroups } from '@shardform/dialect-stablehlo';
import { DenseElementsAttr, type Operation } from '@shardform/ir-core';
import { COLLECTIVE_KINDS } from '../../module/prices.ts';

/** Programs have many collectives of the same few groups. */
const knownGroups = new WeakMap<DenseElementsAttr, readonly DeviceGroup[]>();

/** The groups of a collective, by the numbers that devices have on a machine; `null` where they are axes of a mesh. */
function groupsOf(op: Operation): readonly DeviceGroup[] | null {
  const attribute = op.getAttr('replica_groups');
  if (!(attribute instanceof DenseElementsAttr)) return null;
  let groups = knownGroups.get(attribute);
  if (groups === undefined) {
    groups = replicaGroups(attribute)
      .map((group) => group.map((device) => device + 1))
      .filter((group) => group.length > 1);
    knownGroups.set(attribute, groups);
  }
  return groups;
}

/** Returns the number of devices that the collectives of a program need. */
export function devicesOf(root: Operation): number {
  let count = 1;
  const seen = new Set<unknown>();
  root.walk((op) => {
    const kind = collectiveName(op.name);
    if (kind === null) return;
    const attribute = op.getAttr(kind === 'collective_permute' ? 'source_target_pairs' : 'replica_groups');
    if (!(attribute instanceof DenseElementsAttr) || seen.has(attribute)) return;
    seen.add(attribute);
    for (const id of attribute.integers()) count = Math.max(count, Number(id) + 1);
  });
  return count;
}

/** The seconds of the collectives of a program on a machine, whose device `i + 1` is device `i` of the program. */
export class CollectiveTimes {
  readonly #costs: CollectiveCosts;
  readonly #permutes = new Map<unknown, readonly ((bytes: number) => number)[]>();

  constructor(machine: Machine) {
    this.#costs = new CollectiveCosts(machine);
  }

  /**
   * Returns the seconds of a collective; `null` for other operations, and for groups that are axes of a mesh, which programs for
   * other partitioners have.
   *
   * @throws MachineError for devices that the machine does not have or link.
   */
  of(op: Operation): number | null {
    const kind = collectiveName(op.name);
    if (kind === null) return null;
    if (kind === 'collective_permute') return op instanceof CollectivePermuteOp ? this.#permute(op) : null;
    const groups = groupsOf(op);
    if (groups === null) return null;
    const bytes = bytesOfTypes(kind === 'all_gather' ? op.resultTypes() : op.operandTypes());
    return this.#costs.seconds(COLLECTIVE_KINDS[kind], groups, bytes);
  }

  #permute(op: CollectivePermuteOp): number {
    const { sourceTargetPairs } = op;
    let transfers = this.#permutes.get(sourceTargetPairs);
    if (transfers === undefined) {
      const ids = sourceTargetPairs.integers().map((id) => Number(id) + 1);
      const pairs = Array.from({ length: ids.length / 2 }, (_, i) => ({
        from: ids[2 * i]!,
        to: ids[2 * i + 1]!,
      }));
      this.#permutes.set(sourceTargetPairs, (transfers = this.#costs.distinctTransfers(pairs)));
    }
    const bytes = bytesOfTypes(op.operandTypes());
    return transfers.reduce((slowest, own) => Math.max(slowest, own(bytes)), 0);
  }
}
