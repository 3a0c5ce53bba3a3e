import { localProgram } from '@shardform/inspect';
import { partitionStages } from '@shardform/passes-sharding';
import { partitionSteps, type Stage, type Study } from '@shardform/study';
import type { Flag } from '../command/flag.ts';
import { type LoadedModule, ModuleError } from '../load-module.ts';
import { UsageError } from '../tool-io.ts';

/** The names of the stages of a program: as given, and after each step of partitioning. */
export const STAGE_NAMES = ['given', 'propagated', 'resharded', 'collectives', 'local'] as const;

/** The name of a stage. */
export type StageName = (typeof STAGE_NAMES)[number];

/** The flag for a stage of a program. */
export const stageFlag = {
  value: 'STAGE',
  choices: STAGE_NAMES,
  description: `a stage of partitioning: ${STAGE_NAMES.join(', ')}`,
} as const satisfies Flag;

/** Returns whether a program is that of devices already, which is not partitioned. */
export function isDivided(study: Study): boolean {
  return localProgram(study.module) !== null || study.isPlacedAt(study.module);
}

/**
 * Returns the stage of a program, and runs the steps up to it that were not run.
 *
 * @throws ModuleError when a step fails; UsageError for a program that is not partitioned.
 */
export function stageNamed(name: StageName, study: Study, loaded: LoadedModule): Stage {
  const index = name === 'given' ? 0 : 1 + partitionStages.findIndex((stage) => stage.name === name);
  if (index === 0) return study.source;
  if (isDivided(study))
    throw new UsageError(
      `'--stage ${name}': the file is the program of devices already, which is not partitioned; its only stage is 'given'`,
    );
  while (study.stages.length <= index) {
    const { stage } = study.run(partitionSteps[study.stages.length - 1]!);
    if (stage === null) throw partitionError(study, loaded);
  }
  return study.stages[index]!;
}

/** Returns the error of a program that can't be partitioned: by the step that failed, or else by all of partitioning. */
export function partitionError(study: Study, { context, log }: LoadedModule): ModuleError {
  const said = study.outcomes.flatMap(({ diagnostics }) => diagnostics);
  for (const diagnostic of said.length > 0 ? said : study.partitionDiagnostics)
    context.diagnostics.emit(diagnostic);
  return new ModuleError(log.text(), log.diagnostics);
}
