import { FuncOp } from '@shardform/dialect-func';
import {
  defineOp,
  denseArrayAttr,
  flatSymbolRefAttr,
  i32,
  integerAttr,
  lookupNearestSymbol,
  type OpReport,
  RankedTensorType,
  type Type,
  typeOf,
  variadic,
} from '@shardform/ir-core';
import { LoopBoundAttr } from '../attrs/loop-bound-attr.ts';

const tensor = /* @__PURE__ */ typeOf(RankedTensorType, 'ranked tensor of any type values');

function areSame(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every((type, i) => type === b[i]);
}

/**
 * A loop whose number of rounds is known. The first `state_count` operands are what a round changes: the function takes
 * all operands and gives the next state. The counter is the first of the state and starts at `initial`; results are the
 * parts of the last state that `output_indices` names.
 */
export class WhileLoopOp extends defineOp('ttcore.while_loop', {
  summary: 'counted loop over a function',
  operands: { inputs: variadic(tensor) },
  attrs: {
    body_program: flatSymbolRefAttr,
    initial: LoopBoundAttr.constraint,
    limit: LoopBoundAttr.constraint,
    output_indices: /* @__PURE__ */ denseArrayAttr(i32, 'i32 dense array attribute'),
    state_count: /* @__PURE__ */ integerAttr(i32, '32-bit signless integer attribute'),
    step: LoopBoundAttr.constraint,
  },
  results: { results: variadic(tensor) },
}) {
  /** The function that computes a round; `null` when there is none of the name. */
  get body(): FuncOp | null {
    const found = lookupNearestSymbol(this, this.bodyProgram);
    return found instanceof FuncOp ? found : null;
  }

  /** How often the function is called. */
  get rounds(): number {
    const [initial, limit, step] = [this.initial, this.limit, this.step].map(({ values }) => values.value);
    return Math.max(0, Math.ceil((limit! - initial!) / step!));
  }

  override verifyOp(report: OpReport): boolean {
    const { body } = this;
    if (body === null) return report.opError(`'${this.bodyProgram.root}' does not reference a function`);
    if (this.step.values.value < 1) return report.opError('expects a step of at least one');
    const operands = this.operandTypes();
    const states = operands.slice(0, this.stateCount.number);
    const outputs = this.outputIndices.numbers().map((i) => states[i]);
    if (!areSame(operands, body.functionType.inputs) || !areSame(states, body.functionType.results)) {
      return report.opError(`expects operands and state of the types of '@${this.bodyProgram.root}'`);
    }
    const isFit = outputs.every((type) => type !== undefined) && areSame(outputs, this.resultTypes());
    return isFit || report.opError('expects results of the types of the parts of the state they come from');
  }
}
