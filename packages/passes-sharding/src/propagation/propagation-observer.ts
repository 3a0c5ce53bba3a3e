import type { Operation, Value } from '@shardform/ir-core';
import type { PropagationGraph } from './propagation-graph.ts';
import type { StepOutcome } from './propagation-step.ts';

/** The tensors of a step; a result of a function is given as the value that is returned. */
export interface StepTensors {
  readonly operands: readonly (Value | null)[];
  readonly results: readonly (Value | null)[];
}

/** Watches shardings move. */
export interface PropagationObserver {
  /** Told of each step that changes something, after the change. */
  record(op: Operation, tensors: StepTensors, outcome: StepOutcome): void;
  /** Told when nothing moves any more, before the program gets the shardings. */
  end?(graph: PropagationGraph): void;
}
