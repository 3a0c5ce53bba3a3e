import type { PairwiseProblem } from '../problem/pairwise-problem.ts';
import type { Assumptions } from '../problem/priced-problem.ts';
import type { StepEstimate } from '../step/step-estimate.ts';

/** What the choices cost in the model that they were made in, where the costs of all operations and reshards add up. */
export interface ModelledCost {
  readonly seconds: number;
  /** No choices cost less, or none that take as little memory. */
  readonly bound: number;
  readonly assumptions: Assumptions;
  /** Of each class of the problem, the number of the strategy. */
  readonly choices: readonly number[];
  /** In which they are the choices; its costs are those of the assumptions. */
  readonly priced: PairwiseProblem;
}

/** A plan that was not simulated yet. */
export interface Candidate {
  readonly model: ModelledCost;
  readonly estimate: StepEstimate;
}

/** A model with what is known of all plans in it. */
export type SolvedModel = Pick<ModelledCost, 'assumptions' | 'bound' | 'priced'>;
