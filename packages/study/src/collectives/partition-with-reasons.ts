import type { Machine } from '@shardform/cost-model';
import {
  type NamedValues,
  type PartitionObserver,
  type PartitionStages,
  tagOperations,
} from '@shardform/inspect';
import type { Context, ModuleOp } from '@shardform/ir-core';

import type { Partitioner } from '../choice/partitioner.ts';
import { partitionOn } from '../choice/partition-on.ts';
import { listCollectives } from './collective-list.ts';
import type { InsertedCollective } from './inserted-collective.ts';
import { ReasonRecorder } from './reasons/reason-recorder.ts';

/** A program as it was given. */
export interface NamedProgram {
  readonly module: ModuleOp;
  readonly context: Context;
  readonly names: NamedValues;
}

/** A partitioned program with its collectives. */
export interface PartitionedProgram {
  readonly stages: PartitionStages;
  /** `null` where they couldn't be inserted, for reasons in the context's diagnostics. */
  readonly collectives: readonly InsertedCollective[] | null;
  readonly reasons: ReasonRecorder;
}

/**
 * Partitions a program and lists its collectives, with the reasons for those that passes insert.
 *
 * @param program gets unique locations.
 * @param machine that it is partitioned for; `null` for none that is known.
 */
export function partitionWithReasons(
  { module, context, names }: NamedProgram,
  machine: Machine | null,
  partitioner: Partitioner,
  { instrumentations = [], ...observer }: PartitionObserver = {},
): PartitionedProgram {
  tagOperations(module);
  const reasons = new ReasonRecorder(context, module, names);
  names.addCopiesOf(module);
  const observed = { ...observer, instrumentations: [reasons, ...instrumentations] };
  const { stages } = partitionOn(machine, module, context, observed, partitioner);
  const { collectives } = stages;
  return {
    stages,
    collectives: collectives === null ? null : listCollectives(collectives, context, { reasons, names }),
    reasons,
  };
}
