import { FuncOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import {
  AssignOp,
  MeshTensorType,
  MpmdBroadcastOp,
  MpmdReduceOp,
  TransferOp,
  UnassignOp,
} from '@shardform/dialect-mpmd';
import {
  applyPatternsGreedily,
  definePass,
  type PassRun,
  pattern,
  RankedTensorType,
  type RewritePattern,
  Rewriter,
} from '@shardform/ir-core';
import { putArgumentOn } from '../import/map-input-output-to-mesh.ts';
import { assignUsersOf, chainTransfers, crossMeshAssigns } from '../program/chained-transfers.ts';
import { isEntryArgument, isEntryPoint, mpmdFunctions, updateFunctionType } from '../program/functions.ts';
import { isMeshless } from '../program/operations.ts';
import { lowerReduce } from './lower-reduce.ts';
import { inferTransfers } from './options.ts';
import { clearSets } from './set-storage.ts';

/** `mpmd-infer-mesh-finalize`. */
export const inferMeshFinalize = /* @__PURE__ */ definePass({
  name: 'mpmd-infer-mesh-finalize',
  className: 'InferMeshFinalizePass',
  summary: 'Puts inputs on meshes, makes the transfers that are needed, and verifies that nothing is left.',
  options: { 'infer-transfers': inferTransfers },
  anchor: 'builtin.module',
  dependentDialects: ['stablehlo'],
  run(module, pass) {
    const rewriter = new Rewriter(pass.context);
    const before = pass.context.diagnostics.errorCount;
    for (const func of mpmdFunctions(module)) if (isEntryPoint(func)) putInputs(func, rewriter);
    if (pass.context.diagnostics.errorCount > before) return;
    const patterns = pass.options['infer-transfers'] ? [...basePatterns, anyMesh] : basePatterns;
    applyPatternsGreedily(module, patterns, pass.context, { fold: false, mergeConstants: false });
    for (const func of mpmdFunctions(module)) finish(func, pass);
  },
});

/** Puts each input on the first of the meshes that need it. */
function putInputs(func: FuncOp, rewriter: Rewriter): void {
  for (const argument of func.entry.arguments) {
    const { type } = argument;
    if (!(type instanceof RankedTensorType)) continue;
    const types = argument.users().flatMap((user) => (user instanceof AssignOp ? [user.result.type] : []));
    if (types.length === 0) continue;
    const kinds = new Set(types.map(({ memoryKind }) => memoryKind));
    if (kinds.size > 1) {
      const message = `Argument ${argument.index} has different memory kinds assigned to it.`;
      const detail = kinds.has(null)
        ? ' Found at least one user with undefined memory kind and at least one user with a memory kind.'
        : '';
      rewriter.context.diagnostics.error(func.location, message + detail);
      continue;
    }
    const [mesh] = types.map(({ meshName }) => meshName).sort();
    rewriter.setInsertionPointToStart(func.entry);
    putArgumentOn(argument, MeshTensorType.get(mesh!, type, null, [...kinds][0] ?? null), null, rewriter);
  }
  updateFunctionType(func);
}

const sameMesh = /* @__PURE__ */ pattern(AssignOp, 'mpmd-assign-on-same-mesh', (assign, rewriter) => {
  const unassign = assign.tensor.definingOp;
  if (!(unassign instanceof UnassignOp)) return false;
  if (unassign.tensor.type.meshName !== assign.result.type.meshName) return false;
  rewriter.replaceAllUses(assign.result, unassign.tensor);
  rewriter.eraseOp(assign);
  return true;
});

/** A transfer that is there already is used. */
const knownTransfer = /* @__PURE__ */ pattern(
  AssignOp,
  'mpmd-assign-by-known-transfer',
  (assign, rewriter) => {
    const unassign = assign.tensor.definingOp;
    if (!(unassign instanceof UnassignOp)) return false;
    for (const user of unassign.tensor.users()) {
      if (!(user instanceof TransferOp) || user.result.type !== assign.result.type) continue;
      const ancestor = user.parent === null ? null : user.parent.findAncestorOp(assign);
      if (ancestor === null) continue;
      if (ancestor.isBefore(user)) rewriter.moveBefore(user, ancestor);
      rewriter.replaceOp(assign, [user.result]);
      return true;
    }
    return false;
  },
);

const ofInput = /* @__PURE__ */ pattern(AssignOp, 'mpmd-assign-of-input', (assign, rewriter) => {
  const unassign = assign.tensor.definingOp;
  if (!(unassign instanceof UnassignOp) || !isEntryArgument(unassign.tensor)) return false;
  chainTransfers(crossMeshAssigns(unassign), unassign.tensor, rewriter);
  return true;
});

const anyMesh = /* @__PURE__ */ pattern(AssignOp, 'mpmd-assign-by-new-transfer', (assign, rewriter) => {
  const unassign = assign.tensor.definingOp;
  if (!(unassign instanceof UnassignOp)) return false;
  if (unassign.tensor.type.meshName === assign.result.type.meshName) return false;
  chainTransfers(crossMeshAssigns(unassign), unassign.tensor, rewriter);
  return true;
});

const ofBroadcast = /* @__PURE__ */ pattern(MpmdBroadcastOp, 'mpmd-lower-broadcast', (op, rewriter) => {
  const unassign = op.tensor.definingOp;
  const assigns = assignUsersOf(op.result);
  if (assigns.length === 0 || !(unassign instanceof UnassignOp)) return false;
  chainTransfers(assigns, unassign.tensor, rewriter);
  return true;
});

const ofReduce = /* @__PURE__ */ pattern(MpmdReduceOp, 'mpmd-lower-reduce', lowerReduce);

const basePatterns: readonly RewritePattern[] = [sameMesh, knownTransfer, ofInput, ofBroadcast, ofReduce];

/** Verifies that everything is on a mesh, and removes what the analysis has left. */
function finish(func: FuncOp, pass: PassRun<unknown>): void {
  updateFunctionType(func);
  const { diagnostics } = pass.context;
  const { inputs, results } = func.functionType;
  for (const [kind, types] of [
    ['input', inputs],
    ['output', results],
  ] as const) {
    types.forEach((type, i) => {
      if (type instanceof RankedTensorType) {
        diagnostics.error(
          func.location,
          `function ${kind} ${i} is not a MeshTensorType, but a '${String(type)}'`,
        );
      }
    });
  }
  func.walk((op) => {
    if (op.name === 'mpmd.fragment') return 'skip';
    if (op instanceof AssignOp || op instanceof UnassignOp || op instanceof MpmdBroadcastOp) {
      diagnostics.error(
        op.location,
        'assigns, unassigns or broadcasts are not allowed after mesh inference.',
      );
    } else if (isMeshless(op)) {
      diagnostics.error(op.location, 'no more meshless ops are expected at this point.');
    }
    return 'advance';
  }, 'pre');
  func.walk((op) => {
    if (op !== func) clearSets(op);
  });
  for (const which of ['arg_attrs', 'res_attrs'] as const) {
    const attrs = valueAttrsList(func, which).map((dictionary) =>
      dictionary.with('mpmd.use_set', null).with('mpmd.src_set', null),
    );
    setAllValueAttrs(func, which, attrs);
  }
}
