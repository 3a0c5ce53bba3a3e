import { BYTES_PER_GIGABIT, type Machine } from '../machine/machine.ts';
import type { CollectiveKind } from '../machine/measured-collectives.ts';
import { type DeviceGroup, type GroupLink, groupLinks } from './group-link.ts';
import { measuredSeconds } from './measured-seconds.ts';
import { linkName } from '../machine/link-name.ts';
import { type BusiestWire, busiestWires, type PermutedPair } from './wire-loads.ts';

/** A collective among groups of devices. */
export type GroupedCollective = Exclude<CollectiveKind, 'permute'>;

/** The groups of a collective that take different times. */
interface DistinctLinks {
  readonly byGroup: readonly GroupLink[];
  readonly distinct: readonly GroupLink[];
}

/**
 * The seconds of collectives on a machine, whose devices are numbered as its own: of all groups of a collective together, which
 * share wires. Those that were measured in groups of the same size take the measured time; an all-reduce otherwise takes that of a
 * ring or of a tree, whichever is faster, and others that of a ring.
 *
 * All costs throw MachineError for devices without a link.
 */
export class CollectiveCosts {
  readonly machine: Machine;
  readonly #links = new WeakMap<readonly DeviceGroup[], DistinctLinks>();
  readonly #alone = new WeakMap<DeviceGroup, GroupLink>();
  readonly #busiest = new Map<string, readonly (BusiestWire | null)[]>();
  /** By groups, whether they are alike. */
  readonly #alike = new Map<string, boolean>();

  constructor(machine: Machine) {
    this.machine = machine;
  }

  /** Seconds that bytes take from one device to another. */
  transfer(from: number, to: number, bytes: number): number {
    const { machine } = this;
    return machine.latency(from, to) + bytes / (machine.gbps(from, to) * BYTES_PER_GIGABIT);
  }

  /**
   * Seconds of a collective, until its slowest group is done.
   *
   * @param bytes of the operand on each device, of an all-gather those of the result.
   */
  seconds(kind: GroupedCollective, groups: readonly DeviceGroup[], bytes: number): number {
    let slowest = 0;
    for (const link of this.#linksOf(groups).distinct)
      slowest = Math.max(slowest, this.#onLink(kind, link, bytes));
    return slowest;
  }

  /** Seconds of one group of a collective, while the others communicate, too. */
  secondsOfGroup(
    kind: GroupedCollective,
    groups: readonly DeviceGroup[],
    index: number,
    bytes: number,
  ): number {
    return this.#onLink(kind, this.#linksOf(groups).byGroup[index], bytes);
  }

  /** Seconds of one group of a collective if the others did not communicate. */
  secondsAlone(kind: GroupedCollective, group: DeviceGroup, bytes: number): number {
    let link = this.#alone.get(group);
    if (link === undefined) {
      [link] = groupLinks(this.machine, [group]);
      this.#alone.set(group, link);
    }
    return this.#onLink(kind, link, bytes);
  }

  /** Returns whether all groups of a collective take the same time for any bytes, together and alone, and share the same links. */
  areAlike(groups: readonly DeviceGroup[]): boolean {
    const key = groups.join(';');
    let known = this.#alike.get(key);
    if (known === undefined) {
      const together = new Set(this.#linksOf(groups).byGroup.map(linkKey));
      const alone = new Set(groups.map((group) => linkKey(groupLinks(this.machine, [group])[0])));
      this.#alike.set(key, (known = together.size < 2 && alone.size < 2));
    }
    return known;
  }

  /** The links that a group shares with other groups of its collective and is slower for; `null` for none. */
  sharedLink(groups: readonly DeviceGroup[], index: number): string | null {
    return this.#linksOf(groups).byGroup[index].shared;
  }

  /** The links that a pair of a collective permute shares with other pairs; `null` for none. */
  sharedLinkOfPair(pairs: readonly PermutedPair[], index: number): string | null {
    const busiest = this.#busiestOf(pairs)[index];
    return busiest === null || busiest.load === 1 ? null : linkName(this.machine, busiest.wire);
  }

  /** Seconds of each pair of a collective permute of `bytes` if the others did not communicate. */
  permuteAlone(pairs: readonly PermutedPair[], bytes: number): number[] {
    const isMeasured = this.#measured('permute', movingDevices(pairs), bytes) !== null;
    if (isMeasured) return this.permute(pairs, bytes);
    return pairs.map(({ from, to }) => this.transfer(from, to, bytes));
  }

  /** Seconds of each pair of a collective permute of `bytes`: pairs share wires. */
  permute(pairs: readonly PermutedPair[], bytes: number): number[] {
    const measured = this.#measured('permute', movingDevices(pairs), bytes);
    if (measured !== null) return pairs.map(({ from, to }) => (from === to ? 0 : measured));
    const busiest = this.#busiestOf(pairs);
    return pairs.map(({ from, to }, i) => this.transfer(from, to, bytes * (busiest[i]?.load ?? 1)));
  }

  /**
   * Returns one representative transfer for each pair of link and contention of a collective permute.
   *
   * @returns functions of the bytes that a device has.
   */
  distinctTransfers(pairs: readonly PermutedPair[]): readonly ((bytes: number) => number)[] {
    const permutes = this.machine.collectives?.get('permute');
    if (permutes !== undefined) {
      const count = movingDevices(pairs);
      if (permutes.has(count)) return [(bytes) => this.#measured('permute', count, bytes) ?? 0];
    }
    const busiest = this.#busiestOf(pairs);
    const kinds = new Map<string, (bytes: number) => number>();
    pairs.forEach(({ from, to }, i) => {
      const load = busiest[i]?.load ?? 1;
      const key = `${this.machine.gbps(from, to)} ${this.machine.latency(from, to)} ${load}`;
      if (!kinds.has(key)) kinds.set(key, (bytes) => this.transfer(from, to, bytes * load));
    });
    return [...kinds.values()];
  }

  #onLink(kind: GroupedCollective, link: GroupLink, bytes: number): number {
    const { members, rate, exchangeRate, steps, latency, hasTrees } = link;
    const measured = this.#measured(kind, members, bytes);
    if (measured !== null) return measured;
    if (members < 2) return 0;
    const sent = (bytes * (members - 1)) / members;
    if (kind === 'alltoall') return steps * latency + sent / exchangeRate;
    const half = steps * latency + sent / rate;
    if (kind !== 'allreduce') return half;
    if (!hasTrees) return 2 * half;
    const tree = 2 * Math.ceil(Math.log2(members)) * latency + (2 * bytes) / rate;
    return Math.min(2 * half, tree);
  }

  #measured(kind: CollectiveKind, count: number, bytes: number): number | null {
    const fit = this.machine.collectives?.get(kind)?.get(count);
    return fit === undefined ? null : measuredSeconds(fit, bytes);
  }

  #linksOf(groups: readonly DeviceGroup[]): DistinctLinks {
    let known = this.#links.get(groups);
    if (known !== undefined) return known;
    const byGroup = groupLinks(this.machine, groups);
    const distinct = new Map(byGroup.map((link) => [timeKey(link), link]));
    this.#links.set(groups, (known = { byGroup, distinct: [...distinct.values()] }));
    return known;
  }

  #busiestOf(pairs: readonly PermutedPair[]): readonly (BusiestWire | null)[] {
    const key = pairs.map(({ from, to }) => `${from}>${to}`).join();
    let known = this.#busiest.get(key);
    if (known === undefined) this.#busiest.set(key, (known = busiestWires(this.machine, pairs)));
    return known;
  }
}

/** What the time of a group depends on on a machine. */
function timeKey({ members, rate, exchangeRate, steps, latency }: GroupLink): string {
  return `${members} ${rate} ${exchangeRate} ${steps} ${latency}`;
}

/** The same, and whom it shares its links with. */
function linkKey(link: GroupLink): string {
  return `${timeKey(link)} ${link.hasTrees} ${link.shared}`;
}

/** The number of devices that send to another one or receive from it. */
function movingDevices(pairs: readonly PermutedPair[]): number {
  return new Set(pairs.flatMap(({ from, to }) => (from === to ? [] : [from, to]))).size;
}
