import { CallOp, FuncOp } from '@shardform/dialect-func';
import {
  NamedComputationOp,
  ORIGINAL_FUNC_NAME,
  SdyConstantOp,
  ShardingGroupOp,
} from '@shardform/dialect-sdy';
import { BroadcastInDimOp, ConstantOp, IotaOp, ReshapeOp, SliceOp } from '@shardform/dialect-stablehlo';
import {
  type Block,
  cloneOp,
  countExpansion,
  type Context,
  definePass,
  IrMapping,
  isPure,
  type ModuleOp,
  type Operation,
  type OpOperand,
  RankedTensorType,
  StringAttr,
  SymbolRefAttr,
  SymbolTable,
  type Value,
} from '@shardform/ir-core';
import { isElementwise } from '../module/elementwise.ts';
import { callGraphPostOrder, callsIn, functionsByName, reportRecursion } from '../module/call-graph.ts';
import { originalName } from './flatten-call-graph.ts';

/**
 * Gives every use of a constant its own copy, with the operations that compute it from constants, and every use of a
 * broadcast scalar its own broadcast: shardings are not propagated between uses of a constant then. Constants become
 * constants of the sdy dialect, which no pass merges again.
 *
 * @returns false after an error was reported.
 */
export function splitConstantsAndScalars(module: ModuleOp, context: Context): boolean {
  if (reportRecursion(module, context)) return false;
  convertConstants(module);
  const splitter = new Splitter(module, context);
  for (const func of callGraphPostOrder(module)) splitter.split(func);
  return true;
}

function convertConstants(module: ModuleOp): void {
  module.walkOf(ConstantOp, (op) => {
    const constant = SdyConstantOp.create({ value: op.value }, [op.output.type], {
      location: op.location,
      attributes: op.discardable,
    });
    constant.moveBefore(op);
    op.output.replaceAllUsesWith(constant.output);
    op.erase();
  });
}

class Splitter {
  readonly #symbols: SymbolTable;
  readonly #functions: Map<string, FuncOp>;
  readonly #context: Context;
  /** Functions and named computations with results that aren't computed from constants. */
  readonly #nonConstantNames = new Set<string>();

  constructor(module: ModuleOp, context: Context) {
    this.#context = context;
    this.#symbols = new SymbolTable(module);
    this.#functions = functionsByName(module);
  }

  split(func: FuncOp): void {
    func.walkOf(NamedComputationOp, (op) => this.#splitBody(op, op.computationName));
    this.#splitBody(func, originalName(func));
  }

  #splitBody(holder: Operation, name: string): void {
    const body = new BodySplitter({
      isConstantPreserving: (op) => this.#isConstantPreserving(op),
      noteNonConstant: (op) => {
        if (this.#nonConstantNames.has(name) || op.definition.isTerminator) return;
        if (!this.#isConstantPreserving(op)) this.#nonConstantNames.add(name);
      },
      cloneCallee: (call) => this.#cloneCallee(call),
    });
    for (const region of holder.regions) for (const block of region.blocks) body.visit(block);
    body.eraseOriginals();
  }

  /** Returns whether the operation computes a constant if its operands are constants. */
  #isConstantPreserving(op: Operation): boolean {
    if (op instanceof CallOp) {
      const callee = this.#functions.get(op.callee.root);
      return callee !== undefined && !this.#nonConstantNames.has(originalName(callee));
    }
    if (op instanceof NamedComputationOp) return !this.#nonConstantNames.has(op.computationName);
    return (isShapeOp(op) || isElementwise(op)) && isPure(op, this.#context);
  }

  /** Makes a copied call call a copy of its function. */
  #cloneCallee(call: CallOp): void {
    const callee = this.#functions.get(call.callee.root);
    if (callee === undefined) return;
    countExpansion(callee);
    const copy = cloneOp(callee);
    copy.setAttr(ORIGINAL_FUNC_NAME, StringAttr.get(originalName(callee)));
    for (const inner of callsIn(copy)) this.#cloneCallee(inner);
    const name = this.#symbols.insert(copy);
    this.#functions.set(name, copy);
    call.callee = SymbolRefAttr.get(name);
  }
}

function isShapeOp(op: Operation): boolean {
  return op instanceof BroadcastInDimOp || op instanceof ReshapeOp || op instanceof SliceOp;
}

interface BodySplitterHooks {
  isConstantPreserving(op: Operation): boolean;
  /** Told of operations that are not computed from constants alone. */
  noteNonConstant(op: Operation): void;
  cloneCallee(call: CallOp): void;
}

/** Splits inside one function or named computation. */
class BodySplitter {
  readonly #hooks: BodySplitterHooks;
  /** Operations that compute constants, operands first. */
  readonly #constants = new Set<Operation>();
  readonly #scalarExpansions = new Set<Operation>();

  constructor(hooks: BodySplitterHooks) {
    this.#hooks = hooks;
  }

  visit(block: Block): void {
    // Copies are inserted before operations that were visited already.
    for (let op = block.firstOp; op !== null; op = op.next) this.#visitOp(op);
  }

  eraseOriginals(): void {
    for (const op of this.#scalarExpansions) eraseIfUnused(op);
    for (const op of [...this.#constants].reverse()) eraseIfUnused(op);
  }

  #visitOp(op: Operation): void {
    if (op instanceof ShardingGroupOp || op instanceof FuncOp) return;
    if (this.#isConstant(op)) {
      this.#constants.add(op);
      return;
    }
    this.#hooks.noteNonConstant(op);
    if (op instanceof BroadcastInDimOp && op.operand.type.rank === 0) this.#scalarExpansions.add(op);
    else for (const operand of op.operands) this.#splitUse(operand);
    if (op instanceof NamedComputationOp) return;
    for (const region of op.regions) for (const block of region.blocks) this.visit(block);
  }

  #isConstant(op: Operation): boolean {
    if (op instanceof SdyConstantOp || op instanceof IotaOp) return true;
    return (
      op.operands.every(({ value }) => this.#isConstantValue(value)) && this.#hooks.isConstantPreserving(op)
    );
  }

  #isConstantValue({ definingOp }: Value): boolean {
    return definingOp !== null && this.#constants.has(definingOp);
  }

  #splitUse(operand: OpOperand): void {
    const { definingOp } = operand.value;
    if (definingOp === null || !(this.#constants.has(definingOp) || this.#scalarExpansions.has(definingOp)))
      return;
    operand.set(this.#cloneValue(operand.value, new IrMapping()));
  }

  /** A copy of the value with everything that it is computed from. Scalars, which can't be sharded, are shared. */
  #cloneValue(value: Value, mapping: IrMapping): Value {
    const known = mapping.values.get(value);
    if (known !== undefined) return known;
    const { definingOp } = value;
    const isScalar = value.type instanceof RankedTensorType && value.type.rank === 0;
    if (
      isScalar ||
      definingOp === null ||
      !(this.#constants.has(definingOp) || this.#scalarExpansions.has(definingOp))
    ) {
      return value;
    }
    for (const { value: operand } of definingOp.operands) {
      mapping.values.set(operand, this.#cloneValue(operand, mapping));
    }
    const copy = cloneOp(definingOp, mapping);
    copy.moveBefore(definingOp);
    if (copy instanceof CallOp) this.#hooks.cloneCallee(copy);
    definingOp.results.forEach((result, i) => copyGroups(result, copy.getResult(i), definingOp));
    return mapping.value(value);
  }
}

/** Adds the copy of a value to the sharding groups of the original. */
function copyGroups(original: Value, copy: Value, anchor: Operation): void {
  for (const use of original.uses()) {
    if (!(use.owner instanceof ShardingGroupOp)) continue;
    const group = cloneOp(use.owner);
    group.setOperand(0, copy);
    group.moveBefore(anchor);
  }
}

/** Erases an operation that only sharding groups use, with these. */
function eraseIfUnused(op: Operation): void {
  const users = op.results.flatMap((result) => [...result.uses()].map(({ owner }) => owner));
  if (!users.every((user) => user instanceof ShardingGroupOp)) return;
  for (const user of users) user.erase();
  op.erase();
}

/** `sdy-constant-or-scalar-splitter`. */
export const constantOrScalarSplitter = /* @__PURE__ */ definePass({
  name: 'sdy-constant-or-scalar-splitter',
  className: 'ConstantOrScalarSplitterPass',
  summary: 'Splits constant and scalar expansions so each has a single use.',
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run(module, pass) {
    if (!splitConstantsAndScalars(module, pass.context)) pass.fail();
  },
});
