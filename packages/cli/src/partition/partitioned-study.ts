import type { PartitionStages } from '@shardform/inspect';
import type { PassInstrumentation } from '@shardform/ir-core';
import type { InsertedCollective } from '@shardform/study';
import { ModuleError } from '../load-module.ts';
import type { StudiedProgram } from '../study-memory.ts';
import type { ToolInput } from '../tool-io.ts';
import { refuseTwoMeshes } from './one-mesh.ts';

/** A program that could be partitioned. */
export interface Partitioned {
  readonly stages: PartitionStages;
  readonly collectives: readonly InsertedCollective[];
}

/**
 * Partitions a program, unless that is known, and reports what is said about it.
 *
 * @throws ModuleError for what can't be partitioned.
 */
export function partitionedStudy(
  { study, loaded }: StudiedProgram,
  { progress }: ToolInput,
  instrumentations: readonly PassInstrumentation[] = [],
): Partitioned {
  const { context, log } = loaded;
  refuseTwoMeshes(loaded);
  const stages = study.partitioned({
    instrumentations,
    onProgress: (stage, { pass, done }) => progress?.update(done, `${stage.name}: ${pass.pass.name}`),
  });
  progress?.clear();
  for (const diagnostic of study.partitionDiagnostics) context.diagnostics.emit(diagnostic);
  const { collectives } = study;
  if (collectives === null) throw new ModuleError(log.text(), log.diagnostics);
  return { stages, collectives };
}
