import type { Machine } from '@shardform/cost-model';
import { MeshTable } from '@shardform/dialect-sdy';

import { programEntries } from '@shardform/runtime-sim';
import { programText } from '../choice/partitioned-text.ts';
import { functionCollectives } from '../collectives/collective-list.ts';
import type { InsertedCollective } from '../collectives/inserted-collective.ts';
import { partitionSteps } from '../stages/run-step.ts';
import { insertedCollective } from '../compiled/compiled-rows.ts';
import type { CompiledStudy } from '../compiled/compiled-study.ts';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import type { Facts } from '../time/facts.ts';
import { withoutCosts } from '../time/measured-program.ts';
import type { ShardedStage } from './changed-shardings.ts';

/** A program, or a stage of it, with what is compared. */
export interface ComparedProgram extends ShardedStage {
  readonly collectives: readonly InsertedCollective[];
  readonly facts: Facts;
  /** Which program it is: `as XLA would, predicted`. */
  readonly program: string;
  /** True if collectives are decided on, so that time and memory are those of the facts. */
  readonly isDecided: boolean;
}

/** Returns a partitioned program, whose shardings are those after propagation. */
export function comparedProgram(study: Study, machine: Machine): ComparedProgram {
  const { facts, collectives } = study.measured(machine);
  const { stages, source } = study;
  return {
    study,
    stage: stages.find(({ step }) => step === partitionSteps[0]) ?? source,
    collectives: collectives.map(withoutCosts),
    ...{ facts, isDecided: true, program: programText(study) },
  };
}

/** Returns a program that XLA has compiled; its shardings are those after propagation, which XLA partitions by, too. */
export function comparedCompiled(compiled: CompiledStudy, machine: Machine): ComparedProgram {
  const { study } = compiled;
  const { facts, collectives, text } = compiled.measured(machine);
  const { source } = study;
  if (study.stages.length === 1) study.run(partitionSteps[0]!);
  return {
    study,
    stage: study.stages.find(({ step }) => step === partitionSteps[0]) ?? source,
    collectives: collectives.map(insertedCollective),
    ...{ facts, isDecided: true, program: text },
  };
}

/** Returns a stage of a program, with the collectives that it has. */
export function comparedStage(study: Study, stage: Stage, machine: Machine): ComparedProgram {
  const { stages, context, names } = study;
  const decided = stages.findIndex(({ step }) => step === partitionSteps[2]);
  const isDecided = decided !== -1 && stages.indexOf(stage) >= decided;
  const whole = comparedProgram(study, machine);
  if (isDecided) return { ...whole, stage };
  const { module } = stage;
  const collectives = functionCollectives(programEntries(module), new MeshTable(module), context, { names });
  return { ...whole, stage, collectives, isDecided };
}
