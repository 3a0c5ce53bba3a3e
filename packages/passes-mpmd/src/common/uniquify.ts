import type { FuncOp } from '@shardform/dialect-func';
import { isMeshTensor, meshTensorTypeOf } from '@shardform/dialect-mpmd';
import { booleanOption, Rewriter, type Value } from '@shardform/ir-core';
import { mpmdPass } from '../program/distributed-pass.ts';
import { makeInferredFragment, makeTransfer } from '../program/make-ops.ts';

/** `mpmd-uniquify-function-inputs-outputs`. */
export const uniquifyInputsOutputs = /* @__PURE__ */ mpmdPass({
  name: 'mpmd-uniquify-function-inputs-outputs',
  className: 'UniquifyFunctionInputsOutputsPass',
  summary: 'Gives each result of a function a value of its own that is no argument.',
  options: {
    'use-transfer-instead-of-fragment': booleanOption(
      'Whether to make the values by transfers rather than by fragments.',
    ),
  },
  run(func, { context, options }) {
    const rewriter = new Rewriter(context);
    rewriter.setInsertionPoint(func.entry.getTerminator());
    if (options['use-transfer-instead-of-fragment']) uniquifyByTransfers(func, rewriter);
    else uniquifyByFragments(func, rewriter);
  },
});

function uniquifyByTransfers(func: FuncOp, rewriter: Rewriter): void {
  const terminator = func.entry.getTerminator();
  const seen = new Set<Value>();
  for (const operand of terminator.operands) {
    const { value } = operand;
    if (!isMeshTensor(value)) continue;
    const isFirst = !seen.has(value);
    seen.add(value);
    if (isFirst && value.definingOp !== null) continue;
    operand.set(makeTransfer(rewriter, value, value.type, terminator.location).result);
  }
}

/** One fragment a mesh returns its arguments as often as needed. */
function uniquifyByFragments(func: FuncOp, rewriter: Rewriter): void {
  const terminator = func.entry.getTerminator();
  const meshes = new Map<string, Map<Value, number[]>>();
  for (const { value, index } of terminator.operands) {
    const mesh = meshTensorTypeOf(value)?.meshName;
    if (mesh === undefined) continue;
    let values = meshes.get(mesh);
    if (values === undefined) meshes.set(mesh, (values = new Map<Value, number[]>()));
    values.set(value, [...(values.get(value) ?? []), index]);
  }
  for (const [mesh, values] of meshes) {
    const shared = [...values].filter(
      ([value, positions]) => positions.length > 1 || value.definingOp === null,
    );
    if (shared.length === 0) continue;
    const fragment = makeInferredFragment(
      rewriter,
      {
        mesh,
        operands: shared.map(([value]) => value),
        resultTypes: shared.flatMap(([{ type }, positions]) => positions.map(() => type)),
        location: terminator.location,
        inferredBy: 'uniquify',
      },
      (args) => args.flatMap((argument, i) => shared[i]![1].map(() => argument)),
    );
    shared
      .flatMap(([, positions]) => positions)
      .forEach((position, i) => {
        terminator.setOperand(position, fragment.getResult(i));
      });
  }
}
