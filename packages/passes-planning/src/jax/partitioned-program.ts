import { getSharding } from '@shardform/dialect-sdy';
import { partitionStages } from '@shardform/passes-sharding';
import { runPartitionStage } from '@shardform/inspect';
import type { Context, ModuleOp } from '@shardform/ir-core';
import { listCollectives } from '@shardform/study';

/** What a program is partitioned to. */
export interface PartitionedProgram {
  /** Each as a text, sorted: its kind, its axes, the local type of its result and how often it is executed. */
  readonly collectives: string;
  /** How what operations that may communicate use and make is split, in the order of the program. */
  readonly shardings: string;
}

/** Operations that partitioners divide in ways of their own where operands and results disagree. */
const DIVIDED: ReadonlySet<string> = new Set(
  [
    ...['dot_general', 'convolution', 'reduce', 'reduce_window', 'select_and_scatter', 'gather', 'scatter'],
    ...['sort', 'custom_call', 'while', 'case', 'reshape', 'concatenate'],
  ].map((name) => `stablehlo.${name}`),
);

/** Returns what a program is partitioned to; `null` for one that can't be partitioned. @throws Interrupted */
export function partitionedProgram(module: ModuleOp, context: Context): PartitionedProgram | null {
  return context.diagnostics.capture(() => {
    let current: ModuleOp | null = module;
    let shardings = '';
    for (const stage of partitionStages) {
      if (stage.name === 'local' || current === null) break;
      current = runPartitionStage(stage, current, { given: module, context });
      if (stage.name === 'propagated' && current !== null) shardings = shardingsOf(current, context);
    }
    if (current === null) return null;
    const collectives = listCollectives(current, context)
      .map(({ kind, axisNames, type, executions }) => [kind, axisNames.join(), type, executions].join(' '))
      .sort()
      .join('\n');
    return { collectives, shardings };
  }).result;
}

function shardingsOf(module: ModuleOp, context: Context): string {
  const shardings: string[] = [];
  module.walk((op) => {
    if (!DIVIDED.has(op.name)) return;
    for (const value of [...op.operandValues(), ...op.results])
      shardings.push(getSharding(value, context)?.text ?? '');
  });
  return shardings.join('\n');
}
