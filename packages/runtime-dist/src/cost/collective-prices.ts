import { BYTES_PER_GIGABIT, type Machine } from '../machine/machine.ts';
import type { CollectiveKind } from '../machine/measured-collectives.ts';
import { ringAllReduce, ringHalf, transferSeconds, treeAllReduce } from './collective-time.ts';
import { measuredSeconds } from './measured-seconds.ts';
import { type PermutedPair, wireLoads } from './permute-cost.ts';

interface Link {
  /** Bytes per second. */
  readonly rate: number;
  /** Seconds. */
  readonly latency: number;
}

/**
 * The seconds of collectives on a machine, of which devices are numbered as its own. Those that were measured in groups of
 * the same size take the measured time; others are rings or trees, whichever is faster, over the slowest link that they need.
 *
 * All prices throw MachineError for devices without a link.
 */
export class CollectivePrices {
  readonly machine: Machine;
  readonly #links = new Map<number, Link>();
  readonly #rings = new Map<string, Link>();
  readonly #loads = new Map<string, readonly number[]>();

  constructor(machine: Machine) {
    this.machine = machine;
  }

  /** Seconds that bytes take from one device to another. */
  transfer(from: number, to: number, bytes: number): number {
    const { rate, latency } = this.#linkOf(from, to);
    return transferSeconds(bytes, rate, latency);
  }

  /** Seconds of an all-reduce of `bytes` on each device. */
  allReduce(devices: readonly number[], bytes: number): number {
    const measured = this.#measured('allreduce', devices.length, bytes);
    if (measured !== null) return measured;
    const { rate, latency } = this.#ringOf(devices);
    return Math.min(
      ringAllReduce(bytes, devices.length, rate, latency),
      treeAllReduce(bytes, devices.length, rate, latency),
    );
  }

  /** Seconds of an all-gather whose result has `bytes` on each device. */
  allGather(devices: readonly number[], bytes: number): number {
    return this.#halfRing('allgather', devices, bytes);
  }

  /** Seconds of a reduce-scatter of an operand of `bytes` on each device. */
  reduceScatter(devices: readonly number[], bytes: number): number {
    return this.#halfRing('reducescatter', devices, bytes);
  }

  /** Seconds of an all-to-all of an operand of `bytes` on each device. */
  allToAll(devices: readonly number[], bytes: number): number {
    return this.#halfRing('alltoall', devices, bytes);
  }

  /** Seconds of each pair of a collective permute of `bytes`: pairs share wires. */
  permute(pairs: readonly PermutedPair[], bytes: number): number[] {
    const measured = this.#measured('permute', movingDevices(pairs), bytes);
    if (measured !== null) return pairs.map(({ from, to }) => (from === to ? 0 : measured));
    const loads = this.#loadsOf(pairs);
    return pairs.map(({ from, to }, i) => this.transfer(from, to, bytes * loads[i]));
  }

  /**
   * Returns some of the pairs of a collective permute that take as long as it, whatever it permutes. @returns functions of the
   * bytes that a device has.
   */
  distinctTransfers(pairs: readonly PermutedPair[]): readonly ((bytes: number) => number)[] {
    const permutes = this.machine.collectives?.get('permute');
    if (permutes !== undefined) {
      const count = movingDevices(pairs);
      if (permutes.has(count)) return [(bytes) => this.#measured('permute', count, bytes) ?? 0];
    }
    const loads = this.#loadsOf(pairs);
    const kinds = new Map<string, (bytes: number) => number>();
    pairs.forEach(({ from, to }, i) => {
      const { rate, latency } = this.#linkOf(from, to);
      const key = `${rate} ${latency} ${loads[i]}`;
      if (!kinds.has(key)) kinds.set(key, (bytes) => this.transfer(from, to, bytes * loads[i]));
    });
    return [...kinds.values()];
  }

  /** Returns some of several groups: for each group there is one of the same size whose slowest link is as fast. */
  distinctRings(groups: readonly (readonly number[])[]): readonly (readonly number[])[] {
    const found = new Map<string, readonly number[]>();
    for (const group of groups) {
      const { rate, latency } = this.#ringOf(group);
      const key = `${group.length} ${rate} ${latency}`;
      if (!found.has(key)) found.set(key, group);
    }
    return [...found.values()];
  }

  #measured(kind: CollectiveKind, count: number, bytes: number): number | null {
    const fit = this.machine.collectives?.get(kind)?.get(count);
    return fit === undefined ? null : measuredSeconds(fit, bytes);
  }

  #halfRing(kind: CollectiveKind, devices: readonly number[], bytes: number): number {
    const measured = this.#measured(kind, devices.length, bytes);
    if (measured !== null) return measured;
    const { rate, latency } = this.#ringOf(devices);
    return ringHalf(bytes, devices.length, rate, latency);
  }

  /** By pair, how many pairs share its busiest wire. */
  #loadsOf(pairs: readonly PermutedPair[]): readonly number[] {
    const key = pairs.map(({ from, to }) => `${from}>${to}`).join();
    let known = this.#loads.get(key);
    if (known === undefined) this.#loads.set(key, (known = wireLoads(this.machine, pairs)));
    return known;
  }

  #linkOf(from: number, to: number): Link {
    const { machine } = this;
    // Cantor's number of the pair.
    const key = ((from + to) * (from + to + 1)) / 2 + to;
    let link = this.#links.get(key);
    if (link === undefined) {
      link = { rate: machine.gbps(from, to) * BYTES_PER_GIGABIT, latency: machine.latency(from, to) };
      this.#links.set(key, link);
    }
    return link;
  }

  /** The slowest link of a ring of devices. */
  #ringOf(devices: readonly number[]): Link {
    const key = devices.join();
    const known = this.#rings.get(key);
    if (known !== undefined) return known;
    let rate = Infinity;
    let latency = 0;
    devices.forEach((from, i) => {
      const own = this.#linkOf(from, devices[(i + 1) % devices.length]);
      rate = Math.min(rate, own.rate);
      latency = Math.max(latency, own.latency);
    });
    const link = { rate, latency };
    this.#rings.set(key, link);
    return link;
  }
}

/** The number of devices that send to another one or receive from it. */
function movingDevices(pairs: readonly PermutedPair[]): number {
  return new Set(pairs.flatMap(({ from, to }) => (from === to ? [] : [from, to]))).size;
}
