import { type FragmentOp, isMeshTensor, MeshTensorType, MpmdReturnOp } from '@shardform/dialect-mpmd';
import {
  IrMapping,
  type Operation,
  type OpOperand,
  RankedTensorType,
  type Rewriter,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { setInferredBy } from './inferred-by.ts';
import { makeAssign, makeFragment, makeUnassign } from './make-ops.ts';
import { effectiveOperands } from './operations.ts';

/**
 * Makes an inferred fragment on a mesh that executes a copy of an operation, before it; the uses of the operation's
 * results for which `filter` holds become uses of the fragment's, taken off their mesh. The operation stays.
 */
export function wrapInFragment(
  op: Operation,
  mesh: string,
  inferredBy: string,
  rewriter: Rewriter,
  filter: (use: OpOperand) => boolean = () => true,
): FragmentOp {
  rewriter.setInsertionPoint(op);
  const { location } = op;
  const meshType = (type: Type): Type =>
    type instanceof RankedTensorType ? MeshTensorType.get(mesh, type) : type;
  const values = [...new Set(effectiveOperands(op))];
  const operands = values.map((value): Value => {
    const type = meshType(value.type);
    return type instanceof MeshTensorType ? makeAssign(rewriter, value, type, null, location).result : value;
  });
  const resultTypes = op.resultTypes().map(meshType);
  const fragment = makeFragment(rewriter, { mesh, operands, resultTypes, location });
  setInferredBy(fragment, [inferredBy]);
  rewriter.atSavedPoint(() => {
    const block = fragment.region.addBlock();
    const mapping = new IrMapping();
    for (const value of values) mapping.values.set(value, block.addArgument(value.type, location));
    rewriter.setInsertionPointToEnd(block);
    const copy = rewriter.clone(op, mapping);
    rewriter.create(MpmdReturnOp, { results: copy.results }, [], { location });
  });
  op.results.forEach((result, i) => {
    const outer = fragment.getResult(i);
    const replacement = isMeshTensor(outer) ? makeUnassign(rewriter, outer, null, location).result : outer;
    rewriter.replaceUsesIf(result, replacement, (use) => use.owner !== op && filter(use));
  });
  return fragment;
}
