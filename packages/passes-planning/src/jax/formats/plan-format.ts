import type { PlanSpecs } from '../plan-specs.ts';

/** A library in whose terms the shardings of a plan are written. */
export interface PlanFormat {
  /** Lines of imports beside those of jax. */
  readonly imports: readonly string[];
  /** Lines of the documentation of the file: how to apply it. */
  readonly usage: (specs: PlanSpecs) => readonly string[];
  /** The functions of the file, after {@link rulesText}. */
  readonly body: (specs: PlanSpecs) => readonly string[];
}
