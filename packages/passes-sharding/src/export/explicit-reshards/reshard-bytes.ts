import {
  type AxisList,
  axisListSize,
  type ListOfAxisRefListsAttr,
  localShape,
  type MeshAttr,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { bytesOfElements } from '@shardform/cost-model';
import { ringTraffic } from '@shardform/dialect-stablehlo';
import { idKey, product, RankedTensorType, type Type } from '@shardform/ir-core';
import { BYTE_PRICES, type GroupedName, type MeshPrices, type Prices } from '../../module/prices.ts';
import { type CollectiveStep, planCollectives } from '../reshard-to-collectives/collective-plan.ts';
import { Resharding } from '../reshard-to-collectives/resharding.ts';

/** What devices do to communicate. */
export interface Communication {
  /** That each device sends. */
  readonly bytes: number;
  /** In which they send, one after the other. */
  readonly steps: number;
  readonly collectives: number;
  /** That it all takes, one after the other. */
  readonly time: number;
}

/** No communication. */
export const NO_COMMUNICATION: Communication = { bytes: 0, steps: 0, collectives: 0, time: 0 };

/** Returns the communication of a permute. @param operand bytes that each device sends. */
export function permuteOf(operand: number, time: (operand: number) => number): Communication {
  if (operand === 0) return NO_COMMUNICATION;
  return { ...ringTraffic('collective_permute', 2, operand), collectives: 1, time: time(operand) };
}

/** Returns what is done for several things. */
export function together(all: readonly Communication[]): Communication {
  return {
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    steps: all.reduce((sum, { steps }) => sum + steps, 0),
    collectives: all.reduce((sum, { collectives }) => sum + collectives, 0),
    time: all.reduce((sum, { time }) => sum + time, 0),
  };
}

/** The bytes that each device sends for changes of shardings, by collectives that send the least in rings. */
export class ReshardBytes {
  readonly #mesh: MeshAttr;
  readonly #device: Prices;
  readonly #prices: MeshPrices;
  readonly #known = new Map<string, Communication>();

  constructor(mesh: MeshAttr, prices: Prices = BYTE_PRICES) {
    this.#mesh = mesh;
    this.#device = prices;
    this.#prices = prices.on(mesh);
  }

  /** Bytes that a device has of a tensor. */
  local(type: Type, sharding: TensorShardingAttr): number {
    if (!(type instanceof RankedTensorType) || !type.hasStaticShape) return 0;
    const shape = localShape(type.shape, sharding, this.#mesh) ?? type.shape;
    return bytesOfElements(product(shape), type.elementType);
  }

  /**
   * What it takes for a tensor to be split otherwise.
   *
   * @param partial axes along which devices have partial values, which are combined first: onto the parts that devices
   *   keep, where they cut these out next.
   */
  sent(type: Type, from: TensorShardingAttr, to: TensorShardingAttr, partial: AxisList = []): Communication {
    if (!(type instanceof RankedTensorType) || !type.hasStaticShape) return NO_COMMUNICATION;
    if (from === to && partial.length === 0) return NO_COMMUNICATION;
    const key = idKey([type, from, to, ...partial]);
    let price = this.#known.get(key);
    if (price === undefined) this.#known.set(key, (price = this.#price(type, from, to, partial)));
    return price;
  }

  #price(
    type: RankedTensorType,
    from: TensorShardingAttr,
    to: TensorShardingAttr,
    partial: AxisList,
  ): Communication {
    let before = this.local(type, from);
    let rest = axisListSize(partial, this.#mesh);
    const all: Communication[] = [];
    let sharding = from;
    for (const step of this.#steps(type, from, to)) {
      if (rest > 1) {
        const scattered = step.kind === 'slice' ? scatteredParts(step.axes, partial, this.#mesh) : 1;
        all.push(this.#communication('reduce_scatter', scattered > 1 ? partial : [], before));
        before /= scattered;
        all.push(this.#communication('all_reduce', rest > scattered ? partial : [], before));
        rest = 1;
      }
      const after = this.local(type, step.sharding);
      all.push(this.#stepOf(step, sharding, [before, after]));
      sharding = step.sharding;
      before = after;
    }
    all.push(this.#communication('all_reduce', rest > 1 ? partial : [], before));
    return together(all);
  }

  #communication(kind: GroupedName, axes: AxisList, operand: number): Communication {
    const traffic = ringTraffic(kind, axisListSize(axes, this.#mesh), operand);
    if (traffic.bytes === 0) return NO_COMMUNICATION;
    return { ...traffic, collectives: 1, time: this.#prices.collective(kind, axes, operand) };
  }

  #steps(
    type: RankedTensorType,
    from: TensorShardingAttr,
    to: TensorShardingAttr,
  ): readonly CollectiveStep[] {
    const target = to.isFullyReplicated ? TensorShardingAttr.fullyClosed(from.meshOrRef, from.rank) : to;
    if (from.isFullyReplicated && target.isFullyReplicated) return [];
    const start = (): Resharding => new Resharding(from, target, this.#mesh, type.shape);
    return planCollectives(start, { keepsElements: true, wholeAxes: false });
  }

  /** A device cuts its part out by a kernel. Where bytes decide, that is nothing beside what is sent. */
  #sliceOf(part: number): Communication {
    if (!this.#device.isOfMachine) return NO_COMMUNICATION;
    const time = this.#device.kernels({ launches: 1, flops: 0, arithmetic: 'vector', bytes: 2 * part });
    return { ...NO_COMMUNICATION, time };
  }

  /** @param bytes on a device, before and after. */
  #stepOf(
    step: CollectiveStep,
    sharding: TensorShardingAttr,
    [before, after]: readonly [number, number],
  ): Communication {
    switch (step.kind) {
      case 'slice':
        return this.#sliceOf(after);
      case 'gather': {
        const axes = step.axes.value.flatMap(({ value }) => value);
        return this.#communication('all_gather', axes, before);
      }
      case 'permute':
        return permuteOf(before, (operand) => this.#prices.permute(sharding, step.sharding, operand));
      case 'all-to-all':
        return this.#communication('all_to_all', step.param.axes, before);
    }
  }
}

/** Number of parts that a slice along partial axes cuts; 1 if it can't be one operation with the reduction. */
function scatteredParts({ value: lists }: ListOfAxisRefListsAttr, partial: AxisList, mesh: MeshAttr): number {
  const sliced = lists.flatMap(({ value }) => value).filter((axis) => partial.includes(axis));
  const parts = axisListSize(sliced, mesh);
  return parts === axisListSize(partial, mesh) ? parts : 1;
}
