import { partition, tagOperations } from '@shardform/inspect';
import type { PassInstrumentation } from '@shardform/ir-core';
import { type LoadedModule, ModuleError } from '../load-module.ts';
import type { ToolInput } from '../tool-io.ts';
import { listCollectives } from './collective-list.ts';
import type { InsertedCollective } from './collective-schema.ts';
import { ReasonRecorder } from './reasons.ts';

/** A partitioned program with its collectives. */
export interface Partitioned {
  readonly stages: ReturnType<typeof partition>;
  readonly collectives: readonly InsertedCollective[];
  readonly reasons: ReasonRecorder;
}

/** Partitions a loaded program. @throws ModuleError for what can't be partitioned. */
export function partitionLoaded(
  { module, context, log, names }: LoadedModule,
  instrumentations: readonly PassInstrumentation[],
  { progress }: ToolInput,
): Partitioned {
  const reasons = new ReasonRecorder(context);
  tagOperations(module);
  names.addCopiesOf(module);
  const stages = partition(module, context, {
    instrumentations: [reasons, ...instrumentations],
    onProgress: (stage, { pass, done }) => progress?.update(done, `${stage.name}: ${pass.pass.name}`),
  });
  progress?.clear();
  if (stages.collectives === null) throw new ModuleError(log.text(), log.diagnostics);
  return { stages, collectives: listCollectives(stages.collectives, context, { reasons, names }), reasons };
}
