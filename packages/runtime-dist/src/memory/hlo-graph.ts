import { type Operation, product } from '@shardform/ir-core';

/** A tensor of a {@link Computation}. Other names of the same bytes are the same value. */
export interface GraphValue {
  readonly bytes: number;
  readonly shape: readonly number[];
  /** The element type's text. */
  readonly element: string;
  /** `null` for a parameter. */
  readonly node: GraphNode | null;
}

/** An operation as XLA sees it after canonicalization: calls are inlined, views are gone, layouts are explicit. */
export interface GraphNode {
  /** The operation's name; `transpose` without a dialect for a copy that changes the layout. */
  readonly kind: string;
  readonly operands: readonly GraphValue[];
  readonly results: readonly GraphValue[];
  /** The computations that it calls: condition and body of a loop, the branches of a conditional. */
  readonly bodies: readonly Computation[];
  /** The operation that it was created from, if any. */
  readonly op: Operation | null;
  /** Of a `transpose`: which dimension of the operand each dimension of the result is. */
  readonly permutation: readonly number[] | null;
}

/** A function or region: nodes are in a valid execution order. */
export interface Computation {
  readonly parameters: readonly GraphValue[];
  readonly nodes: readonly GraphNode[];
  readonly results: readonly GraphValue[];
}

/** A node that allocates memory, with everything that is computed inside of it. */
export interface Kernel {
  readonly node: GraphNode;
  /** Its operands, each value once. */
  readonly operands: readonly GraphValue[];
  readonly results: readonly GraphValue[];
  /** By operand, the result that may alias it if the operand is dead afterward; or `null`. */
  readonly shares: ReadonlyMap<GraphValue, GraphValue>;
  readonly bodies: readonly KernelSequence[];
}

/** A computation of kernels, in the order of execution. */
export interface KernelSequence {
  readonly parameters: readonly GraphValue[];
  readonly kernels: readonly Kernel[];
  readonly results: readonly GraphValue[];
}

/** Returns a value that a node makes. */
export function resultOf(node: GraphNode): GraphValue {
  return node.results[0];
}

/** Returns the nodes that use each value, each once, in program order. */
export function usersOf(nodes: readonly GraphNode[]): ReadonlyMap<GraphValue, readonly GraphNode[]> {
  const users = new Map<GraphValue, GraphNode[]>();
  for (const node of nodes)
    for (const operand of new Set(node.operands)) {
      const own = users.get(operand);
      if (own === undefined) users.set(operand, [node]);
      else own.push(node);
    }
  return users;
}

/** Number of elements of a value. */
export function elementCount({ shape }: GraphValue): number {
  return product(shape);
}
