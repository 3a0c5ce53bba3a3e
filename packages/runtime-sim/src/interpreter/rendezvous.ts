import type { Operation } from '@shardform/ir-core';
import type { NdArray } from '../array/index.ts';

/**
 * A meeting of devices at a collective operation. Each member hands in its operands; when all have come,
 * `complete` computes what each of them gets, once for the whole group.
 */
export interface Rendezvous {
  readonly op: Operation;
  /** Where devices that run different programs meet, at operations of one name; `null` unless given. */
  readonly channel?: number | null;
  /** Devices that meet, in the order of the group; the device that asks is one of them. */
  readonly members: readonly number[];
  readonly operands: readonly NdArray[];
  /** Who sends to whom, where the operation says it; else every member has something for all others. */
  readonly pairs?: readonly (readonly [from: number, to: number])[];
  /** @param operands by position in `members`. @returns results by position in `members`. */
  complete(operands: readonly (readonly NdArray[])[]): readonly (readonly NdArray[])[];
}

/** A device that waits for something that others leave for whoever comes, such as a message on a channel. */
export interface Reception {
  readonly op: Operation;
  /** What is waited for, for messages: "channel 1". */
  readonly source: string;
  /** Takes what was waited for, or `null` when it is not there yet. */
  take(): readonly NdArray[] | null;
}
