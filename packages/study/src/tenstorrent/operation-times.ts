import { locationOf } from '@shardform/inspect';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import type { NamedValueRef } from '../values/value-card.ts';
import { shortName } from './device-tensor.ts';
import { type Bound, deviceProfile, type ProfiledOperation } from './profile/device-profile.ts';
import { isTooLarge, largest, profileSeconds } from './profile/totals.ts';

/** What an operation of TTNN takes of each device, as far as it can be sent to a page. */
export interface OperationTime {
  /** In the order of the program. */
  readonly index: number;
  /** Its first result; `null` if it has none. */
  readonly value: NamedValueRef | null;
  /** Without its dialect: `matmul`. */
  readonly operation: string;
  /** `step.mlir:12`; `null` if unknown. */
  readonly place: string | null;
  /** In a run; 0 for what is computed once, before. */
  readonly executions: number;
  /** Of one execution. */
  readonly seconds: number;
  readonly bound: Bound;
  /** That take part; 0 for what the host does. */
  readonly cores: number;
  /** Bytes from and to DRAM. */
  readonly dramMoved: number;
  /** Bytes of DRAM that tensors take while it runs. */
  readonly dram: number;
  /** Bytes of a core's memory. */
  readonly l1: number;
  readonly isTooLarge: boolean;
  /** What would fit: `in0_block_w = 2`; `null` where it fits, or nothing is known to. */
  readonly remedy: string | null;
}

/** The estimated time and memory of a version of TTNN on each of its devices. */
export interface OperationTimes {
  readonly devices: number;
  /** Of a run, one operation after the other. */
  readonly seconds: number;
  /** Of what is computed once. */
  readonly constantSeconds: number;
  readonly dramPeak: number;
  readonly dramCapacity: number;
  readonly l1Peak: number;
  readonly l1Capacity: number;
  /** Loops of unknown length and choices, counted once. */
  readonly uncertain: number;
  readonly operations: readonly OperationTime[];
}

/** Estimates what the operations of a version take; `null` if it has none of TTNN. */
export function operationTimes(study: Study, { module, values }: Stage): OperationTimes | null {
  const profile = deviceProfile(module);
  if (profile === null || profile.operations.length === 0) return null;
  const naming = study.namingOf(module);
  const { operations, dramCapacity, l1Capacity } = profile;
  const { run, once } = profileSeconds(operations);
  return {
    ...{ devices: profile.devices, seconds: run, constantSeconds: once },
    ...{ dramPeak: largest(operations, 'dram')?.dram ?? 0, dramCapacity },
    ...{ l1Peak: largest(operations, 'l1')?.l1 ?? 0, l1Capacity },
    uncertain: profile.uncertain.length,
    operations: operations.map((own) => ({
      index: own.index,
      value: firstResult(own),
      operation: shortName(own.operation.name),
      place: locationOf(own.operation),
      ...{ executions: own.executions, seconds: own.seconds, bound: own.bound, cores: own.work.cores },
      ...{ dramMoved: own.work.dramBytes, dram: own.dram, l1: own.l1 },
      isTooLarge: isTooLarge(own, profile),
      remedy: own.buffers.remedy?.words ?? null,
    })),
  };

  function firstResult({ operation }: ProfiledOperation): NamedValueRef | null {
    const [first] = operation.results;
    return first === undefined ? null : { id: values.idOf(first), name: naming.operand(first) };
  }
}
