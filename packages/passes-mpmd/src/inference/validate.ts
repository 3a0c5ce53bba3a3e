import type { FuncOp } from '@shardform/dialect-func';
import { AssignOp, MpmdCallOp } from '@shardform/dialect-mpmd';
import { type Context, definePass, type ModuleOp, type Operation, UnitAttr } from '@shardform/ir-core';
import { setValueAttr, valueAttrs } from '@shardform/dialect-func';
import { argumentEdges, calleeOf } from '../program/call-edges.ts';
import { isEntryPoint, mpmdFunctions } from '../program/functions.ts';
import { isMeshless } from '../program/operations.ts';
import type { MeshSet } from './mesh-set.ts';
import {
  additionalArgumentTransferMessage,
  additionalTransferMessage,
  chainedCallMessage,
  conflictingCallersMessage,
  conflictingOperandsMessage,
} from './messages.ts';
import { ErrorCount, errorLimit } from './options.ts';
import { isChained } from './populate-use-set.ts';
import { reductionMark } from './reductions.ts';
import {
  hasSourceSet,
  holderOfArgument,
  holderOfResult,
  sourceSetOf,
  sourcesOf,
  useSetOf,
} from './set-storage.ts';

/** `mpmd-infer-mesh-validate-src-set-not-empty`. */
export const inferMeshValidateSrcSet = /* @__PURE__ */ definePass({
  name: 'mpmd-infer-mesh-validate-src-set-not-empty',
  className: 'InferMeshValidateSrcSetNotEmptyPass',
  summary: 'Verifies that the operands of each operation are on a common mesh.',
  options: { 'error-limit': errorLimit },
  anchor: 'builtin.module',
  run(module, { context, options }) {
    const errors = new ErrorCount(options['error-limit']);
    for (const func of mpmdFunctions(module)) {
      func.walk((op) => {
        if (errors.isAtLimit) return 'interrupt';
        if (isMeshless(op) && hasSourceSet(op) && isFirstConflict(op)) {
          context.diagnostics.error(op.location, conflictingOperandsMessage(op));
          errors.add();
        }
        return 'advance';
      });
      for (const argument of func.entry.arguments) {
        if (errors.isAtLimit) return;
        if (!sourceSetOf(holderOfArgument(argument)!).isEmpty) continue;
        const callers = argumentEdges(func)[argument.index]?.sources ?? [];
        if (callers.some(({ value }) => sourcesOf(value).isEmpty)) continue;
        context.diagnostics.error(func.location, conflictingCallersMessage(func, argument));
        errors.add();
      }
    }
  },
});

/** True if the operands are on no common mesh and none of them has this problem itself. */
function isFirstConflict(op: Operation): boolean {
  const isEmpty = sourceSetOf(op).isEmpty;
  const isReduction = reductionMark(op) !== null;
  if (!isEmpty && !isReduction) return false;
  if (isEmpty && op.operands.some(({ value }) => sourcesOf(value).isEmpty)) return false;
  return !isReduction || !op.operands.some(({ value }) => reductionMark(value.definingOp) !== null);
}

/** Marks what was found wrong, so that what leads to it is not reported as well. */
const FAILURE = 'mpmd.visited_failure';

/** `mpmd-infer-mesh-validate-no-additional-transfers-needed`. */
export const inferMeshValidateNoTransfers = /* @__PURE__ */ definePass({
  name: 'mpmd-infer-mesh-validate-no-additional-transfers-needed',
  className: 'InferMeshValidateNoAdditionalTransfersNeededPass',
  summary: 'Verifies that values can be on the meshes that need them.',
  options: { 'error-limit': errorLimit },
  anchor: 'builtin.module',
  run(module, pass) {
    const errors = new ErrorCount(pass.options['error-limit']);
    const validator = new TransferValidator(errors, pass.context);
    validator.run(module);
    if (errors.count > 0) pass.fail();
  },
});

class TransferValidator {
  readonly #errors: ErrorCount;
  readonly #context: Context;

  constructor(errors: ErrorCount, context: Context) {
    this.#errors = errors;
    this.#context = context;
  }

  run(module: ModuleOp): void {
    const functions = mpmdFunctions(module);
    for (const func of functions.filter((op) => !isEntryPoint(op))) this.#visitFunction(func);
    for (const func of functions.filter(isEntryPoint)) this.#visitFunction(func);
  }

  #visitFunction(func: FuncOp): void {
    this.#walk(func);
    for (const argument of func.entry.arguments) {
      if (this.#errors.isAtLimit) return;
      const holder = holderOfArgument(argument)!;
      const [uses, sources] = [useSetOf(holder), sourceSetOf(holder)];
      if (!sources.isSpecified || isSubset(uses, sources)) continue;
      setValueAttr(func, 'arg_attrs', argument.index, FAILURE, UnitAttr.instance);
      this.#errors.add();
      if (argument.users().some((user) => user.hasAttr(FAILURE))) continue;
      const message = additionalArgumentTransferMessage(func, argument, uses, sources);
      this.#context.diagnostics.error(func.location, message);
    }
  }

  /** Visits operations before those in them, the last ones first. */
  #walk(op: Operation): void {
    if (this.#errors.isAtLimit) return;
    this.#visit(op);
    for (const region of op.regions.toReversed()) {
      for (const block of region.blocks.toReversed()) {
        for (let nested = block.lastOp; nested !== null; nested = nested.previous) this.#walk(nested);
      }
    }
  }

  #visit(op: Operation): void {
    if (isMeshless(op) || op instanceof AssignOp) this.#visitOp(op);
    else if (op instanceof MpmdCallOp && isChained(op)) this.#visitChainedCall(op);
  }

  #visitOp(op: Operation): void {
    const [uses, sources] = [useSetOf(op), sourceSetOf(op)];
    if (!sources.isSpecified || isSubset(uses, sources)) return;
    op.setAttr(FAILURE, UnitAttr.instance);
    this.#errors.add();
    if (op.results.some((result) => [...result.uses()].some(({ owner, index }) => isFailure(owner, index))))
      return;
    this.#context.diagnostics.error(op.location, additionalTransferMessage(op, uses, sources));
  }

  #visitChainedCall(call: MpmdCallOp): void {
    const callee = calleeOf(call);
    for (const { index: result } of call.results) {
      for (const { owner, index: argument } of call.getResult(result).uses()) {
        if (!(owner instanceof MpmdCallOp) || owner.callee !== call.callee) continue;
        const results = useSetOf(holderOfResult(callee, result));
        const args = useSetOf(holderOfArgument(callee.entry.getArgument(argument))!);
        if (results.hasSameMeshes(args)) continue;
        this.#errors.add();
        const message = chainedCallMessage(call, { result, argument }, { results, args });
        this.#context.diagnostics.error(callee.location, message);
      }
    }
  }
}

function isFailure(user: Operation, operand: number): boolean {
  if (user instanceof MpmdCallOp)
    return valueAttrs(calleeOf(user), 'arg_attrs', operand).get(FAILURE) !== null;
  return isMeshless(user) && user.hasAttr(FAILURE);
}

function isSubset(set: MeshSet, of: MeshSet): boolean {
  return set.meshes.every((mesh) => of.has(mesh));
}
