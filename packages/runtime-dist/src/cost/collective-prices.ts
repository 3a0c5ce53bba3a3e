import { BYTES_PER_GIGABIT, type Machine } from '../machine/machine.ts';
import { ringAllReduce, ringHalf, transferSeconds, treeAllReduce } from './collective-time.ts';
import { type PermutedPair, wireLoads } from './permute-cost.ts';

interface Link {
  /** Bytes per second. */
  readonly rate: number;
  /** Seconds. */
  readonly latency: number;
}

/**
 * The seconds of collectives on a machine, of which devices are numbered as its own: rings or trees, whichever is
 * faster, over the slowest link that they need.
 */
export class CollectivePrices {
  readonly machine: Machine;
  readonly #rings = new Map<string, Link>();
  readonly #loads = new Map<string, readonly number[]>();

  constructor(machine: Machine) {
    this.machine = machine;
  }

  /** Seconds that bytes take from one device to another. @throws MachineError for devices without a link. */
  transfer(from: number, to: number, bytes: number): number {
    const { machine } = this;
    return transferSeconds(bytes, machine.gbps(from, to) * BYTES_PER_GIGABIT, machine.latency(from, to));
  }

  /** Seconds of an all-reduce of `bytes` on each device. @throws MachineError for devices without a link. */
  allReduce(devices: readonly number[], bytes: number): number {
    const { rate, latency } = this.#ringOf(devices);
    return Math.min(
      ringAllReduce(bytes, devices.length, rate, latency),
      treeAllReduce(bytes, devices.length, rate, latency),
    );
  }

  /**
   * Seconds of an all-gather of which the result has `bytes`, or of a reduce-scatter or all-to-all of an operand of
   * `bytes`. @throws MachineError for devices without a link.
   */
  halfRing(devices: readonly number[], bytes: number): number {
    const { rate, latency } = this.#ringOf(devices);
    return ringHalf(bytes, devices.length, rate, latency);
  }

  /** By pair, how many pairs share its busiest wire. */
  loadsOf(pairs: readonly PermutedPair[]): readonly number[] {
    const key = pairs.map(({ from, to }) => `${from}>${to}`).join();
    const known = this.#loads.get(key) ?? wireLoads(this.machine, pairs);
    this.#loads.set(key, known);
    return known;
  }

  /** The slowest link of a ring of devices. */
  #ringOf(devices: readonly number[]): Link {
    const key = devices.join();
    const known = this.#rings.get(key);
    if (known !== undefined) return known;
    let rate = Infinity;
    let latency = 0;
    devices.forEach((from, i) => {
      const to = devices[(i + 1) % devices.length];
      rate = Math.min(rate, this.machine.gbps(from, to) * BYTES_PER_GIGABIT);
      latency = Math.max(latency, this.machine.latency(from, to));
    });
    const link = { rate, latency };
    this.#rings.set(key, link);
    return link;
  }
}
