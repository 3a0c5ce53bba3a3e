import type { DeviceWork } from '@shardform/cost-model';
import type { Prices } from '../../module/prices.ts';
import type { Communication } from './reshard-bytes.ts';

/** What a device multiplies and adds while it sends a byte, on machines whose links are fast. */
const FLOPS_PER_BYTE = 1000;

/** What a split of an operation costs. */
export interface SplitCost extends Communication {
  /** What is compared first: bytes that are sent, or the time on a machine. */
  readonly price: number;
  /** Of products on a device. */
  readonly flops: number;
}

/**
 * Returns the cost of a split.
 *
 * @param work of a device: the bytes of its operands and results.
 */
export function splitCost(communication: Communication, work: DeviceWork, prices: Prices): SplitCost {
  const time = communication.time + prices.kernels(work);
  const { flops } = work;
  return { ...communication, time, flops, price: prices.isOfMachine ? time : communication.bytes };
}

/**
 * Returns whether devices multiply the same to send at most half as much: as where a whole operand, which is no larger than
 * the result then, takes the place of partial results. The time on a machine has that in it.
 */
export function isWorthRepeating(cost: SplitCost, other: SplitCost, { isOfMachine }: Prices): boolean {
  if (isOfMachine) return cost.time < other.time;
  const saved = other.bytes - cost.bytes;
  return (
    2 * cost.bytes <= other.bytes &&
    cost.collectives <= other.collectives &&
    cost.flops - other.flops < saved * FLOPS_PER_BYTE
  );
}
