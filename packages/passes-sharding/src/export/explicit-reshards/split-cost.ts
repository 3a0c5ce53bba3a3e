import type { Communication } from './reshard-bytes.ts';

/** What a device reads or writes while it sends a byte, on machines as they are. */
const MEMORY_BYTES_PER_BYTE = 8;

/** What a device multiplies and adds while it sends a byte, on machines whose links are fast. */
const FLOPS_PER_BYTE = 1000;

/** What a step of a collective counts as among bytes: less than it takes on any machine, so that bytes come first. */
const BYTES_PER_STEP = 256;

/** What a split of an operation costs. */
export interface SplitCost extends Communication {
  /** The time of it all, in bytes that could be sent instead. */
  readonly time: number;
  /** Of products on a device. */
  readonly flops: number;
}

/**
 * Returns the cost of a split.
 *
 * @param memory bytes of operands and results on a device.
 */
export function splitCost(communication: Communication, memory: number, flops: number): SplitCost {
  const { bytes, steps } = communication;
  const time = bytes + steps * BYTES_PER_STEP + memory / MEMORY_BYTES_PER_BYTE;
  return { ...communication, time, flops };
}

/**
 * Returns whether devices multiply the same to send at most half as much: as where a whole operand, which is no larger than
 * the result then, takes the place of partial results.
 */
export function isWorthRepeating(cost: SplitCost, other: SplitCost): boolean {
  const saved = other.bytes - cost.bytes;
  return (
    2 * cost.bytes <= other.bytes &&
    cost.collectives <= other.collectives &&
    cost.flops - other.flops < saved * FLOPS_PER_BYTE
  );
}
