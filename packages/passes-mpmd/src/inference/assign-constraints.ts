import type { FuncOp } from '@shardform/dialect-func';
import { isMeshTensor, MeshTensorType, meshTensorTypeOf } from '@shardform/dialect-mpmd';
import { booleanOption, definePass, listOption, RankedTensorType, Rewriter } from '@shardform/ir-core';
import { outputLocation, putArgumentOn } from '../import/map-input-output-to-mesh.ts';
import { constraintOption, type InputOutputConstraint } from '../options/assignments.ts';
import { isEntryPoint, updateFunctionType } from '../program/functions.ts';
import { makeAssign } from '../program/make-ops.ts';
import { MeshSet } from './mesh-set.ts';
import { holderOfArgument, sourcesOf, useSetOf } from './set-storage.ts';

/** `mpmd-infer-mesh-assign-using-input-output-constraints`. */
export const inferMeshAssignConstraints = /* @__PURE__ */ definePass({
  name: 'mpmd-infer-mesh-assign-using-input-output-constraints',
  className: 'InferMeshAssignUsingInputOutputConstraintsPass',
  summary: 'Puts inputs and outputs that are to be alike on one mesh where that needs no transfer.',
  options: {
    'verbose-logging': booleanOption('Whether to log verbosely.'),
    constraints: listOption('Pairs of an input and an output, such as 0:1.', constraintOption),
  },
  anchor: 'builtin.module',
  run(module, { context, options }) {
    for (const func of module.body) {
      if (!isEntryPoint(func)) continue;
      const rewriter = new Rewriter(context);
      for (const constraint of options.constraints) {
        if (!isInRange(constraint, func)) {
          context.diagnostics.error(
            func.location,
            `there are no input ${constraint.input} and output ${constraint.output} to put on one mesh`,
          );
          return;
        }
        applyConstraint(constraint, func, rewriter);
      }
      updateFunctionType(func);
    }
  },
});

function isInRange({ input, output }: InputOutputConstraint, func: FuncOp): boolean {
  return input < func.entry.arguments.length && output < func.entry.getTerminator().operands.length;
}

function applyConstraint({ input, output }: InputOutputConstraint, func: FuncOp, rewriter: Rewriter): void {
  const terminator = func.entry.getTerminator();
  const mesh = commonMesh(func, input, output);
  if (mesh === null) return;
  const value = terminator.getOperand(output);
  if (value.type instanceof RankedTensorType) {
    rewriter.setInsertionPoint(terminator);
    const location = outputLocation(func, output, value.location);
    const type = MeshTensorType.get(mesh, value.type);
    const assign = makeAssign(rewriter, value, type, 'io_constraint_out', location);
    terminator.setOperand(output, assign.result);
  }
  const argument = func.entry.getArgument(input);
  if (argument.type instanceof RankedTensorType) {
    rewriter.setInsertionPointToStart(func.entry);
    putArgumentOn(argument, MeshTensorType.get(mesh, argument.type), 'io_constraint_in', rewriter);
  }
}

/** The mesh that an input and an output can both be on; `null` when none is known. */
function commonMesh(func: FuncOp, input: number, output: number): string | null {
  const value = func.entry.getTerminator().getOperand(output);
  const argument = func.entry.getArgument(input);
  if (isMeshTensor(value)) return value.type.meshName;
  const sources = sourcesOf(value);
  const uses = value.definingOp === null ? MeshSet.empty : useSetOf(value.definingOp);
  const argumentMesh = meshTensorTypeOf(argument)?.meshName;
  const argumentUses =
    argumentMesh === undefined
      ? useSetOf(holderOfArgument(argument)!)
      : MeshSet.withOrigin([argumentMesh], 'user_in');
  if (argumentUses.isEmpty) {
    if (!uses.isEmpty) return uses.pick();
    return sources.isSpecified ? sources.pick() : null;
  }
  const common = uses.isEmpty ? MeshSet.empty : uses.intersection(argumentUses);
  return common.isEmpty ? argumentUses.intersection(sources).pick() : common.pick();
}
