import type { Operation } from '../ir/operation.ts';
import type { PassInstance } from './pass.ts';
import type { NestedSchedules, Schedule } from './schedule.ts';

/** Observes the execution of passes: for printing IR, timing, or validating every step. */
export interface PassInstrumentation {
  /** Before the stages of a pipeline run on an operation; also of one that a pass runs. */
  beforePipeline?(pipeline: Schedule, op: Operation): void;
  /** After the pipeline, whether it succeeded or not. */
  afterPipeline?(pipeline: Schedule, op: Operation): void;
  /** Before the operations directly inside `op` are visited. */
  beforeNested?(nested: NestedSchedules, op: Operation): void;
  /** After the visit, whether it succeeded or not. */
  afterNested?(nested: NestedSchedules, op: Operation): void;
  beforePass?(pass: PassInstance, op: Operation): void;
  /** After a pass that succeeded and whose result was verified. */
  afterPass?(pass: PassInstance, op: Operation): void;
  /** After a pass that failed, or whose result was found to be invalid. */
  afterPassFailed?(pass: PassInstance, op: Operation): void;
}

/** The progress of the passes; reported before each pass of the pipeline itself. */
export interface PassProgress {
  readonly pass: PassInstance;
  /** Number of the pass in the pipeline, from 1. */
  readonly passNumber: number;
  readonly passCount: number;
  readonly op: Operation;
  /** Number of `op` among the operations that its pipeline visits, from 1. */
  readonly opNumber: number;
  readonly opCount: number;
  /** The fraction of the work that is done, from 0 to 1; every pass counts alike. */
  readonly done: number;
}
