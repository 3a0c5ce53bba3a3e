import { checkInterruptAfter, STEPS_PER_OPERATION } from '../budget/budget.ts';
import { SymbolRefAttr } from '../builtin/attrs/basic-attrs.ts';
import { returnLike } from '../definition/traits.ts';
import type { Context } from '../ir/context.ts';
import {
  branchOpInterface,
  callableOpInterface,
  type CallOp,
  callOpInterface,
  type OperandRange,
  regionBranchOpInterface,
  regionBranchTerminatorOpInterface,
  type RegionBranchOp,
  type RegionSuccessor,
} from '../ir/interfaces.ts';
import type { Operation } from '../ir/operation.ts';
import { isMemoryEffectFree } from '../ir/side-effects.ts';
import { SymbolTables } from '../ir/symbol-table.ts';
import type { Value } from '../ir/value.ts';
import { type KnownConstant, propagateConstants } from './constant-propagation.ts';
import { forwardedOperands } from './reachability.ts';
import type { ForwardResult } from './sparse-forward.ts';

/**
 * Computes which values inside `root` are live: those that operations with effects use, that decide where control goes
 * to such, that leave a public function, and those from which such a value is computed. Followed through branches,
 * regions and calls (MLIR's liveness analysis). Values that the analysis did not meet, as in code that is never
 * executed, count as live.
 */
export class ValueLiveness {
  readonly #context: Context;
  readonly #reached: ForwardResult<KnownConstant | null>;
  readonly #symbols = new SymbolTables();
  readonly #live = new Set<Value>();
  readonly #met = new Set<Value>();
  /** Operations to visit again when a value that they hand something over to becomes live. */
  readonly #dependents = new Map<Value, Operation[]>();
  readonly #queue: Operation[] = [];
  readonly #queued = new Set<Operation>();

  constructor(root: Operation, context: Context) {
    this.#context = context;
    this.#reached = propagateConstants(root, context);
    root.walk((op) => {
      if (op !== root) this.#enqueue(op);
    });
    // Last comes first: uses before definitions.
    for (let op = this.#queue.pop(); op !== undefined; op = this.#queue.pop()) {
      checkInterruptAfter(STEPS_PER_OPERATION);
      this.#queued.delete(op);
      if (op.parent !== null && this.#reached.isLive(op.parent)) this.#visit(op);
    }
  }

  isLive(value: Value): boolean {
    return this.#live.has(value) || !this.#met.has(value);
  }

  #enqueue(op: Operation): void {
    if (this.#queued.has(op)) return;
    this.#queued.add(op);
    this.#queue.push(op);
  }

  #mark(value: Value): void {
    this.#met.add(value);
    if (this.#live.has(value)) return;
    this.#live.add(value);
    if (value.definingOp !== null) this.#enqueue(value.definingOp);
    for (const op of this.#dependents.get(value) ?? []) this.#enqueue(op);
  }

  /** `value` is handed over by `op` and becomes `target`. */
  #flow(op: Operation, value: Value, target: Value): void {
    this.#met.add(value);
    this.#met.add(target);
    if (this.#live.has(target)) this.#mark(value);
    else {
      const dependents = this.#dependents.get(target);
      if (dependents === undefined) this.#dependents.set(target, [op]);
      else if (!dependents.includes(op)) dependents.push(op);
    }
  }

  #visit(op: Operation): void {
    for (const result of op.results) this.#met.add(result);
    for (const { value } of op.operands) this.#met.add(value);
    const branch = op.regions.length === 0 ? undefined : this.#context.query(regionBranchOpInterface, op);
    if (branch !== undefined) {
      const ways =
        branch.entrySuccessorRegions?.(op.operands.map(() => null)) ?? branch.successorRegions('parent');
      this.#visitWays(op, op, branch, ways);
      return;
    }
    if (op.successors.length > 0 && this.#visitBranch(op)) return;
    const call = this.#context.query(callOpInterface, op);
    if (call !== undefined && this.#visitCall(op, call)) return;
    if (op.next === null && op.successors.length === 0 && this.#visitEnd(op)) return;
    // What reads the end of a region, such as a comparator's, is not known: it stays as long as the operation around.
    if (op.definition.isTerminator) for (const { value } of op.operands) this.#mark(value);
    this.#visitPlain(
      op,
      op.operands.map(({ value }) => value),
    );
  }

  /** All operands matter when the operation has effects or one result matters. */
  #visitPlain(op: Operation, operands: readonly Value[]): void {
    if (operands.length === 0) return;
    if (isMemoryEffectFree(op, this.#context) && !op.results.some((result) => this.#live.has(result))) return;
    for (const operand of operands) this.#mark(operand);
  }

  #visitBranch(op: Operation): boolean {
    const branch = this.#context.query(branchOpInterface, op);
    if (branch === undefined) return false;
    const isForwarded = new Set<number>();
    for (const [i, block] of op.successors.entries()) {
      const { start, count } = branch.successorOperands(i);
      const produced = block.arguments.length - count;
      for (let k = 0; k < count; k++) {
        isForwarded.add(start + k);
        this.#flow(op, op.getOperand(start + k), block.getArgument(produced + k));
      }
    }
    this.#visitDeciding(op, isForwarded);
    return true;
  }

  #visitCall(op: Operation, call: CallOp): boolean {
    const { callee, argumentOperands } = call;
    const callable = callee instanceof SymbolRefAttr ? this.#symbols.lookupNearest(op, callee) : null;
    const callableOp = callable === null ? undefined : this.#context.query(callableOpInterface, callable);
    if (callableOp === undefined) return false;
    const { callableRegion: region } = callableOp;
    // A function that others call keeps its arguments, and so its calls keep their operands.
    const isOpen = this.#reached.predecessors(callable!).hasUnknown;
    const parameters = region === null || region.isEmpty || isOpen ? [] : region.entry.arguments;
    const forwarded = new Set<Value>();
    argumentOperands.forEach((operand, i) => {
      const parameter = parameters[i];
      if (parameter === undefined) return;
      this.#flow(op, operand, parameter);
      forwarded.add(operand);
    });
    for (const { value } of op.operands) if (!forwarded.has(value)) this.#mark(value);
    return true;
  }

  /** Operands of the last operation of a region go to other regions, to the operation around, or to callers. */
  #visitEnd(op: Operation): boolean {
    const holder = op.parentOp!;
    const branch = this.#context.query(regionBranchOpInterface, holder);
    const way = this.#context.query(regionBranchTerminatorOpInterface, op);
    if (branch !== undefined && (way !== undefined || op.hasTrait(returnLike))) {
      const constants = op.operands.map(() => null);
      this.#visitWays(
        op,
        holder,
        branch,
        way?.successorRegions?.(constants) ?? branch.successorRegions(op.parentRegion!),
      );
      return true;
    }
    if (!op.hasTrait(returnLike) || this.#context.query(callableOpInterface, holder) === undefined)
      return false;
    const { hasUnknown, known } = this.#reached.predecessors(holder);
    for (const [i, { value }] of op.operands.entries()) {
      if (hasUnknown) this.#mark(value);
      else {
        for (const call of known.keys()) {
          const result = call.results[i];
          if (result !== undefined) this.#flow(op, value, result);
        }
      }
    }
    return true;
  }

  #visitWays(
    op: Operation,
    holder: Operation,
    branch: RegionBranchOp,
    ways: readonly RegionSuccessor[],
  ): void {
    const isForwarded = new Set<number>();
    for (const { target, inputs } of ways) {
      const range: OperandRange | null = forwardedOperands(op, holder, branch, target, this.#context);
      for (const [i, input] of inputs.entries()) {
        if (range === null || i >= range.count) break;
        isForwarded.add(range.start + i);
        this.#flow(op, op.getOperand(range.start + i), input);
      }
    }
    this.#visitDeciding(op, isForwarded);
  }

  /** Operands that are not handed over decide where control goes: they matter if something there has effects. */
  #visitDeciding(op: Operation, isForwarded: ReadonlySet<number>): void {
    const deciding = op.operandValues().filter((_, index) => !isForwarded.has(index));
    if (deciding.length === 0) return;
    const holder = op.regions.length > 0 ? op : op.parentOp!;
    const blocks =
      op.successors.length > 0 ? op.successors : holder.regions.flatMap((region) => region.blocks);
    const hasEffects = blocks.some((block) => {
      for (let nested = block.firstOp; nested !== null; nested = nested.next) {
        if (!isMemoryEffectFree(nested, this.#context)) return true;
      }
      return false;
    });
    if (hasEffects) for (const value of deciding) this.#mark(value);
    this.#visitPlain(op, deciding);
    if (holder === op || op.successors.length > 0) return;
    // The way out of a region also depends on what the operation around is needed for.
    for (const result of holder.results) for (const value of deciding) this.#flow(op, value, result);
    this.#visitPlain(holder, deciding);
  }
}
