import {
  CollectiveCosts,
  type DeviceGroup,
  type GroupedCollective,
  type Machine,
} from '@shardform/cost-model';
import {
  type AxisList,
  type MeshAttr,
  replicaGroups,
  sourceTargetPairs,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';

/** Seconds of communication by the bytes on a device. */
export type SecondsOfBytes = (bytes: number) => number;

/**
 * The seconds of communication along the axes of a mesh on a machine, whose device `i + 1` is device `i` of the mesh. All groups of a
 * collective communicate at the same time.
 *
 * All costs throw MachineError for devices that the machine doesn't link.
 */
export class MeshCosts {
  readonly #mesh: MeshAttr;
  readonly #costs: CollectiveCosts;
  readonly #groups = new Map<string, readonly DeviceGroup[]>();
  /** By the axes of a tensor before a permute, by those after it. */
  readonly #permutes = new Map<string, Map<string, SecondsOfBytes>>();
  readonly #shifts = new Map<string, SecondsOfBytes>();

  constructor(mesh: MeshAttr, machine: Machine) {
    this.#mesh = mesh;
    this.#costs = new CollectiveCosts(machine);
  }

  /** Seconds of a collective along axes, by the bytes of the operand on each device, or of an all-gather those of the result. */
  collective(kind: GroupedCollective, axes: AxisList): SecondsOfBytes {
    const groups = this.#groupsAlong(axes);
    return (bytes) => this.#costs.seconds(kind, groups, bytes);
  }

  /** Seconds in which devices send their shards to those that have them after a change of a sharding. */
  permute(before: TensorShardingAttr, after: TensorShardingAttr): SecondsOfBytes {
    const [from, to] = [axesText(before), axesText(after)];
    let known = this.#permutes.get(from);
    if (known === undefined) this.#permutes.set(from, (known = new Map<string, SecondsOfBytes>()));
    let seconds = known.get(to);
    if (seconds === undefined)
      known.set(to, (seconds = this.#slowest(sourceTargetPairs(before, this.#mesh, after, this.#mesh))));
    return seconds;
  }

  /** Seconds in which each device sends to the next one along axes. */
  shift(axes: AxisList): SecondsOfBytes {
    const key = textOf(axes);
    let seconds = this.#shifts.get(key);
    if (seconds === undefined) {
      const pairs = this.#groupsAlong(axes).flatMap((group) =>
        group.slice(1).map((to, i) => [group[i]! - 1, to - 1] as const),
      );
      this.#shifts.set(key, (seconds = this.#slowest(pairs)));
    }
    return seconds;
  }

  #slowest(pairs: readonly (readonly [number, number])[]): SecondsOfBytes {
    const transfers = this.#costs.distinctTransfers(
      pairs.map(([from, to]) => ({ from: from + 1, to: to + 1 })),
    );
    return (bytes) => transfers.reduce((slowest, own) => Math.max(slowest, own(bytes)), 0);
  }

  #groupsAlong(axes: AxisList): readonly DeviceGroup[] {
    const key = textOf(axes);
    let groups = this.#groups.get(key);
    if (groups === undefined) {
      const all = replicaGroups(axes, this.#mesh).map((group) => group.map((device) => device + 1));
      this.#groups.set(key, (groups = all.filter((group) => group.length > 1)));
    }
    return groups;
  }
}

function textOf(axes: AxisList): string {
  return axes.map(({ text }) => text).join();
}

/** The axes that split dimensions, in order: which part a device has depends on nothing else. */
function axesText({ dims }: TensorShardingAttr): string {
  return dims.flatMap(({ axes }) => axes.map(({ text }) => text)).join();
}
