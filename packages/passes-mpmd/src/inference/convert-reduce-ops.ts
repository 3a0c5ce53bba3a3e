import type { FuncOp } from '@shardform/dialect-func';
import { MpmdReduceOp, ReductionAttr, type Reduction } from '@shardform/dialect-mpmd';
import { ConcatenateOp, ReduceOp, ReshapeOp, tensorOf } from '@shardform/dialect-stablehlo';
import { booleanOption, type Operation, Rewriter, UnitAttr, type Value } from '@shardform/ir-core';
import { functionPass } from '../program/distributed-pass.ts';
import { isMeshless } from '../program/operations.ts';
import { binaryReductionOf, concatReduceOf, reductionMark, reductionOf } from './reductions.ts';
import { setSourceSet, sourceSetOf } from './set-storage.ts';

/** Marks operations of which users ask to be reductions across meshes. */
const CAN_CONVERT = 'mpmd.can_convert_to_reduce';

/** `mpmd-infer-mesh-convert-reduce-ops`. */
export const inferMeshConvertReduceOps = /* @__PURE__ */ functionPass({
  name: 'mpmd-infer-mesh-convert-reduce-ops',
  className: 'InferMeshConvertReduceOpsPass',
  summary: 'Makes mpmd.reduce ops of operations that combine values of several meshes.',
  options: {
    'infer-cross-mesh-reductions': booleanOption(
      'Whether to convert all reductions that were found, rather than those that users ask for.',
    ),
  },
  run(func, { context, options }) {
    markConvertible(func);
    const rewriter = new Rewriter(context);
    func.walk((op) => {
      if (op.name === 'mpmd.fragment') return 'skip';
      if (!isMeshless(op)) return 'advance';
      const kind = reductionMark(op);
      if (kind === null || !(options['infer-cross-mesh-reductions'] || op.hasAttr(CAN_CONVERT)))
        return 'advance';
      // A concatenation goes with the reduction behind it.
      if (!(op instanceof ConcatenateOp)) convert(op, kind, rewriter);
      return 'skip';
    }, 'pre');
    func.walk((op) => op.setAttr(CAN_CONVERT, null));
  },
});

/** Marks what `mpmd.reduce<none>` asks to be reduced across meshes. */
function markConvertible(func: FuncOp): void {
  func.walkOf(MpmdReduceOp, (reduce) => {
    if (reduce.kind !== 'none') return;
    let definition = reduce.getOperand(0).definingOp;
    while (definition !== null && definition.operands.length === 1 && definition.results.length === 1) {
      definition = definition.getOperand(0).definingOp;
    }
    if (definition === null) return;
    const kind = binaryReductionOf(definition);
    if (kind !== null) markSame(definition, kind);
    else if (definition instanceof ReduceOp) {
      const concat = definition.inputs[0]?.definingOp ?? null;
      if (concat === null || concatReduceOf(concat) !== definition || reductionOf(definition) === null)
        return;
      definition.setAttr(CAN_CONVERT, UnitAttr.instance);
    }
  });
}

function markSame(first: Operation, kind: Reduction): void {
  const work = [first];
  for (let op = work.pop(); op !== undefined; op = work.pop()) {
    if (op.hasAttr(CAN_CONVERT)) continue;
    op.setAttr(CAN_CONVERT, UnitAttr.instance);
    for (const { value } of op.operands) {
      if (binaryReductionOf(value.definingOp) === kind) work.push(value.definingOp!);
    }
  }
}

function convert(op: Operation, kind: Reduction, rewriter: Rewriter): void {
  rewriter.setInsertionPoint(op);
  const concat = op instanceof ReduceOp ? (op.inputs[0]?.definingOp ?? null) : null;
  if (concat instanceof ConcatenateOp) {
    const { type } = op.getResult();
    const parts = concat.inputs.map((value) => {
      const attributes = value.definingOp?.discardable ?? null;
      return rewriter.create(ReshapeOp, { operand: tensorOf(value) }, [type], {
        location: value.location,
        attributes,
      }).result;
    });
    replaceByReduce(op, parts, kind, rewriter);
    concat.erase();
    return;
  }
  const inner = op
    .operandValues()
    .map(({ definingOp }) => definingOp)
    .filter((definition) => definition instanceof MpmdReduceOp)
    .filter((reduce) => reduce.kind === kind);
  const dead = new Set(inner.filter((reduce) => reduce.result.hasOneUse));
  const operands = op.operandValues().flatMap((value): Value[] => {
    const reduce = inner.find((candidate) => candidate === value.definingOp);
    return reduce === undefined ? [value] : reduce.operandValues();
  });
  replaceByReduce(op, operands, kind, rewriter);
  for (const reduce of dead) reduce.erase();
}

function replaceByReduce(
  op: Operation,
  tensors: readonly Value[],
  kind: Reduction,
  rewriter: Rewriter,
): void {
  const sources = sourceSetOf(op);
  const args = { tensors, reduction: ReductionAttr.get(kind) };
  const reduce = rewriter.create(MpmdReduceOp, args, op.resultTypes(), { location: op.location });
  if (sources.isSpecified) setSourceSet(reduce, sources);
  op.replaceAllUsesWith(reduce.results);
  op.erase();
}
