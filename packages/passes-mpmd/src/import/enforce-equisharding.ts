import { MeshTensorType } from '@shardform/dialect-mpmd';
import { listOption, Rewriter } from '@shardform/ir-core';
import { constraintOption } from '../options/assignments.ts';
import { functionPass } from '../program/distributed-pass.ts';
import { isEntryPoint, updateFunctionType } from '../program/functions.ts';
import { makeTransfer } from '../program/make-ops.ts';

/** `mpmd-enforce-input-output-equisharding`. */
export const enforceEquisharding = /* @__PURE__ */ functionPass({
  name: 'mpmd-enforce-input-output-equisharding',
  className: 'EnforceEquishardingPass',
  summary: 'Transfers outputs to the types of the inputs that they are to be like.',
  options: { constraints: listOption('Pairs of an input and an output, such as 0:1.', constraintOption) },
  run(func, { context, options }) {
    if (!isEntryPoint(func)) return;
    const { inputs, results } = func.functionType;
    const terminator = func.entry.getTerminator();
    const rewriter = new Rewriter(context);
    rewriter.setInsertionPoint(terminator);
    for (const { input, output } of options.constraints) {
      const type = inputs[input];
      if (type === results[output] || !(type instanceof MeshTensorType)) continue;
      const transfer = makeTransfer(rewriter, terminator.getOperand(output), type, terminator.location);
      terminator.setOperand(output, transfer.result);
    }
    updateFunctionType(func);
  },
});
