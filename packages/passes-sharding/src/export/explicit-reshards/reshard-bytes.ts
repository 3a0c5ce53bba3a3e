import {
  type AxisList,
  axisListSize,
  type ListOfAxisRefListsAttr,
  localShape,
  type MeshAttr,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { type CollectiveName, ringTraffic } from '@shardform/dialect-stablehlo';
import { elementByteWidth, product, RankedTensorType, type Type } from '@shardform/ir-core';
import { type CollectiveStep, planCollectives } from '../reshard-to-collectives/collective-plan.ts';
import { Resharding } from '../reshard-to-collectives/resharding.ts';

/** What devices do to communicate. */
export interface Communication {
  /** That each device sends. */
  readonly bytes: number;
  /** In which they send, one after the other. */
  readonly steps: number;
  readonly collectives: number;
}

/** No communication. */
export const NO_COMMUNICATION: Communication = { bytes: 0, steps: 0, collectives: 0 };

/** Returns what it takes for a collective. @param operand bytes of the operand on each of the devices. */
export function communicationOf(kind: CollectiveName, members: number, operand: number): Communication {
  const traffic = ringTraffic(kind, members, operand);
  return traffic.bytes === 0 ? NO_COMMUNICATION : { ...traffic, collectives: 1 };
}

/** Returns what is done for several things. */
export function together(all: readonly Communication[]): Communication {
  return {
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    steps: all.reduce((sum, { steps }) => sum + steps, 0),
    collectives: all.reduce((sum, { collectives }) => sum + collectives, 0),
  };
}

/** The bytes that each device sends for changes of shardings, by collectives that send the least in rings. */
export class ReshardBytes {
  readonly #mesh: MeshAttr;
  readonly #known = new Map<TensorShardingAttr, Map<TensorShardingAttr, Map<string, Communication>>>();

  constructor(mesh: MeshAttr) {
    this.#mesh = mesh;
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
    if (partial.length > 0) return this.#price(type, from, to, partial);
    if (from === to) return NO_COMMUNICATION;
    let targets = this.#known.get(from);
    if (targets === undefined)
      this.#known.set(from, (targets = new Map<TensorShardingAttr, Map<string, Communication>>()));
    let prices = targets.get(to);
    if (prices === undefined) targets.set(to, (prices = new Map<string, Communication>()));
    const key = String(type);
    let price = prices.get(key);
    if (price === undefined) prices.set(key, (price = this.#price(type, from, to, partial)));
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
        all.push(communicationOf('reduce_scatter', scattered, before));
        before /= scattered;
        all.push(communicationOf('all_reduce', rest / scattered, before));
        rest = 1;
      }
      all.push(this.#stepOf(step, before));
      before = this.local(type, step.sharding);
    }
    all.push(communicationOf('all_reduce', rest, before));
    return together(all);
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
        return communicationOf('all_gather', axisListSize(axes, this.#mesh), before);
      }
      case 'permute':
        return communicationOf('collective_permute', 2, before);
      case 'all-to-all':
        return communicationOf('all_to_all', axisListSize(step.param.axes, this.#mesh), before);
    }
  }
}

/** Number of parts that a slice along partial axes cuts; 1 if it can't be one operation with the reduction. */
function scatteredParts({ value: lists }: ListOfAxisRefListsAttr, partial: AxisList, mesh: MeshAttr): number {
  const sliced = lists.flatMap(({ value }) => value).filter((axis) => partial.includes(axis));
  const parts = axisListSize(sliced, mesh);
  return parts === axisListSize(partial, mesh) ? parts : 1;
}
