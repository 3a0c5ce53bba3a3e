import type { Operation } from '@shardform/ir-core';
import type { StepTensors } from '../record/step-tensors.ts';
import type { PropagationGraph } from './propagation-graph.ts';
import type { StepOutcome } from './propagation-step.ts';

/** Watches shardings move. */
export interface PropagationObserver {
  /** Told of each step that changes something, after the change. */
  record(op: Operation, tensors: StepTensors, outcome: StepOutcome): void;
  /** Told when nothing moves any more, before the program gets the shardings. */
  end?(graph: PropagationGraph): void;
}
