import { kernelSeconds, type Machine, machineDevice, type MachineDevice } from '@shardform/cost-model';
import { AxisRefAttr, type MeshAttr, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { checkInterruptAfter } from '@shardform/ir-core';
import { type CollectiveStep, MeshCosts, planCollectives, Resharding } from '@shardform/passes-sharding';

import { moving } from './kernel-prices.ts';
import { type DimSplits, partsOf, shardingOf, splitsKey, STEPS_PER_DIMENSION } from './dim-splits.ts';

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

/** A collective of a reshard of any tensor of a shape, or a kernel that cuts out a part. */
interface ReshardStep {
  /** Of the result. */
  readonly parts: number;
  /** `null` for a kernel. @param operand bytes on a device, as those of the result. */
  readonly seconds: ((operand: number, result: number) => number) | null;
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
  readonly #costs: MeshCosts;
  readonly #axes: readonly AxisRefAttr[];
  /** By sizes and how a tensor is made, by how it is needed. */
  readonly #steps = new Map<string, Map<string, readonly ReshardStep[]>>();
  readonly #shardings = new Map<string, TensorShardingAttr>();

  constructor(mesh: MeshAttr, machine: Machine) {
    this.#device = machineDevice(machine);
    this.#mesh = mesh;
    this.#costs = new MeshCosts(mesh, machine);
    this.#axes = mesh.axes.map(({ name }) => AxisRefAttr.get(name));
    this.axisSizes = mesh.axes.map(({ size }) => size);
  }

  /** Seconds of an all-reduce of `bytes` on each device. */
  allReduce(axes: readonly number[], bytes: number): number {
    return this.#costs.collective('allreduce', this.#named(axes))(bytes);
  }

  /** Seconds of a reduce-scatter of `bytes` on each device. */
  reduceScatter(axes: readonly number[], bytes: number): number {
    return this.#costs.collective('reducescatter', this.#named(axes))(bytes);
  }

  /** Seconds of changing how a tensor is split: of collectives, and of kernels that cut out a part. */
  reshard(tensor: TensorSize, from: DimSplits, to: DimSplits): ReshardCost {
    return this.reshards(tensor, [from], [to])[0]!;
  }

  /** The same from each of some ways to each of others, those of the first one first. */
  reshards(tensor: TensorSize, made: readonly DimSplits[], needed: readonly DimSplits[]): ReshardCost[] {
    // Of sizes that all devices divide, the collectives are the same.
    const sizes = tensor.shape.map((size) => (size % this.#mesh.totalSize === 0 ? '' : size)).join();
    const targets = needed.map((splits) => ({ splits, key: splitsKey(splits) }));
    return made.flatMap((from) => {
      const before = splitsKey(from);
      const place = `${sizes}:${before}`;
      let known = this.#steps.get(place);
      if (known === undefined) this.#steps.set(place, (known = new Map<string, readonly ReshardStep[]>()));
      const stepsTo = known;
      return targets.map(({ splits: to, key }) => {
        checkInterruptAfter(STEPS_PER_DIMENSION * (1 + tensor.shape.length));
        if (key === before) return FREE;
        let steps = stepsTo.get(key);
        if (steps === undefined) stepsTo.set(key, (steps = this.#planned(tensor.shape, from, to)));
        return this.#costOf(steps, tensor.bytes, from);
      });
    });
  }

  #costOf(steps: readonly ReshardStep[], bytes: number, from: DimSplits): ReshardCost {
    let operand = bytes / partsOf(from, this.axisSizes);
    let [communication, fused, kernels] = [0, 0, 0];
    for (const { parts, seconds } of steps) {
      const result = bytes / parts;
      if (seconds === null) {
        fused += kernelSeconds(this.#device, moving(0, result));
        kernels += kernelSeconds(this.#device, moving(1, 2 * result));
      } else communication += seconds(operand, result);
      operand = result;
    }
    return { communication, fused, kernels };
  }

  #planned(shape: readonly number[], from: DimSplits, to: DimSplits): ReshardStep[] {
    const [start, target] = [this.#shardingOf(from), this.#shardingOf(to)];
    const steps = planCollectives(() => new Resharding(start, target, this.#mesh, shape), {
      keepsElements: true,
      wholeAxes: false,
    });
    return steps.map((step, i) => ({
      parts: step.sharding.dims.reduce((product, dim) => product * dim.shardedSize(this.#mesh), 1),
      seconds: this.#secondsOf(step, steps[i - 1]?.sharding ?? start),
    }));
  }

  #shardingOf(splits: DimSplits): TensorShardingAttr {
    const key = splitsKey(splits);
    let sharding = this.#shardings.get(key);
    if (sharding === undefined)
      this.#shardings.set(key, (sharding = shardingOf(splits, this.#mesh, this.#mesh)));
    return sharding;
  }

  #secondsOf(step: CollectiveStep, before: TensorShardingAttr): ReshardStep['seconds'] {
    switch (step.kind) {
      case 'gather': {
        const axes = step.axes.value.flatMap(({ value }) => value);
        const seconds = this.#costs.collective('allgather', axes);
        return (_, result) => seconds(result);
      }
      case 'all-to-all': {
        return this.#costs.collective('alltoall', step.param.axes);
      }
      case 'permute': {
        const seconds = this.#costs.permute(before, step.sharding);
        return (_, result) => seconds(result);
      }
      case 'slice':
        return null;
    }
  }

  #named(axes: readonly number[]): AxisRefAttr[] {
    return axes.map((axis) => this.#axes[axis]!);
  }
}
