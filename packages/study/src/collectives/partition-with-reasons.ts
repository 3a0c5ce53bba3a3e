import {
  type NamedValues,
  partition,
  type PartitionObserver,
  type PartitionStages,
  tagOperations,
} from '@shardform/inspect';
import type { Context, ModuleOp } from '@shardform/ir-core';
import { listCollectives } from './collective-list.ts';
import type { InsertedCollective } from './inserted-collective.ts';
import { ReasonRecorder } from './reasons.ts';

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
 */
export function partitionWithReasons(
  { module, context, names }: NamedProgram,
  { instrumentations = [], ...observer }: PartitionObserver = {},
): PartitionedProgram {
  const reasons = new ReasonRecorder(context);
  tagOperations(module);
  names.addCopiesOf(module);
  const stages = partition(module, context, {
    ...observer,
    instrumentations: [reasons, ...instrumentations],
  });
  const { collectives } = stages;
  return {
    stages,
    collectives: collectives === null ? null : listCollectives(collectives, context, { reasons, names }),
    reasons,
  };
}
