import { partitionStages } from '@shardform/passes-sharding';
import { runPartitionStage } from '@shardform/inspect';
import type { Context, ModuleOp } from '@shardform/ir-core';
import { listCollectives } from '@shardform/study';

/**
 * Returns the collectives that a program is partitioned to, each as a text, sorted: its kind, its axes, the local type of its
 * result and how often it is executed. `null` for a program that can't be partitioned.
 *
 * @throws Interrupted
 */
export function partitionedCollectives(module: ModuleOp, context: Context): readonly string[] | null {
  const { result } = context.diagnostics.capture(() => {
    let current: ModuleOp | null = module;
    for (const stage of partitionStages) {
      if (stage.name === 'local' || current === null) break;
      current = runPartitionStage(stage, current, { given: module, context });
    }
    return current === null ? null : listCollectives(current, context);
  });
  return (
    result
      ?.map(({ kind, axisNames, type, executions }) => [kind, axisNames.join(), type, executions].join(' '))
      .sort() ?? null
  );
}
