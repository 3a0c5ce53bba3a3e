/** The cost of each pair of choices of two nodes. */
export interface PairCosts {
  readonly a: number;
  readonly b: number;
  /** Row by choice of `a`, column by choice of `b`; infinite for pairs that exclude each other. */
  readonly costs: Float64Array;
  /** By choice, its row and its column, where choices share them; by default each has its own. */
  readonly rows?: Int32Array;
  readonly columns?: Int32Array;
}

/** One choice is made for each node, so that the costs of the choices and of their pairs are least. */
export interface PairwiseProblem {
  /** By node, the cost of each choice; infinite for one that is excluded. */
  readonly nodes: readonly Float64Array[];
  readonly edges: readonly PairCosts[];
  /** So many nodes are asked for, by default all. No two of the others have an edge: what they choose follows from those asked for. */
  readonly asked?: number;
}
