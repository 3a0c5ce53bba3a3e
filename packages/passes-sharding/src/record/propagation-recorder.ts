import type { EdgeValueRefAttr } from '@shardform/dialect-sdy';
import type { Context, ModuleOp, Operation, Value } from '@shardform/ir-core';
import { EdgeRecorder, nextStep } from './edge-recorder.ts';
import { OriginRecorder } from './origin-recorder.ts';
import { type RecordedStep, stepEdges } from './step-edges.ts';
import type { StepTensors } from './step-tensors.ts';

/** Options of what to record during propagation. */
export interface RecordOptions {
  /** The origin of the axes of each tensor (`debug-sharding-origins`). */
  readonly origins: boolean;
  /** True if moves of axes between operands and results are recorded (`debug-propagation-edge-sharding`). */
  readonly edges: boolean;
}

/** Records the steps that changed something, for debugging, and stores the record in the module. */
export class PropagationRecorder {
  readonly #origins: OriginRecorder | null;
  readonly #edges: EdgeRecorder | null;
  #step: number;

  private constructor(module: ModuleOp, context: Context, options: RecordOptions) {
    this.#origins = options.origins ? new OriginRecorder(module, context) : null;
    this.#edges = options.edges ? new EdgeRecorder() : null;
    this.#step = nextStep(module);
  }

  /** `null` when nothing is to be recorded. */
  static create(module: ModuleOp, context: Context, options: RecordOptions): PropagationRecorder | null {
    return options.origins || options.edges ? new PropagationRecorder(module, context, options) : null;
  }

  record(op: Operation, { operands, results }: StepTensors, step: RecordedStep): void {
    const valueOf = ({ type: kind, index }: EdgeValueRefAttr): Value | null =>
      (kind === 'operand' ? operands[index] : results[index]) ?? null;
    for (const edge of stepEdges(step)) {
      this.#edges?.add(op, edge, this.#step);
      const [source, target] = [valueOf(edge.source), valueOf(edge.target)];
      if (source !== null && target !== null) this.#origins?.add(edge.axis, source, target);
    }
    this.#step++;
  }

  /** Stores the record in the module. */
  save(): void {
    this.#origins?.save();
    this.#edges?.save();
  }
}
