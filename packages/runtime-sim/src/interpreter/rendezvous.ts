import type { Operation } from '@shardform/ir-core';
import type { NdArray } from '../array/index.ts';

/**
 * A rendezvous of devices at a collective operation. Each member contributes its operands; when all have arrived,
 * `complete` computes the results of every member, once for the whole group.
 */
export interface Rendezvous {
  readonly op: Operation;
  /**
   * The channel on which devices that run different programs communicate, at operations of one name; `null` by default.
   */
  readonly channel?: number | null;
  /** The participating devices, in the order of the group; the calling device is one of them. */
  readonly members: readonly number[];
  readonly operands: readonly NdArray[];
  /** Senders and receivers, if the operation specifies them; otherwise every member sends to all others. */
  readonly pairs?: readonly (readonly [from: number, to: number])[];
  /** @param operands by position in `members`. @returns results by position in `members`. */
  complete(operands: readonly (readonly NdArray[])[]): readonly (readonly NdArray[])[];
}

/** A wait for something that other devices provide to any receiver, such as a message on a channel. */
export interface Reception {
  readonly op: Operation;
  /** The source of the message for error messages: "channel 1". */
  readonly source: string;
  /** Takes what was waited for, or `null` when it is not there yet. */
  take(): readonly NdArray[] | null;
}
