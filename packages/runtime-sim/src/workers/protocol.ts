import type { Limits } from '@shardform/ir-core';
import type { NdArray } from '../array/index.ts';
import type { ProcessGrid } from '../interpreter/machine.ts';

/** Arrays of a device: what it starts with, goes on with or ends with. */
export interface DeviceArrays {
  readonly device: number;
  readonly arrays: readonly NdArray[];
}

/** What a thread is told. Messages name the run that they are about, so that late ones are known. */
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
      /** Those of whom the work is done for; `time` is what is left. */
      readonly limits: Limits;
      /** Holds the number of the last run that is to stop, for threads that compute; `null` where memory isn't shared. */
      readonly stopped: SharedArrayBuffer | null;
    }
  | { readonly kind: 'resume'; readonly run: number; readonly received: readonly DeviceArrays[] }
  | { readonly kind: 'stop'; readonly run: number };

/** What a thread reports. */
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
  /** Something went wrong; execution in one thread will tell what. */
  | { readonly kind: 'failed'; readonly run: number };

/** An array that is cheap to send: of a view of a larger buffer, all of the buffer would be copied. */
export function sendable({ kind, shape, data }: NdArray): NdArray {
  return { kind, shape, data: data.byteLength < data.buffer.byteLength ? data.slice() : data };
}
