import {
  type BlockArgument,
  type Context,
  defineOpInterface,
  type Operation,
  type OpInterface,
  type OpOperand,
  type OpResult,
  type Value,
} from '@shardform/ir-core';
import { SHARDING } from './attribute-names.ts';
import type { TensorShardingAttr } from './attrs/tensor-sharding-attr.ts';
import { TensorShardingPerValueAttr } from './attrs/tensor-sharding-per-value-attr.ts';

/**
 * The time at which a sharding is transformed: before it is compared with those of the sources, or after it was
 * decided.
 */
export type DataFlowTransform = 'before' | 'after';

/**
 * The data-flow edges of an operation with regions. An edge is a set of values that have one sharding: its *sources*
 * feed its *targets*; one target, the *owner*, carries the sharding. For a while loop edge `i` has result `i` as owner,
 * the initial and the returned value `i` as sources, and argument `i` of both regions as other targets.
 */
export interface DataFlowOp {
  readonly blockArgumentOwners: readonly BlockArgument[];
  readonly resultOwners: readonly OpResult[];
  /** The operands that feed an edge, of this operation and of terminators in its regions. */
  sources(owner: Value): readonly OpOperand[];
  /** The targets of an edge beside the owner. */
  otherTargets(owner: Value): readonly Value[];
  /** The owner of the edge that a value is a target of; `null` when it is of none. */
  ownerOfTarget(target: Value): Value | null;
  /** The owner of the edge that an operand is a source of; `null` when it is of none. */
  ownerOfSource(source: OpOperand): Value | null;
  /** Shardings of the block argument owners; `null` when there are none. */
  blockArgumentShardings(): TensorShardingPerValueAttr | null;
  setBlockArgumentShardings(shardings: TensorShardingPerValueAttr | null): void;
  /** Shardings of the result owners; `null` when there are none. */
  resultShardings(): TensorShardingPerValueAttr | null;
  setResultShardings(shardings: TensorShardingPerValueAttr | null): void;
  /**
   * The sharding of a target in the terms of its sources (`before`), or back (`after`). The identity unless values
   * are seen differently inside and outside.
   */
  transformTarget(target: Value, sharding: TensorShardingAttr, when: DataFlowTransform): TensorShardingAttr;
  /** True if the sizes of owners must stay divisible by their shardings. */
  readonly keepsShardingsDivisible: boolean;
}

/** Implemented by operations whose regions pass values on: loops, branches, computations. */
export const dataFlowOp: OpInterface<DataFlowOp> = /* @__PURE__ */ defineOpInterface(
  'sdy.data-flow-op',
  'data-flow edges for shardings',
);

/** The edges that an implementation of {@link dataFlowOp} declares; see {@link makeDataFlowOp}. */
export interface DataFlowEdges {
  readonly blockArgumentOwners?: readonly BlockArgument[];
  readonly resultOwners?: readonly OpResult[];
  sources(owner: Value): readonly OpOperand[];
  otherTargets?(owner: Value): readonly Value[];
  ownerOfTarget?(target: Value): Value | null;
  ownerOfSource(source: OpOperand): Value | null;
}

/**
 * Completes the description of an operation whose owners are its results and whose shardings are `sdy.sharding`.
 */
export function makeDataFlowOp(op: Operation, edges: DataFlowEdges): DataFlowOp {
  const resultOwners = edges.resultOwners ?? op.results;
  const blockArgumentOwners = edges.blockArgumentOwners ?? [];
  const otherTargets = (owner: Value): readonly Value[] => edges.otherTargets?.(owner) ?? [];
  return {
    blockArgumentOwners,
    resultOwners,
    sources: (owner) => edges.sources(owner),
    otherTargets,
    ownerOfTarget(target) {
      if (edges.ownerOfTarget !== undefined) return edges.ownerOfTarget(target);
      const owners: readonly Value[] = [...resultOwners, ...blockArgumentOwners];
      return owners.find((owner) => owner === target || otherTargets(owner).includes(target)) ?? null;
    },
    ownerOfSource: (source) => edges.ownerOfSource(source),
    blockArgumentShardings: () => null,
    setBlockArgumentShardings: () => undefined,
    resultShardings() {
      const attribute = op.getAttr(SHARDING);
      return attribute instanceof TensorShardingPerValueAttr ? attribute : null;
    },
    setResultShardings: (shardings) => op.setAttr(SHARDING, shardings),
    transformTarget: (_target, sharding) => sharding,
    keepsShardingsDivisible: false,
  };
}

/** Returns the data-flow edges of an operation; `null` for operations without. */
export function dataFlowOf(op: Operation, context: Context): DataFlowOp | null {
  // Only operations with regions have edges, except the barrier of StableHLO.
  return context.query(dataFlowOp, op) ?? null;
}
