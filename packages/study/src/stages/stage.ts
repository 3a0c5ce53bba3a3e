import type { Diagnostic, ModuleOp } from '@shardform/ir-core';
import type { CompiledProgram } from '../compiled/compiled-program.ts';
import type { StageValues } from '../values/value-identities.ts';
import type { StageChanges } from './stage-changes.ts';

/** A version of a program: as it was given, or after a step of its pipeline. */
export interface Stage {
  /** The pass or pipeline that made it, as written; empty for the program as it was given. */
  readonly step: string;
  /** Nothing may change it. */
  readonly module: ModuleOp;
  readonly values: StageValues;
  /** True if its sizes are those of one device. */
  readonly isLocal: boolean;
  readonly changes: StageChanges;
  /** What is known of the program that XLA has compiled; absent for other stages. */
  readonly compiled?: CompiledProgram;
}

/** The outcome of a step. */
export interface StepOutcome {
  readonly step: string;
  /** `null` when the step failed. */
  readonly stage: Stage | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly milliseconds: number;
}
