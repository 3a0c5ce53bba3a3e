import { FuncOp } from '@shardform/dialect-func';
import {
  defineOp,
  denseArrayAttr,
  flatSymbolRefAttr,
  haveSameElements,
  i32,
  integerAttr,
  IntegerType,
  lookupNearestSymbol,
  type OpReport,
  optionalAttr,
  RankedTensorType,
  typeOf,
  variadic,
} from '@shardform/ir-core';
import { LoopBoundAttr } from '../attrs/loop-bound-attr.ts';

const tensor = /* @__PURE__ */ typeOf(RankedTensorType, 'ranked tensor of any type values');

/**
 * A loop over a function. Either the number of iterations is known, or a function of all operands decides before each
 * iteration whether there is another one. The first `state_count` operands are what an iteration changes: the function
 * takes all operands and returns the next state. A counter is the first of the state and starts at `initial`; results
 * are the elements of the last state that `output_indices` names.
 */
export class WhileLoopOp extends defineOp('ttcore.while_loop', {
  summary: 'loop over a function, counted or while a condition holds',
  operands: { inputs: variadic(tensor) },
  attrs: {
    body_program: flatSymbolRefAttr,
    condition_program: /* @__PURE__ */ optionalAttr(flatSymbolRefAttr),
    initial: /* @__PURE__ */ optionalAttr(LoopBoundAttr.constraint),
    limit: /* @__PURE__ */ optionalAttr(LoopBoundAttr.constraint),
    output_indices: /* @__PURE__ */ denseArrayAttr(i32, 'i32 dense array attribute'),
    state_count: /* @__PURE__ */ integerAttr(i32, '32-bit signless integer attribute'),
    step: /* @__PURE__ */ optionalAttr(LoopBoundAttr.constraint),
  },
  results: { results: variadic(tensor) },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  /** The function that computes a round; `null` when there is none of the name. */
  get body(): FuncOp | null {
    const found = lookupNearestSymbol(this, this.bodyProgram);
    return found instanceof FuncOp ? found : null;
  }

  /** The function that tells whether there is another round; `null` for counted loops. */
  get condition(): FuncOp | null {
    const found = this.conditionProgram === null ? null : lookupNearestSymbol(this, this.conditionProgram);
    return found instanceof FuncOp ? found : null;
  }

  /** Returns the number of calls of the function; `null` for a loop with a condition, or whose bounds operands hold. */
  get rounds(): number | null {
    return this.roundsFor(() => null);
  }

  /** Returns the number of calls of the function for numbers that operands hold; `null` where one is not known. */
  roundsFor(numberOf: (operand: number) => number | null): number | null {
    const [initial, limit, step] = [this.initial, this.limit, this.step].map((bound) =>
      bound === null ? null : bound.operand === null ? bound.value : numberOf(bound.operand),
    );
    if (initial == null || limit == null || step == null) return null;
    return Math.max(0, Math.ceil((limit - initial) / step));
  }

  verifySymbolUses(report: OpReport): boolean {
    const { body } = this;
    if (body === null) return report.opError(`'${this.bodyProgram.root}' does not reference a function`);
    const problem = this.conditionProgram === null ? this.#countProblem() : this.#conditionProblem();
    if (problem !== null) return report.opError(problem);
    const operands = this.operandTypes();
    const states = operands.slice(0, this.stateCount.number);
    const outputs = this.outputIndices.numbers().map((i) => states[i]);
    if (
      !haveSameElements(operands, body.functionType.inputs) ||
      !haveSameElements(states, body.functionType.results)
    ) {
      return report.opError(`expects operands and state of the types of '@${this.bodyProgram.root}'`);
    }
    const isFit =
      outputs.every((type) => type !== undefined) && haveSameElements(outputs, this.resultTypes());
    return (
      isFit || report.opError('expects results of the types of the elements of the state they come from')
    );
  }

  #countProblem(): string | null {
    const { initial, limit, step } = this;
    if (initial === null || limit === null || step === null)
      return 'expects a condition, or numbers to start from, to end before and to add';
    const types = [initial, limit].flatMap(({ operand }) =>
      operand === null ? [] : [this.inputs[operand]?.type],
    );
    if (!types.every((type) => type?.rank === 0 && type.elementType instanceof IntegerType))
      return 'expects operands that are one integer where they hold where to start and to end';
    return step.operand !== null || step.value < 1 ? 'expects a step of at least one' : null;
  }

  #conditionProblem(): string | null {
    const name = this.conditionProgram!.root;
    const { condition } = this;
    if (condition === null) return `'${name}' does not reference a function`;
    const { inputs, results } = condition.functionType;
    const isTest = results.length === 1 && results[0] instanceof RankedTensorType && results[0].rank === 0;
    if (isTest && haveSameElements(inputs, this.operandTypes())) return null;
    return `expects '@${name}' to make one number of operands of these types`;
  }
}
