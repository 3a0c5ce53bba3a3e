export type { DimSplits } from './problem/dim-splits.ts';
export type { Strategy } from './problem/op-strategies.ts';
export type { PairCosts, PairwiseProblem } from './problem/pairwise-problem.ts';
export type { Flow, Item, Origin, ProgramGraph } from './problem/program-graph.ts';
export * from './problem/sharding-problem.ts';
export * from './solver/solve.ts';
export * from './plan/apply-plan.ts';
export * from './plan/make-plan.ts';
export * from './plan/ties.ts';
