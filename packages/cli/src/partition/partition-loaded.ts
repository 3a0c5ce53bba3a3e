import type { PassInstrumentation } from '@shardform/ir-core';
import { type InsertedCollective, type PartitionedProgram, partitionWithReasons } from '@shardform/study';
import { type LoadedModule, ModuleError } from '../load-module.ts';
import type { ToolInput } from '../tool-io.ts';

/** A program that could be partitioned. */
export interface Partitioned extends PartitionedProgram {
  readonly collectives: readonly InsertedCollective[];
}

/** Partitions a loaded program. @throws ModuleError for what can't be partitioned. */
export function partitionLoaded(
  loaded: LoadedModule,
  instrumentations: readonly PassInstrumentation[],
  { progress }: ToolInput,
): Partitioned {
  const partitioned = partitionWithReasons(loaded, {
    instrumentations,
    onProgress: (stage, { pass, done }) => progress?.update(done, `${stage.name}: ${pass.pass.name}`),
  });
  progress?.clear();
  const { collectives } = partitioned;
  if (collectives === null) throw new ModuleError(loaded.log.text(), loaded.log.diagnostics);
  return { ...partitioned, collectives };
}
