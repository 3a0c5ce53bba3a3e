import type { Machine } from '@shardform/cost-model';
import type { FuncOp } from '@shardform/dialect-func';
import { deviceCount } from '@shardform/inspect';
import type { Context, ModuleOp } from '@shardform/ir-core';

import { mpmdEntry } from '@shardform/passes-mpmd';
import type { CollectiveNotes } from '../collectives/collective-list.ts';
import { type NamedProgram, partitionWithReasons } from '../collectives/partition-with-reasons.ts';
import type { Partitioner } from '../choice/partitioner.ts';
import { hasShardingOperations, isPlaced } from './flat-program-of.ts';
import type { PeakMemory } from './simulated-time.ts';

/** A program with the stages of its partitioning, as far as it has them. */
export interface StagedProgram {
  /** As it was given. */
  readonly module: ModuleOp;
  /** With collectives on global sizes. */
  readonly collectives: ModuleOp | null;
  /** The program of one device. */
  readonly local: ModuleOp | null;
  readonly context: Context;
  /** Information for the list of collectives. */
  readonly notes?: CollectiveNotes;
  /** Why there is no program of one device. */
  readonly problems?: readonly string[];
  /** Returns the memory of a device that its compiler has assigned; absent where it is estimated. */
  readonly assigned?: () => PeakMemory | null;
}

/**
 * Partitions a program that is simulated from a function on; one of one device without constraints, or of the dist
 * dialect, is executed as it is. Problems are in the context's diagnostics.
 *
 * @param program gets unique locations if it is partitioned.
 * @param machine that it is partitioned for; `null` for none that is known.
 */
export function stagedProgram(
  program: NamedProgram,
  func: FuncOp,
  machine: Machine | null,
  partitioner: Partitioner,
): StagedProgram {
  const { module, context, names } = program;
  const isMpmd = mpmdEntry(module) === func;
  if (isPlaced(func) || (!isMpmd && deviceCount(module) === 1 && !hasShardingOperations(module)))
    return { module, collectives: null, local: null, context };
  const { stages, reasons } = partitionWithReasons(program, machine, partitioner);
  const { collectives, local } = stages;
  return { module, collectives, local, context, notes: { reasons, names } };
}
