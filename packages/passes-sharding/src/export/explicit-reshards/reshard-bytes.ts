import {
  type AxisList,
  axisListSize,
  type ListOfAxisRefListsAttr,
  localShape,
  type MeshAttr,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { type CollectiveName, ringTraffic } from '@shardform/dialect-stablehlo';
import { elementByteWidth, idKey, product, RankedTensorType, type Type } from '@shardform/ir-core';
import { BYTE_PRICES, collectiveTime, linkAlong, type LinkPrice, type Prices } from '../../module/prices.ts';
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

/** Returns what it takes for a collective. @param operand bytes of the operand on each of the devices. */
export function communicationOf(
  kind: CollectiveName,
  members: number,
  operand: number,
  link: LinkPrice,
  prices: Prices,
): Communication {
  const traffic = ringTraffic(kind, members, operand);
  if (traffic.bytes === 0) return NO_COMMUNICATION;
  return { ...traffic, collectives: 1, time: collectiveTime(kind, members, operand, link, prices) };
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
  readonly #prices: Prices;
  readonly #known = new Map<string, Communication>();

  constructor(mesh: MeshAttr, prices: Prices = BYTE_PRICES) {
    this.#mesh = mesh;
    this.#prices = prices;
  }

  /** Bytes that a device has of a tensor. */
  local(type: Type, sharding: TensorShardingAttr): number {
    if (!(type instanceof RankedTensorType) || !type.hasStaticShape) return 0;
    const shape = localShape(type.shape, sharding, this.#mesh) ?? type.shape;
    return product(shape) * (elementByteWidth(type.elementType) ?? 0);
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
    for (const step of this.#steps(type, from, to)) {
      if (rest > 1) {
        const scattered = step.kind === 'slice' ? scatteredParts(step.axes, partial, this.#mesh) : 1;
        all.push(this.#communication('reduce_scatter', partial, scattered, before));
        before /= scattered;
        all.push(this.#communication('all_reduce', partial, rest / scattered, before));
        rest = 1;
      }
      all.push(this.#stepOf(step, before));
      before = this.local(type, step.sharding);
    }
    all.push(this.#communication('all_reduce', partial, rest, before));
    return together(all);
  }

  #communication(kind: CollectiveName, axes: AxisList, members: number, operand: number): Communication {
    return communicationOf(kind, members, operand, linkAlong(axes, this.#prices), this.#prices);
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

  #stepOf(step: CollectiveStep, before: number): Communication {
    switch (step.kind) {
      case 'slice':
        return NO_COMMUNICATION;
      case 'gather': {
        const axes = step.axes.value.flatMap(({ value }) => value);
        return this.#communication('all_gather', axes, axisListSize(axes, this.#mesh), before);
      }
      case 'permute':
        return this.#communication('collective_permute', [], 2, before);
      case 'all-to-all':
        return this.#communication(
          'all_to_all',
          step.param.axes,
          axisListSize(step.param.axes, this.#mesh),
          before,
        );
    }
  }
}

/** Number of parts that a slice along partial axes cuts; 1 if it can't be one operation with the reduction. */
function scatteredParts({ value: lists }: ListOfAxisRefListsAttr, partial: AxisList, mesh: MeshAttr): number {
  const sliced = lists.flatMap(({ value }) => value).filter((axis) => partial.includes(axis));
  const parts = axisListSize(sliced, mesh);
  return parts === axisListSize(partial, mesh) ? parts : 1;
}
