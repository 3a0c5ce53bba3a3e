import type { TensorShardingAttr } from '@shardform/dialect-sdy';
import type { Value } from '@shardform/ir-core';
import type { OpNode } from './op-node.ts';

/**
 * The sharding of one value, or of one result of a function, while it is propagated. The program gets it back at
 * the end.
 */
export class TensorNode {
  /** The value that carries the sharding; `null` for the result of a function. */
  readonly value: Value | null;
  /** The sharding in the program. */
  readonly initial: TensorShardingAttr | null;
  sharding: TensorShardingAttr | null;
  /** Counts the changes. */
  version = 0;
  /** The results of the same operation, this one included, where it has several; they have shardings together. */
  siblings: readonly TensorNode[] | null = null;
  /** The tensors that have to have the same sharding, this one included. */
  group: readonly TensorNode[] | null = null;
  /** The operations to visit after a change, in order; `null` until requested. */
  observers: readonly OpNode[] | null = null;

  constructor(value: Value | null, sharding: TensorShardingAttr | null) {
    this.value = value;
    this.initial = sharding;
    this.sharding = sharding;
  }
}
