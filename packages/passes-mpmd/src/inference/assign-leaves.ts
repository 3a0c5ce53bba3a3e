import type { FuncOp } from '@shardform/dialect-func';
import { MeshTensorType, MpmdBroadcastOp, MpmdReduceOp, isMeshTensor } from '@shardform/dialect-mpmd';
import {
  definePass,
  isPure,
  type Location,
  type Operation,
  type PassRun,
  RankedTensorType,
  Rewriter,
  type Value,
} from '@shardform/ir-core';
import { outputLocation } from '../import/map-input-output-to-mesh.ts';
import { resultEdges } from '../program/call-edges.ts';
import { firstMeshOf, isEntryPoint, mpmdFunctions, updateFunctionType } from '../program/functions.ts';
import { makeAssign, makeUnassign } from '../program/make-ops.ts';
import { compareMeshes } from '../program/mesh-order.ts';
import { isMeshless } from '../program/operations.ts';
import { wrapInFragment } from '../program/wrap-op.ts';
import { MeshSet } from './mesh-set.ts';
import { ErrorCount, errorLimit, inferTransfers } from './options.ts';
import {
  clearSets,
  clearUseSet,
  holderOfArgument,
  holderOfResult,
  setUseSet,
  sourceSetOf,
  sourcesOf,
  useSetOf,
} from './set-storage.ts';

/** `mpmd-infer-mesh-assign-mesh-func-leaves`. */
export const inferMeshAssignLeaves = /* @__PURE__ */ definePass({
  name: 'mpmd-infer-mesh-assign-mesh-func-leaves',
  className: 'InferMeshAssignMeshForFuncLeavesPass',
  summary: 'Assigns meshes to what nothing on a mesh uses: outputs, and values without uses.',
  options: { 'infer-transfers': inferTransfers, 'error-limit': errorLimit },
  anchor: 'builtin.module',
  toleratesErrors: 'errors below the limit are those of later passes too',
  run(module, pass) {
    const errors = new ErrorCount(pass.options['error-limit']);
    for (const func of mpmdFunctions(module)) {
      new LeafAssigner(func, pass, pass.options['infer-transfers'], errors).run();
    }
    if (errors.isAtLimit) pass.fail();
  },
});

class LeafAssigner {
  readonly #func: FuncOp;
  readonly #pass: PassRun<unknown>;
  readonly #transfers: boolean;
  readonly #errors: ErrorCount;
  readonly #rewriter: Rewriter;
  readonly #first: string;

  constructor(func: FuncOp, pass: PassRun<unknown>, transfers: boolean, errors: ErrorCount) {
    this.#func = func;
    this.#pass = pass;
    this.#transfers = transfers;
    this.#errors = errors;
    this.#rewriter = new Rewriter(pass.context);
    this.#first = firstMeshOf(func);
  }

  run(): void {
    if (isEntryPoint(this.#func)) {
      this.#assignUnusedInputs();
      this.#assignOutputs();
      this.#walk(this.#func);
      this.#clearUseSetsOfArguments();
      updateFunctionType(this.#func);
    } else {
      this.#walk(this.#func);
      this.#clearUseSetsOfArguments();
      this.#assignUnusedCalleeInputs();
      this.#assignUnusedCalleeOutputs();
    }
  }

  #clearUseSetsOfArguments(): void {
    for (const argument of this.#func.entry.arguments) clearUseSet(holderOfArgument(argument)!);
  }

  #report(location: Location, message: string): void {
    this.#pass.context.diagnostics.error(location, message);
    this.#errors.add();
  }

  #assignUnusedInputs(): void {
    for (const argument of this.#func.entry.arguments) {
      if (argument.hasUses || !(argument.type instanceof RankedTensorType)) continue;
      argument.setType(MeshTensorType.get(this.#first, argument.type));
    }
  }

  #assignOutputs(): void {
    const terminator = this.#func.entry.getTerminator();
    for (const { value, index } of terminator.operands) {
      if (isMeshTensor(value) || !(value.type instanceof RankedTensorType)) continue;
      const preferred = value.definingOp === null ? MeshSet.empty : useSetOf(value.definingOp);
      let mesh = this.#meshFor(value, preferred);
      if (mesh === null) {
        if (!this.#transfers) {
          this.#report(terminator.location, `Func output ${index} has no mesh to be assigned to.`);
        }
        mesh = this.#first;
      }
      this.#rewriter.setInsertionPoint(terminator);
      const location = outputLocation(this.#func, index, value.location);
      const type = MeshTensorType.get(mesh, value.type);
      terminator.setOperand(index, makeAssign(this.#rewriter, value, type, 'inferred_out', location).result);
    }
  }

  #assignUnusedCalleeInputs(): void {
    for (const argument of this.#func.entry.arguments) {
      if (argument.hasUses || !(argument.type instanceof RankedTensorType)) continue;
      const holder = holderOfArgument(argument)!;
      const mesh = this.#pickOrFirst(sourceSetOf(holder));
      if (mesh === null) {
        const name = this.#func.symName.value;
        if (!this.#transfers) {
          this.#report(
            argument.location,
            `Callee @${name} unused input ${argument.index} has no mesh to be assigned to.`,
          );
          return;
        }
      }
      setUseSet(holder, MeshSet.withOrigin([mesh ?? this.#first], 'inferred_unused_callee_in'));
    }
  }

  #assignUnusedCalleeOutputs(): void {
    const terminator = this.#func.entry.getTerminator();
    resultEdges(this.#func).forEach(({ sources, targets }, i) => {
      if (targets.some((result) => result.hasUses)) return;
      const mesh = this.#pickOrFirst(sourcesOf(sources[0]!.value));
      if (mesh === null && !this.#transfers) {
        const name = this.#func.symName.value;
        this.#report(
          terminator.location,
          `Callee @${name} unused output ${i} has no mesh to be assigned to.`,
        );
      }
      const set = MeshSet.withOrigin([mesh ?? this.#first], 'inferred_unused_callee_out');
      setUseSet(holderOfResult(this.#func, i), set);
    });
  }

  /** The mesh of a set; the first one of the topology where it is all, `null` where it is empty. */
  #pickOrFirst(set: MeshSet): string | null {
    return set.isSpecified ? set.pick() : this.#first;
  }

  /** A mesh that a value can be on, preferably one of those; `null` when there is none. */
  #meshFor(value: Value, preferred: MeshSet): string | null {
    const sources = sourcesOf(value);
    if (sources.isEmpty) return null;
    return sources.isSpecified ? sources.pick(preferred) : (preferred.pick() ?? this.#first);
  }

  #walk(root: Operation): void {
    root.walk((op) => {
      if (op === root) return 'advance';
      if (op.name === 'mpmd.fragment') return 'skip';
      if (isMeshless(op)) {
        this.#visitMeshless(op);
        return 'skip';
      }
      if (op instanceof MpmdBroadcastOp || op instanceof MpmdReduceOp) this.#visitCrossMesh(op);
      return op.definition.dialect === 'mpmd' ? 'advance' : 'skip';
    }, 'pre');
  }

  #visitMeshless(op: Operation): void {
    if (!op.resultTypes().some((type) => type instanceof RankedTensorType)) this.#visitResultless(op);
    else if (op.hasNoUses()) this.#visitUnused(op);
    else clearUseSet(op);
  }

  #visitResultless(op: Operation): void {
    const sources = sourceSetOf(op);
    if (sources.isEmpty) {
      this.#report(op.location, 'src_set must not be empty for resultless ops.');
      this.#pass.fail();
      return;
    }
    const meshes = sources.isSpecified ? [...sources.meshes].sort(compareMeshes) : [this.#first];
    clearSets(op);
    const isOnce = isPure(op, this.#pass.context);
    for (const mesh of isOnce ? meshes.slice(0, 1) : meshes) {
      wrapInFragment(op, mesh, 'infer_mesh_wrap_resultless_ops', this.#rewriter);
    }
    op.erase();
  }

  #visitUnused(op: Operation): void {
    let mesh = this.#pickOrFirst(sourceSetOf(op));
    if (mesh === null) {
      if (!this.#transfers) {
        this.#report(
          op.location,
          'src_set must not be empty for this op. Try setting `mpmd_infer_transfers` in the partitioning options.',
        );
        this.#pass.fail();
      }
      mesh = this.#first;
    }
    this.#rewriter.setInsertionPointAfter(op);
    for (const result of op.results) {
      if (!(result.type instanceof RankedTensorType)) continue;
      makeAssign(this.#rewriter, result, MeshTensorType.get(mesh, result.type), 'inferred_unused');
    }
    clearUseSet(op);
  }

  /** What goes to several meshes starts from one where it is. */
  #visitCrossMesh(op: MpmdBroadcastOp | MpmdReduceOp): void {
    const uses = useSetOf(op);
    const origin = op instanceof MpmdBroadcastOp ? 'broadcast' : 'reduce';
    this.#rewriter.setInsertionPoint(op);
    for (const operand of op.operands) {
      const { value } = operand;
      if (!(value.type instanceof RankedTensorType)) continue;
      const mesh = this.#meshFor(value, uses) ?? uses.pick() ?? this.#first;
      const assign = makeAssign(this.#rewriter, value, MeshTensorType.get(mesh, value.type), origin);
      operand.set(makeUnassign(this.#rewriter, assign.result, null, value.location).result);
    }
    clearUseSet(op);
  }
}
