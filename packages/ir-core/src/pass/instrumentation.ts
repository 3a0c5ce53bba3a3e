import type { Operation } from '../ir/operation.ts';
import type { PassInstance } from './pass.ts';

/** Observes the execution of passes: for printing IR, timing, or validating every step. */
export interface PassInstrumentation {
  beforePass?(pass: PassInstance, op: Operation): void;
  /** After a pass that succeeded and whose result was verified. */
  afterPass?(pass: PassInstance, op: Operation): void;
  /** After a pass that failed, or whose result was found to be invalid. */
  afterPassFailed?(pass: PassInstance, op: Operation): void;
}
