import {
  type FuncOp,
  setAllValueAttrs,
  setValueAttr,
  valueAttrs,
  valueAttrsList,
} from '@shardform/dialect-func';
import {
  type AssignOp,
  isMeshTensor,
  MeshTensorType,
  meshTensorTypeOf,
  MpmdCallOp,
  MpmdForOp,
} from '@shardform/dialect-mpmd';
import {
  type Attribute,
  type Block,
  DenseArrayAttr,
  DictionaryAttr,
  definePass,
  i64,
  integerOption,
  type Operation,
  RankedTensorType,
  Rewriter,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { calleeOf } from '../program/call-edges.ts';
import { assignUsersOf } from '../program/chained-transfers.ts';
import { firstMeshOf, isEntryPoint, mpmdFunctions, updateFunctionType } from '../program/functions.ts';
import { makeAssign, makeUnassign } from '../program/make-ops.ts';
import { compareMeshes } from '../program/mesh-order.ts';
import { isMeshless } from '../program/operations.ts';
import { absorbOp } from './absorb-ops.ts';
import { MeshError } from './mesh-error.ts';
import { clearSets, holderOfArgument, holderOfResult, sourceSetOf, useSetOf } from './set-storage.ts';

/** On an argument or result of a callee: where its copies on further meshes stand. */
const COPIES = 'mpmd.copies';

/** `mpmd-infer-mesh-rewrite-using-analysis`. */
export const inferMeshRewrite = /* @__PURE__ */ definePass({
  name: 'mpmd-infer-mesh-rewrite-using-analysis',
  className: 'InferMeshRewriteUsingAnalysisPass',
  summary: 'Puts all operations into fragments, from the users to what they use.',
  options: {
    'max-clones': integerOption(
      'How often an operation may be copied into the fragments that use it.',
      1,
      'int',
    ),
  },
  anchor: 'builtin.module',
  run(module, { context, options }) {
    const rewrite = new AnalysisRewrite(new Rewriter(context), options['max-clones']);
    try {
      rewrite.rewrite(mpmdFunctions(module));
    } catch (error) {
      if (!(error instanceof MeshError)) throw error;
      context.diagnostics.error(error.op.location, error.message);
    }
  },
});

class AnalysisRewrite {
  readonly #rewriter: Rewriter;
  readonly #maxClones: number;

  constructor(rewriter: Rewriter, maxClones: number) {
    this.#rewriter = rewriter;
    this.#maxClones = maxClones < 0 ? Infinity : maxClones;
  }

  /** @throws MeshError for what can't be put on one mesh. */
  rewrite(functions: readonly FuncOp[]): void {
    for (const func of functions) if (!isEntryPoint(func)) this.#rewriteCallee(func);
    for (const func of functions) if (isEntryPoint(func)) this.absorbInto(func.entry);
    for (const func of functions) updateFunctionType(func);
  }

  #rewriteCallee(func: FuncOp): void {
    this.#rewriteResults(func);
    this.absorbInto(func.entry);
    this.#rewriteArguments(func);
  }

  /** Puts the operations of a block into fragments, the last ones first. */
  absorbInto(block: Block): void {
    for (let op = block.lastOp; op !== null;) {
      const { previous }: Operation = op;
      if (op instanceof MpmdCallOp) this.#rewriteCall(op);
      else if (op instanceof MpmdForOp) this.#rewriteFor(op);
      else if (isMeshless(op)) absorbOp(op, this.#maxClones, this.#rewriter);
      op = previous;
    }
  }

  /** Each result is on a mesh that needs it; copies for further meshes are further results. */
  #rewriteResults(func: FuncOp): void {
    const terminator = func.entry.getTerminator();
    const values = terminator.operandValues();
    this.#rewriter.setInsertionPoint(terminator);
    for (const [i, value] of terminator.operandValues().entries()) {
      const { type } = value;
      if (!(type instanceof RankedTensorType)) continue;
      const meshes = this.#meshesOfResult(func, i, value);
      if (meshes.length > 1) {
        const positions = meshes.slice(1).map((_, k) => values.length + k);
        setValueAttr(func, 'res_attrs', i, COPIES, DenseArrayAttr.get(i64, positions));
      }
      meshes.forEach((mesh, k) => {
        const assign = makeAssign(this.#rewriter, value, MeshTensorType.get(mesh, type));
        if (k === 0) values[i] = assign.result;
        else values.push(assign.result);
      });
    }
    this.#setOperandsWithAttrs(func, terminator, values);
  }

  /** Results are added behind the others, and so are their attributes. */
  #setOperandsWithAttrs(func: FuncOp, terminator: Operation, values: readonly Value[]): void {
    terminator.setOperands(values);
    extendAttrs(func, 'res_attrs');
  }

  #meshesOfResult(func: FuncOp, index: number, value: Value): readonly string[] {
    const { meshes } = useSetOf(holderOfResult(func, index));
    if (meshes.length > 0) return meshes;
    const { definingOp } = value;
    const sources = definingOp === null ? null : sourceSetOf(definingOp);
    return [(sources?.isSpecified === true ? sources.pick() : null) ?? firstMeshOf(func)];
  }

  /** Each argument is on the meshes of its assignments; those on further meshes are further arguments. */
  #rewriteArguments(func: FuncOp): void {
    const { entry } = func;
    const copies = new Map<number, readonly number[]>();
    this.#rewriter.setInsertionPointToStart(entry);
    for (const argument of [...entry.arguments]) {
      const { type } = argument;
      if (!(type instanceof RankedTensorType)) continue;
      const byMesh = assignsByMesh(argument);
      const meshes = [...byMesh.keys()].sort(compareMeshes);
      if (meshes.length === 0) throw new Error(`argument ${argument.index} of a callee is on no mesh`);
      if (meshes.length > 1)
        copies.set(
          argument.index,
          meshes.slice(1).map((_, k) => entry.arguments.length + k),
        );
      meshes.forEach((mesh, k) => {
        const meshType = MeshTensorType.get(mesh, type);
        const on = k === 0 ? argument : entry.addArgument(meshType, argument.location);
        const assigns = byMesh.get(mesh)!;
        on.setType(meshType);
        if (!isMeshTensor(on)) return;
        const unassign = makeUnassign(this.#rewriter, on);
        for (const assign of assigns) assign.setOperand(0, unassign.result);
      });
    }
    extendAttrs(func, 'arg_attrs');
    for (const [i, positions] of copies) {
      setValueAttr(func, 'arg_attrs', i, COPIES, DenseArrayAttr.get(i64, positions));
    }
  }

  /** A call gets the operands and results of its callee, which has been rewritten. */
  #rewriteCall(call: MpmdCallOp): void {
    const callee = calleeOf(call);
    this.#rewriter.setInsertionPoint(call);
    const argumentType = (index: number): Type => callee.entry.getArgument(index).type;
    const operands = new Map<number, Value>();
    const assignTo = (value: Value, type: Type): Value =>
      type instanceof MeshTensorType && !isMeshTensor(value)
        ? makeAssign(this.#rewriter, value, type).result
        : value;
    for (const { value, index } of call.operands) {
      operands.set(index, assignTo(value, argumentType(index)));
      for (const copy of copiesOf(valueAttrs(callee, 'arg_attrs', index).get(COPIES))) {
        operands.set(copy, assignTo(value, argumentType(copy)));
      }
    }
    const tensors = [...operands].sort(([a], [b]) => a - b).map(([, value]) => value);
    const types = callee.entry.getTerminator().operandTypes();
    const attributes = call.discardable;
    const rewritten = this.#rewriter.create(MpmdCallOp, { tensors, callee: call.callee }, types, {
      location: call.location,
      attributes,
    });
    this.#rewriter.setInsertionPointAfter(rewritten);
    for (const result of call.results) {
      const copies = copiesOf(valueAttrs(callee, 'res_attrs', result.index).get(COPIES));
      const byType = new Map(
        [result.index, ...copies].map((index) => [types[index], rewritten.getResult(index)]),
      );
      for (const assign of assignUsersOf(result)) {
        const source = byType.get(assign.result.type);
        if (source === undefined || !isMeshTensor(source)) continue;
        assign.setOperand(0, makeUnassign(this.#rewriter, source, null, assign.location).result);
      }
    }
    call.erase();
  }

  /** What a loop carries is on one mesh each. */
  #rewriteFor(loop: MpmdForOp): void {
    this.#assignYielded(loop);
    this.absorbInto(loop.entry);
    for (const argument of loop.entry.arguments) this.#putLoopArgument(loop, argument.index);
    const terminator = loop.entry.getTerminator();
    const oldUsers = loop.results.map(assignUsersOf);
    loop.results.forEach((result, i) => {
      result.setType(terminator.getOperand(i).type);
    });
    this.#rewriter.setInsertionPoint(loop);
    for (const operand of loop.operands) {
      const type = meshTensorTypeOf(loop.entry.getArgument(operand.index));
      if (type !== null && !isMeshTensor(operand.value)) {
        operand.set(makeAssign(this.#rewriter, operand.value, type).result);
      }
    }
    this.#rewriter.setInsertionPointAfter(loop);
    loop.results.forEach((result, i) => {
      if (!isMeshTensor(result)) return;
      for (const assign of oldUsers[i]!) assign.setOperand(0, makeUnassign(this.#rewriter, result).result);
    });
    for (const argument of loop.entry.arguments) clearSets(holderOfArgument(argument)!);
  }

  #assignYielded(loop: MpmdForOp): void {
    const terminator = loop.entry.getTerminator();
    this.#rewriter.setInsertionPoint(terminator);
    for (const operand of terminator.operands) {
      const { value } = operand;
      const { type, definingOp } = value;
      if (!(type instanceof RankedTensorType)) continue;
      const meshes = definingOp === null ? [] : useSetOf(definingOp).meshes;
      const [mesh] = meshes;
      if (mesh === undefined || meshes.length > 1) {
        throw new MeshError(
          definingOp ?? loop,
          `what a loop carries has to be on one mesh, and this is needed on ${meshes.length === 0 ? 'none' : meshes.join(', ')}: unroll the loop with an unroll_factor of all its iterations`,
        );
      }
      operand.set(makeAssign(this.#rewriter, value, MeshTensorType.get(mesh, type)).result);
    }
  }

  #putLoopArgument(loop: MpmdForOp, index: number): void {
    const argument = loop.entry.getArgument(index);
    const { type } = argument;
    if (!(type instanceof RankedTensorType)) return;
    const byMesh = assignsByMesh(argument);
    if (byMesh.size > 1)
      throw new MeshError(
        loop,
        `what a loop carries has to be on one mesh, and argument ${index} is needed on ${[...byMesh.keys()].join(', ')}: unroll the loop with an unroll_factor of all its iterations`,
      );
    const [first] = byMesh;
    if (first === undefined) return;
    const [mesh, assigns] = first;
    argument.setType(MeshTensorType.get(mesh, type));
    if (!isMeshTensor(argument)) return;
    this.#rewriter.setInsertionPointToStart(loop.entry);
    const unassign = makeUnassign(this.#rewriter, argument);
    for (const assign of assigns) assign.setOperand(0, unassign.result);
  }
}

/** Updates the type of a function, whose added arguments or results have no attributes. */
function extendAttrs(func: FuncOp, which: 'arg_attrs' | 'res_attrs'): void {
  const attrs = valueAttrsList(func, which);
  updateFunctionType(func);
  const count = valueAttrsList(func, which).length;
  const added = Array.from({ length: count - attrs.length }, () => DictionaryAttr.empty);
  setAllValueAttrs(func, which, [...attrs, ...added]);
}

function assignsByMesh(value: Value): Map<string, AssignOp[]> {
  const byMesh = new Map<string, AssignOp[]>();
  for (const assign of assignUsersOf(value)) {
    const { meshName } = assign.result.type;
    byMesh.set(meshName, [...(byMesh.get(meshName) ?? []), assign]);
  }
  return byMesh;
}

function copiesOf(copies: Attribute | null): readonly number[] {
  if (!(copies instanceof DenseArrayAttr)) return [];
  return copies.numbers();
}
