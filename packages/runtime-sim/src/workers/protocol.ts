import type { Limits } from '@shardform/ir-core';
import type { NdArray } from '../array/index.ts';
import type { ProcessGrid } from '../interpreter/machine.ts';

/** Arrays of a device: what it starts with, goes on with or ends with. */
export interface DeviceArrays {
  readonly device: number;
  readonly arrays: readonly NdArray[];
}

/** A message to a thread. Messages name their run, so that late ones are ignored. */
export type ToWorker =
  | {
      readonly kind: 'start';
      readonly run: number;
      /** The module as bytecode. */
      readonly program: Uint8Array;
      readonly entry: string;
      readonly deviceCount: number;
      readonly grid: ProcessGrid | null;
      readonly inputs: readonly DeviceArrays[];
      /** The limits of the run; `time` is the remaining time. */
      readonly limits: Limits;
      /** Holds the number of the last run that is to stop, for threads that compute; `null` where memory isn't shared. */
      readonly stopped: SharedArrayBuffer | null;
    }
  | { readonly kind: 'resume'; readonly run: number; readonly received: readonly DeviceArrays[] }
  | { readonly kind: 'stop'; readonly run: number };

/** A message from a thread. */
export type FromWorker =
  | {
      readonly kind: 'meets';
      readonly run: number;
      readonly device: number;
      /** The number of the operation in the order of the module's walk. */
      readonly op: number;
      readonly operands: readonly NdArray[];
    }
  | {
      readonly kind: 'ended';
      readonly run: number;
      readonly device: number;
      readonly results: readonly NdArray[];
    }
  /** An error; execution in one thread will report it. */
  | { readonly kind: 'failed'; readonly run: number };

/** Returns an array that is cheap to send: sending a view of a larger buffer would copy all of the buffer. */
export function sendable({ kind, shape, data }: NdArray): NdArray {
  return { kind, shape, data: data.byteLength < data.buffer.byteLength ? data.slice() : data };
}
