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

/** What changing how a tensor is split costs, in seconds. */
export interface ReshardCost {
  readonly communication: number;
  /** Of cutting out parts, where that is fused into what uses the parts. */
  readonly fused: number;
  /** Of cutting out parts, where that is a kernel. */
  readonly kernels: number;
}

const FREE: ReshardCost = { communication: 0, fused: 0, kernels: 0 };

/** The collectives of a reshard of any tensor of a shape. */
interface ReshardSteps {
  readonly start: TensorShardingAttr;
  readonly steps: readonly CollectiveStep[];
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
  readonly #device: MachineDevice;
  readonly #prices: CollectivePrices;
  readonly #axes: readonly AxisRefAttr[];
  readonly #steps = new Map<string, ReshardSteps>();
  readonly #groups = new Map<string, readonly (readonly number[])[]>();
  readonly #shardings = new Map<string, TensorShardingAttr>();

  constructor(mesh: MeshAttr, machine: Machine) {
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
  reshard({ shape, bytes }: TensorSize, from: DimSplits, to: DimSplits): ReshardCost {
    const [before, after] = [splitsKey(from), splitsKey(to)];
    if (before === after) return FREE;
    // Of sizes that all devices divide, the collectives are the same.
    const sizes = shape.map((size) => (size % this.#mesh.totalSize === 0 ? '' : size)).join();
    const key = `${sizes}:${before}>${after}`;
    let known = this.#steps.get(key);
    if (known === undefined) this.#steps.set(key, (known = this.#planned(shape, from, to)));
    let [sharding, parts] = [known.start, partsOf(from, this.axisSizes)];
    let [communication, fused, kernels] = [0, 0, 0];
    for (const step of known.steps) {
      const operand = bytes / parts;
      parts = step.sharding.dims.reduce((product, dim) => product * dim.shardedSize(this.#mesh), 1);
      const result = bytes / parts;
      if (step.kind === 'slice') {
        fused += kernelSeconds(this.#device, 0, 0, result);
        kernels += kernelSeconds(this.#device, 1, 0, 2 * result);
      } else communication += this.#step(step, sharding, operand, result);
      sharding = step.sharding;
    }
    return { communication, fused, kernels };
  }

  #planned(shape: readonly number[], from: DimSplits, to: DimSplits): ReshardSteps {
    const [start, target] = [this.#shardingOf(from), this.#shardingOf(to)];
    const steps = planCollectives(() => new Resharding(start, target, this.#mesh, shape), {
      keepsElements: true,
      wholeAxes: false,
    });
    return { start, steps };
  }

  #shardingOf(splits: DimSplits): TensorShardingAttr {
    const key = splitsKey(splits);
    let sharding = this.#shardings.get(key);
    if (sharding === undefined)
      this.#shardings.set(key, (sharding = shardingOf(splits, this.#mesh, this.#mesh)));
    return sharding;
  }

  #step(step: CollectiveStep, before: TensorShardingAttr, operand: number, result: number): number {
    switch (step.kind) {
      case 'gather':
        return this.#halfRing(
          step.axes.value.flatMap(({ value }) => value),
          result,
        );
      case 'all-to-all':
        return this.#halfRing(step.param.axes, operand);
      case 'permute':
        return this.#permute(before, step.sharding, result);
      // It is a kernel.
      case 'slice':
        return 0;
    }
  }

  #permute(before: TensorShardingAttr, after: TensorShardingAttr, bytes: number): number {
    const pairs = sourceTargetPairs(before, this.#mesh, after, this.#mesh).map(([from, to]) => ({
      from: from + 1,
      to: to + 1,
    }));
    const loads = this.#prices.loadsOf(pairs);
    const seconds = pairs.map(({ from, to }, i) => this.#prices.transfer(from, to, bytes * loads[i]!));
    return Math.max(...seconds);
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
    return slowest;
  }

  #named(axes: readonly number[]): AxisRefAttr[] {
    return axes.map((axis) => this.#axes[axis]!);
  }
}
