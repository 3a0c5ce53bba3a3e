import {
  AxisRefAttr,
  type AxisList,
  type MeshAttr,
  replicaGroups,
  sourceTargetPairs,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { type CollectiveStep, planCollectives, Resharding } from '@shardform/passes-sharding';
import { CollectivePrices, type Machine, type MachineDevice } from '@shardform/runtime-dist';
import { deviceOf, kernelSeconds } from './kernel-prices.ts';
import { type DimSplits, partsOf, shardingOf, splitsKey } from './dim-splits.ts';

/** A tensor as communication sees it. */
export interface TensorSize {
  readonly shape: readonly number[];
  /** Of the whole tensor. */
  readonly bytes: number;
}

/** What is not known before a plan is simulated. */
export interface Assumptions {
  /** The part of communication's time that counts: what is hidden behind computing costs nothing. */
  readonly exposed: number;
  /** Whether cutting a part out of a tensor is fused into what uses the part. */
  readonly fusesSlices: boolean;
}

/**
 * The seconds that communication along the axes of a mesh takes on a machine, whose device `i + 1` is device `i` of the
 * mesh. Reshards are what `sdy-reshard-to-collectives` makes of them.
 *
 * All prices throw MachineError for devices that the machine doesn't link.
 */
export class CommunicationPrices {
  readonly axisSizes: readonly number[];
  readonly #mesh: MeshAttr;
  readonly #assumptions: Assumptions;
  readonly #device: MachineDevice;
  readonly #prices: CollectivePrices;
  readonly #axes: readonly AxisRefAttr[];
  readonly #reshards = new Map<string, number>();
  readonly #groups = new Map<string, readonly (readonly number[])[]>();

  constructor(mesh: MeshAttr, machine: Machine, assumptions: Assumptions) {
    this.#assumptions = assumptions;
    this.#device = deviceOf(machine);
    this.#mesh = mesh;
    this.#prices = new CollectivePrices(machine);
    this.#axes = mesh.axes.map(({ name }) => AxisRefAttr.get(name));
    this.axisSizes = mesh.axes.map(({ size }) => size);
  }

  /** Seconds of an all-reduce of `bytes` on each device. */
  allReduce(axes: readonly number[], bytes: number): number {
    return this.#slowest(this.#named(axes), (group) => this.#prices.allReduce(group, bytes));
  }

  /** Seconds of a reduce-scatter of `bytes` on each device. */
  reduceScatter(axes: readonly number[], bytes: number): number {
    return this.#halfRing(this.#named(axes), bytes);
  }

  /** Seconds of changing how a tensor is split: of collectives, and of kernels that cut out a part. */
  reshard(tensor: TensorSize, from: DimSplits, to: DimSplits): number {
    const [before, after] = [splitsKey(from), splitsKey(to)];
    if (before === after) return 0;
    const key = `${tensor.bytes}:${tensor.shape.join()}:${before}>${after}`;
    let seconds = this.#reshards.get(key);
    if (seconds === undefined) this.#reshards.set(key, (seconds = this.#planned(tensor, from, to)));
    return seconds;
  }

  #planned({ shape, bytes }: TensorSize, from: DimSplits, to: DimSplits): number {
    const mesh = this.#mesh;
    const [start, target] = [shardingOf(from, mesh, mesh), shardingOf(to, mesh, mesh)];
    const steps = planCollectives(() => new Resharding(start, target, mesh, shape), {
      keepsElements: true,
      wholeAxes: false,
    });
    let [sharding, parts] = [start, partsOf(from, this.axisSizes)];
    let seconds = 0;
    for (const step of steps) {
      const operandBytes = bytes / parts;
      parts = step.sharding.dims.reduce((product, dim) => product * dim.shardedSize(mesh), 1);
      seconds += this.#step(step, sharding, operandBytes, bytes / parts);
      sharding = step.sharding;
    }
    return seconds;
  }

  #step(step: CollectiveStep, before: TensorShardingAttr, operand: number, result: number): number {
    switch (step.kind) {
      case 'slice':
        // Fused into its users, it reads a part; alone, it is a kernel.
        return this.#assumptions.fusesSlices
          ? kernelSeconds(this.#device, 0, 0, result)
          : kernelSeconds(this.#device, 1, 0, 2 * result);
      case 'gather':
        return this.#halfRing(
          step.axes.value.flatMap(({ value }) => value),
          result,
        );
      case 'all-to-all':
        return this.#halfRing(step.param.axes, operand);
      case 'permute':
        return this.#permute(before, step.sharding, result);
    }
  }

  #permute(before: TensorShardingAttr, after: TensorShardingAttr, bytes: number): number {
    const pairs = sourceTargetPairs(before, this.#mesh, after, this.#mesh).map(([from, to]) => ({
      from: from + 1,
      to: to + 1,
    }));
    const loads = this.#prices.loadsOf(pairs);
    const seconds = pairs.map(({ from, to }, i) => this.#prices.transfer(from, to, bytes * loads[i]!));
    return this.#assumptions.exposed * Math.max(...seconds);
  }

  #halfRing(axes: AxisList, bytes: number): number {
    return this.#slowest(axes, (group) => this.#prices.halfRing(group, bytes));
  }

  #slowest(axes: AxisList, secondsOf: (group: readonly number[]) => number): number {
    const key = axes.map((axis) => axis.text).join();
    let groups = this.#groups.get(key);
    if (groups === undefined) {
      groups = replicaGroups(axes, this.#mesh).map((group) => group.map((device) => device + 1));
      this.#groups.set(key, groups);
    }
    let slowest = 0;
    for (const group of groups) if (group.length > 1) slowest = Math.max(slowest, secondsOf(group));
    return this.#assumptions.exposed * slowest;
  }

  #named(axes: readonly number[]): AxisRefAttr[] {
    return axes.map((axis) => this.#axes[axis]!);
  }
}
