import { FuncOp } from '@shardform/dialect-func';
import {
  AssignOp,
  FragmentOp,
  MpmdCallOp,
  MpmdForOp,
  ReductionAttr,
  TransferOp,
  UnassignOp,
} from '@shardform/dialect-mpmd';
import { BlockArgument, definePass, type ModuleOp, type Operation } from '@shardform/ir-core';
import { calleeOf } from '../program/call-edges.ts';
import { isEntryPoint } from '../program/functions.ts';
import { isMeshless } from '../program/operations.ts';
import { MeshSet } from './mesh-set.ts';
import { binaryReductionOf, concatReduceOf, MPMD_REDUCE, reductionMark, reductionOf } from './reductions.ts';
import {
  holderOfArgument,
  setSourceSet,
  type SetHolder,
  sourceSetOf,
  sourcesOf,
  useSetOf,
  usesOf,
} from './set-storage.ts';

/** Stores for each operation on which meshes it can be computed without transfers, in program order. */
export function populateSourceSets(module: ModuleOp): void {
  for (const func of module.body) if (isEntryPoint(func)) func.walk(visit, 'pre');
}

function visit(op: Operation): 'advance' | 'skip' {
  if (op instanceof FuncOp) {
    for (const argument of op.entry.arguments) {
      const holder = holderOfArgument(argument)!;
      const uses = useSetOf(holder);
      if (!uses.isEmpty) setSourceSet(holder, MeshSet.withOrigin(uses.meshes, 'inferred_in'));
    }
    return 'advance';
  }
  if (op instanceof FragmentOp) return 'skip';
  if (op instanceof UnassignOp) visitUnassign(op);
  else if (op instanceof MpmdCallOp) visitCall(op);
  else if (op instanceof MpmdForOp) {
    for (const { value, index } of op.operands) setIfSpecified({ loop: op, index }, sourcesOf(value));
  } else if (isMeshless(op) || op instanceof AssignOp) {
    let set = sourceSetOf(op);
    for (const { value } of op.operands) set = set.intersection(sourcesOf(value));
    if (set.isSpecified) {
      setSourceSet(op, set);
      inferReduction(op, set);
    }
    return 'skip';
  }
  return 'advance';
}

function setIfSpecified(holder: SetHolder, set: MeshSet): void {
  if (set.isSpecified) setSourceSet(holder, set);
}

/** A tensor is on its mesh and where it is transferred to; inputs of the program are wherever they are needed. */
function visitUnassign(op: UnassignOp): void {
  let set = MeshSet.of(op.meshWithOrigin);
  for (const user of op.tensor.users()) {
    if (user instanceof TransferOp) {
      set = set.union(MeshSet.withOrigin([user.result.type.meshName], 'transfer'));
    }
  }
  const { tensor } = op;
  if (tensor instanceof BlockArgument) {
    const func = tensor.owner.parentOp;
    if (func !== null && isEntryPoint(func)) {
      set = set.union(MeshSet.withOrigin(usesOf([op.result]).meshes, 'inferred_in'));
    }
  }
  setSourceSet(op, set);
}

function visitCall(call: MpmdCallOp): void {
  const callee = calleeOf(call);
  for (const { value, index } of call.operands) {
    const holder: SetHolder = { func: callee, which: 'arg_attrs', index };
    setIfSpecified(holder, sourcesOf(value).intersection(sourceSetOf(holder)));
  }
  for (const block of callee.body.blocks) for (const op of block) op.walk((inner) => visit(inner), 'post');
}

/** Marks operations that combine values of several meshes, and lets what uses them be on any of these. */
function inferReduction(op: Operation, set: MeshSet): void {
  const pair = concatReduceOf(op);
  const kind = pair === null ? binaryReductionOf(op) : reductionOf(pair);
  if (kind === null) return;
  const sources = op.operands.map(({ value }) => sourcesOf(value));
  if (sources.some((source) => source.isEmpty)) return;
  const continues = op.operands.some(({ value }) => reductionMark(value.definingOp) === kind);
  if (!set.isEmpty && !continues) return;
  const mark = ReductionAttr.get(kind);
  op.setAttr(MPMD_REDUCE, mark);
  pair?.setAttr(MPMD_REDUCE, mark);
  setSourceSet(
    op,
    sources.reduce((all, source) => all.union(source)),
  );
}

/** `mpmd-infer-mesh-populate-src-set`. */
export const inferMeshPopulateSrcSet = /* @__PURE__ */ definePass({
  name: 'mpmd-infer-mesh-populate-src-set',
  className: 'InferMeshPopulateSrcSetPass',
  summary: 'Finds the meshes on which values can be without transfers.',
  anchor: 'builtin.module',
  run: (module) => populateSourceSets(module),
});
