import { FuncOp } from '@shardform/dialect-func';
import {
  isMeshTensor,
  MeshTensorType,
  MpmdBroadcastOp,
  MpmdNamedComputationOp,
  MpmdReduceOp,
  NamedTensorOp,
} from '@shardform/dialect-mpmd';
import { OptimizationBarrierOp } from '@shardform/dialect-stablehlo';
import {
  applyPatternsGreedily,
  ArrayAttr,
  type Context,
  i64Attr,
  type Operation,
  pattern,
  RankedTensorType,
  Rewriter,
  type Value,
} from '@shardform/ir-core';
import { simplifyRegionOp } from '../common/simplify-region-op.ts';
import { meshAndMemory, type NameMap, nameMapOption } from '../options/assignments.ts';
import { distributedPass, functionPass } from '../program/distributed-pass.ts';
import { isMpmdFunction } from '../program/functions.ts';
import { makeAssign, makeFragment, makeUnassign } from '../program/make-ops.ts';
import { isNegligible } from '../program/operations.ts';

const assignment = /* @__PURE__ */ nameMapOption('Mapping between names and mesh names.');

/** `mpmd-insert-nameless-clone-of-negligible-ops`. */
export const insertNamelessClones = /* @__PURE__ */ distributedPass({
  name: 'mpmd-insert-nameless-clone-of-negligible-ops',
  className: 'InsertNamelessCloneOfNegligibleOpsPass',
  summary: 'Copies negligible operations that named computations return behind these.',
  run(func, { context }) {
    const rewriter = new Rewriter(context);
    func.walkOf(MpmdNamedComputationOp, (op) => {
      const terminator = op.entry.getTerminator();
      rewriter.setInsertionPointAfter(op);
      for (const result of op.results) {
        const { definingOp } = terminator.getOperand(result.index);
        if (definingOp === null || !isNegligible(definingOp)) continue;
        const copy = rewriter.clone(definingOp).getResult();
        result.replaceUsesIf(copy, ({ owner }) => owner.name !== 'func.return');
      }
    });
  },
});

/** Operands that a barrier in a named computation only hands through to the outside need no barrier. */
const shortenBarrier = /* @__PURE__ */ pattern(
  OptimizationBarrierOp,
  'mpmd-shorten-barrier',
  (op, rewriter) => {
    if (!(op.parentOp instanceof MpmdNamedComputationOp)) return false;
    const isDropped = op.results.map(
      (result, i) =>
        op.getOperand(i).definingOp === null &&
        result.hasOneUse &&
        result.firstUse?.owner.name === 'mpmd.return',
    );
    if (!isDropped.includes(true)) return false;
    const kept = op.results.filter((_, i) => !isDropped[i]!);
    const shorter = rewriter.create(
      OptimizationBarrierOp,
      { operand: kept.map(({ index }) => op.getOperand(index)) },
      kept.map(({ type }) => type),
    );
    kept.forEach((result, i) => rewriter.replaceAllUses(result, shorter.getResult(i)));
    op.results.forEach((result, i) => {
      if (isDropped[i]!) rewriter.replaceAllUses(result, op.getOperand(i));
    });
    rewriter.eraseOp(op);
    return true;
  },
);

const simplifyComputation = /* @__PURE__ */ pattern(
  MpmdNamedComputationOp,
  'mpmd-simplify-named-computation',
  (op, rewriter) =>
    simplifyRegionOp(
      op,
      (tensors, types) => rewriter.create(MpmdNamedComputationOp, { tensors, origin: op.origin }, types),
      rewriter,
    ),
);

/** `mpmd-simplify-named-computations`. */
export const simplifyNamedComputations = /* @__PURE__ */ distributedPass({
  name: 'mpmd-simplify-named-computations',
  className: 'SimplifyNamedComputationsPass',
  summary: 'Leaves out what named computations take or return needlessly.',
  run(func, { context }) {
    const options = { fold: false, mergeConstants: false } as const;
    applyPatternsGreedily(func, [shortenBarrier], context, { ...options, regionSimplification: 'disabled' });
    applyPatternsGreedily(func, [simplifyComputation], context, {
      ...options,
      regionSimplification: 'normal',
    });
  },
});

/** `mpmd-inline-nested-user-exposed-ops`. */
export const inlineNestedUserExposedOps = /* @__PURE__ */ distributedPass({
  name: 'mpmd-inline-nested-user-exposed-ops',
  className: 'InlineNestedUserExposedOpsPass',
  summary: 'Inlines operations of the dialect that are nested in named computations.',
  options: { assignment },
  run(func, { context, options }) {
    const names = options.assignment;
    func.walk((op) => {
      const parent = enclosingComputation(op);
      if (parent === null) return 'advance';
      if (op instanceof MpmdNamedComputationOp || op instanceof NamedTensorOp) {
        if (!checkNested(op, parent, names, context)) return 'interrupt';
      }
      if (op instanceof MpmdNamedComputationOp) inlineComputation(op);
      else if (op instanceof NamedTensorOp || op instanceof MpmdBroadcastOp || op instanceof MpmdReduceOp) {
        op.getResult().replaceAllUsesWith(op.getOperand(0));
        op.erase();
      }
      return 'advance';
    });
  },
});

function enclosingComputation(op: Operation): MpmdNamedComputationOp | null {
  for (let at = op.parentOp; at !== null; at = at.parentOp)
    if (at instanceof MpmdNamedComputationOp) return at;
  return null;
}

/** Reports when what is nested is on another mesh than what is around. Returns false where the walk is to end. */
function checkNested(
  op: MpmdNamedComputationOp | NamedTensorOp,
  parent: MpmdNamedComputationOp,
  names: NameMap,
  { diagnostics }: Context,
): boolean {
  const outerName = parent.origin.userName;
  const outer = names.get(outerName);
  if (outer === undefined) {
    diagnostics.error(
      parent.location,
      `Parent NamedComputation '${outerName}' is not assigned to a mesh in the user-defined name-to-mesh assignment.`,
    );
    return false;
  }
  if (op instanceof NamedTensorOp) {
    const own = names.get(op.tensorName);
    if (own !== undefined && meshAndMemory(own.mesh).mesh !== outer.mesh) {
      diagnostics.error(
        op.location,
        `NamedTensor '${op.tensorName}' is nested in a NamedComputation '${outerName}' which has a different mesh assignment.`,
      );
    }
    return true;
  }
  const name = op.origin.userName;
  const own = names.get(name);
  if (own !== undefined && (own.mesh !== outer.mesh || own.stage !== outer.stage)) {
    diagnostics.error(
      op.location,
      `NamedComputation '${name}' is nested in a NamedComputation '${outerName}' which has a different mesh or stage assignment.`,
    );
  }
  return true;
}

function inlineComputation(op: MpmdNamedComputationOp): void {
  const terminator = op.entry.getTerminator();
  op.entry.arguments.forEach((argument, i) => argument.replaceAllUsesWith(op.getOperand(i)));
  for (const inner of [...op.entry]) if (inner !== terminator) inner.moveBefore(op);
  op.replaceAllUsesWith(terminator.operandValues());
  op.erase();
}

/** `mpmd-validate-named-ops-in-mpmd-func`. */
export const validateNamedOps = /* @__PURE__ */ functionPass({
  name: 'mpmd-validate-named-ops-in-mpmd-func',
  className: 'ValidateNamedOpsInMpmdFuncPass',
  summary: 'Verifies that named computations and tensors stand in MPMD functions.',
  toleratesErrors: 'upstream reports them and goes on',
  run(func, { context }) {
    func.walk((op) => {
      const kind =
        op instanceof MpmdNamedComputationOp
          ? 'computations'
          : op instanceof NamedTensorOp
            ? 'tensors'
            : null;
      if (kind === null) return;
      const parent = op.parentOp!;
      if (parent instanceof FuncOp ? isMpmdFunction(parent) : parent.definition.dialect === 'mpmd') return;
      context.diagnostics.error(
        op.location,
        `Named ${kind} can only be nested in mpmd functions or mpmd ops.`,
      );
    });
  },
});

/** `mpmd-map-named-ops-to-mpmd-ops`. */
export const mapNamedOps = /* @__PURE__ */ distributedPass({
  name: 'mpmd-map-named-ops-to-mpmd-ops',
  className: 'MapNamedOpsToMpmdOpsPass',
  summary: 'Makes fragments of named computations, and puts named tensors on their meshes.',
  options: { assignment },
  run(func, { context, options }) {
    const rewriter = new Rewriter(context);
    func.walk((op) => {
      if (op instanceof MpmdNamedComputationOp) mapComputation(op, options.assignment, rewriter);
      else if (op instanceof NamedTensorOp) mapTensor(op, options.assignment, rewriter);
    });
  },
});

function mapComputation(op: MpmdNamedComputationOp, names: NameMap, rewriter: Rewriter): void {
  const name = op.origin.userName;
  const assigned = names.get(name);
  if (assigned === undefined) {
    rewriter.context.diagnostics.error(
      op.location,
      `Top-level NamedComputation '${name}' is not assigned to a mesh in the user-defined named-to-mesh assignment.`,
    );
    return;
  }
  const { mesh } = meshAndMemory(assigned.mesh);
  const { location } = op;
  rewriter.setInsertionPoint(op);
  const assigns = new Map<Value, Value>();
  const operands = op.operandValues().map((value): Value => {
    if (!(value.type instanceof RankedTensorType)) return value;
    let assign = assigns.get(value);
    if (assign === undefined) {
      assign = makeAssign(rewriter, value, MeshTensorType.get(mesh, value.type), name, location).result;
      assigns.set(value, assign);
    }
    return assign;
  });
  const fragment = makeFragment(rewriter, {
    mesh,
    origin: ArrayAttr.get([op.origin]),
    stageId: assigned.stage === null ? null : i64Attr(assigned.stage),
    operands,
    resultTypes: op
      .resultTypes()
      .map((type) => (type instanceof RankedTensorType ? MeshTensorType.get(mesh, type) : type)),
    location,
  });
  fragment.region.takeBody(op.region);
  const results = fragment.results.map((result): Value => {
    return isMeshTensor(result) ? makeUnassign(rewriter, result, name, location).result : result;
  });
  op.replaceAllUsesWith(results);
  op.erase();
}

function mapTensor(op: NamedTensorOp, names: NameMap, rewriter: Rewriter): void {
  const assigned = names.get(op.tensorName);
  const { type } = op.tensor;
  if (assigned === undefined || !(type instanceof RankedTensorType)) {
    op.result.replaceAllUsesWith(op.tensor);
    op.erase();
    return;
  }
  const { mesh, memoryKind } = meshAndMemory(assigned.mesh);
  rewriter.setInsertionPoint(op);
  const meshType = MeshTensorType.get(mesh, type, null, memoryKind);
  const assign = makeAssign(rewriter, op.tensor, meshType, op.tensorName, op.location);
  const unassign = makeUnassign(rewriter, assign.result, op.tensorName, op.location);
  op.result.replaceAllUsesWith(unassign.result);
  op.erase();
}
