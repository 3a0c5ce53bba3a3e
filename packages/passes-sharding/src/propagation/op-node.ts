import type { OpShardingRuleAttr, TensorShardingAttr } from '@shardform/dialect-sdy';
import type { Operation } from '@shardform/ir-core';
import type { OpPriority } from './op-priority.ts';
import type { StepCache, StepDirections } from './propagation-step.ts';
import type { TensorNode } from './tensor-node.ts';

/** The tensors between which shardings move at one operation, and how. */
export interface PropagationSite {
  readonly rule: OpShardingRuleAttr;
  /** Operands, then results. */
  readonly tensors: readonly TensorNode[];
  readonly isElementwise: boolean;
  readonly conservative: boolean;
  /** The direction of all factors; `null` where it depends on the schedule. */
  readonly fixedDirections: StepDirections | null;
  readonly priority: OpPriority;
  /** For an edge of an operation that sees its values differently inside and outside. */
  readonly edge: EdgeTransform | null;
}

/** Between the sharding that an edge carries, and what it means where the sources are. */
export interface EdgeTransform {
  before(sharding: TensorShardingAttr): TensorShardingAttr;
  after(sharding: TensorShardingAttr): TensorShardingAttr;
}

/** An operation while shardings are propagated. */
export class OpNode {
  readonly op: Operation;
  /** Position in program order. */
  readonly index: number;
  isQueued = false;
  isErased = false;
  /** `undefined` until the operation is visited; `null` where nothing moves. */
  site: PropagationSite | null | undefined = undefined;
  /** Sum of the tensors' versions, directions and strategy at the last visit that changed nothing. */
  settledVersion = -1;
  settledDirections: StepDirections | null = null;
  settledSteps: StepCache | null = null;

  constructor(op: Operation, index: number) {
    this.op = op;
    this.index = index;
  }
}
