import { checkInterruptAfter, STEPS_PER_OPERATION } from '../budget/budget.ts';
import type { Attribute } from '../ir/attribute.ts';
import { Block } from '../ir/block.ts';
import type { Context } from '../ir/context.ts';
import {
  branchOpInterface,
  callableOpInterface,
  callOpInterface,
  type RegionBranchOp,
  regionBranchOpInterface,
  type RegionBranchPoint,
} from '../ir/interfaces.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import { Value } from '../ir/value.ts';
import { incomingBranches, type IncomingBranch } from '../ir/incoming-branches.ts';
import { forwardedOperands, type Predecessors, Reachability } from './reachability.ts';

/**
 * A dataflow analysis of each value, from definitions to uses. Elements `L` form a lattice of finite height: a value
 * whose definition was not reached has none, and joining with another one only loses knowledge.
 */
export interface ForwardAnalysis<L> {
  /** Returns the least element that covers both `a` and `b`. */
  join(a: L, b: L): L;
  /** Returns true if two elements are equal; by default if they are identical. */
  equals?(a: L, b: L): boolean;
  /** Returns the element of a value that comes from outside, or whose computation is unknown. */
  unknown(value: Value): L;
  /**
   * Returns the elements of the results of an operation, whose blocks and regions are taken care of; `null` for
   * nothing. A result may be a value that has the same element.
   */
  visit(op: Operation, operands: readonly L[]): readonly (L | Value)[] | null;
  /** The constant that an element stands for: branches on it are followed one way only. */
  constantOf?(element: L): Attribute | null;
}

/** The result of {@link analyzeForward}. */
export interface ForwardResult<L> {
  /** `undefined` for a value that is never computed. */
  get(value: Value): L | undefined;
  /** Returns true if control may reach the block. */
  isLive(block: Block): boolean;
  /** From where control comes: see {@link Reachability.predecessors}. */
  predecessors(point: Operation | Block): Predecessors;
}

/**
 * Runs a forward analysis on all values inside `root`: through branches, regions with control flow, and calls of
 * functions that nothing outside can call. Only what can be reached counts.
 */
export function analyzeForward<L extends object | string | number | boolean | null>(
  root: Operation,
  context: Context,
  analysis: ForwardAnalysis<L>,
): ForwardResult<L> {
  return new ForwardSolver(root, context, analysis).run();
}

class ForwardSolver<L extends object | string | number | boolean | null> implements ForwardResult<L> {
  readonly #root: Operation;
  readonly #context: Context;
  readonly #analysis: ForwardAnalysis<L>;
  readonly #reachability: Reachability;
  readonly #elements = new Map<Value, L>();
  readonly #branches = new Map<Region, ReadonlyMap<Block, readonly IncomingBranch[]>>();
  readonly #queue: (Operation | Block)[] = [];
  readonly #queued = new Set<Operation | Block>();

  constructor(root: Operation, context: Context, analysis: ForwardAnalysis<L>) {
    this.#root = root;
    this.#context = context;
    this.#analysis = analysis;
    this.#reachability = new Reachability(root, context, {
      constantOperands: (op) => this.#constantOperands(op),
      blockReached: (block) => {
        this.#enqueue(block);
        for (let op = block.firstOp; op !== null; op = op.next) this.#enqueue(op);
      },
      edgeReached: (target) => {
        this.#enqueue(target);
      },
      predecessorsChanged: (point) => {
        this.#predecessorsChanged(point);
      },
    });
  }

  get(value: Value): L | undefined {
    return this.#elements.get(value);
  }

  isLive(block: Block): boolean {
    return this.#reachability.isLive(block);
  }

  predecessors(point: Operation | Block): Predecessors {
    return this.#reachability.predecessors(point);
  }

  run(): this {
    this.#reachability.start();
    for (const { blocks } of this.#root.regions)
      if (blocks[0] !== undefined) this.#setUnknown(blocks[0].arguments);
    // First come first served, in program order as far as possible: definitions before uses.
    for (const item of this.#queue) {
      checkInterruptAfter(STEPS_PER_OPERATION);
      this.#queued.delete(item);
      if (item instanceof Block) this.#visitBlock(item);
      else if (item.parent !== null && this.isLive(item.parent)) this.#visitOp(item);
    }
    return this;
  }

  #enqueue(item: Operation | Block): void {
    if (this.#queued.has(item)) return;
    this.#queued.add(item);
    this.#queue.push(item);
  }

  #predecessorsChanged(point: Operation | Block): void {
    this.#enqueue(point);
    if (point instanceof Block || this.#context.query(callableOpInterface, point) === undefined) return;
    // A new caller: the arguments depend on it, and the ends of the body lead back to it.
    for (const { blocks } of point.regions) {
      if (blocks[0] !== undefined) this.#enqueue(blocks[0]);
      for (const { lastOp } of blocks) if (lastOp !== null) this.#enqueue(lastOp);
    }
  }

  // ---- elements

  #join(value: Value, element: L | undefined): void {
    if (element === undefined) return;
    const known = this.#elements.get(value);
    const joined = known === undefined ? element : this.#analysis.join(known, element);
    if (known !== undefined && (this.#analysis.equals?.(joined, known) ?? joined === known)) return;
    this.#elements.set(value, joined);
    for (let use = value.firstUse; use !== null; use = use.nextUse) this.#valueChanged(use.owner);
  }

  /** Visits what depends on an operand: the operation's results, and the values that it passes on. */
  #valueChanged(user: Operation): void {
    if (user.parent === null || !this.isLive(user.parent)) return;
    this.#enqueue(user);
    for (const successor of user.successors) this.#enqueue(successor);
  }

  #setUnknown(values: readonly Value[]): void {
    for (const value of values) this.#join(value, this.#analysis.unknown(value));
  }

  #constantOperands(op: Operation): readonly (Attribute | null)[] | null {
    const constants: (Attribute | null)[] = [];
    for (const { value } of op.operands) {
      const element = this.#elements.get(value);
      if (element === undefined) return null;
      constants.push(this.#analysis.constantOf?.(element) ?? null);
    }
    return constants;
  }

  // ---- visits

  #visitOp(op: Operation): void {
    this.#reachability.visit(op);
    const { results } = op;
    // Who gets what the operation hands over looks it up here.
    if (op.successors.length === 0 && op.next === null) this.#visitReceivers(op);
    const branch = op.regions.length === 0 ? undefined : this.#context.query(regionBranchOpInterface, op);
    if (branch !== undefined) {
      this.#visitRegionSuccessor(op, branch, 'parent', op, results);
      for (const { blocks } of op.regions) {
        if (blocks[0] !== undefined && this.isLive(blocks[0])) this.#visitBlock(blocks[0]);
      }
      return;
    }
    const call = this.#context.query(callOpInterface, op);
    if (call !== undefined) {
      this.#passArguments(op);
      if (results.length > 0) this.#visitCallResults(op);
      return;
    }
    if (results.length === 0) return;
    const operands: L[] = [];
    for (const { value } of op.operands) {
      const element = this.#elements.get(value);
      if (element === undefined) return;
      operands.push(element);
    }
    const found = this.#analysis.visit(op, operands);
    if (found === null) this.#setUnknown(results);
    else {
      for (const [i, result] of results.entries()) {
        const element = found[i];
        this.#join(result, element instanceof Value ? this.#elements.get(element) : element);
      }
    }
  }

  #visitReceivers(terminator: Operation): void {
    const holder = terminator.parentOp;
    if (holder === null || holder === this.#root) return;
    if (this.#context.query(regionBranchOpInterface, holder) !== undefined) this.#enqueue(holder);
    else if (this.#context.query(callableOpInterface, holder) !== undefined) {
      for (const caller of this.#reachability.predecessors(holder).known.keys()) this.#enqueue(caller);
    }
  }

  #passArguments(call: Operation): void {
    const entry = this.#reachability.callee(call)?.entry;
    if (entry !== undefined && this.isLive(entry)) this.#enqueue(entry);
  }

  #visitCallResults(call: Operation): void {
    const { hasUnknown, known } = this.#reachability.predecessors(call);
    if (hasUnknown) {
      this.#setUnknown(call.results);
      return;
    }
    for (const terminator of known.keys()) {
      for (const [i, result] of call.results.entries()) {
        const returned = terminator.operands[i];
        if (returned === undefined) this.#setUnknown([result]);
        else this.#join(result, this.#elements.get(returned.value));
      }
    }
  }

  #visitBlock(block: Block): void {
    if (block.arguments.length === 0 || !this.isLive(block)) return;
    if (!block.isEntry) {
      this.#visitBranchesTo(block);
      return;
    }
    const holder = block.parentOp!;
    if (holder === this.#root) return;
    const region = block.parent!;
    const callable = this.#context.query(callableOpInterface, holder);
    if (callable?.callableRegion === region) {
      this.#visitCallers(holder, block);
      return;
    }
    const branch = this.#context.query(regionBranchOpInterface, holder);
    if (branch === undefined) this.#setUnknown(block.arguments);
    else this.#visitRegionSuccessor(holder, branch, region, block, block.arguments);
  }

  #visitCallers(callable: Operation, entry: Block): void {
    const { hasUnknown, known } = this.#reachability.predecessors(callable);
    if (hasUnknown) {
      this.#setUnknown(entry.arguments);
      return;
    }
    for (const caller of known.keys()) {
      const operands = this.#context.query(callOpInterface, caller)!.argumentOperands;
      for (const [i, argument] of entry.arguments.entries()) {
        const operand = operands[i];
        if (operand === undefined) this.#setUnknown([argument]);
        else this.#join(argument, this.#elements.get(operand));
      }
    }
  }

  #visitBranchesTo(block: Block): void {
    for (const { op, successorIndex } of this.#branchesTo(block)) {
      if (!this.#reachability.isLiveEdge(op.parent!, block)) continue;
      const branch = this.#context.query(branchOpInterface, op);
      const { start, count } = branch?.successorOperands(successorIndex) ?? { start: 0, count: 0 };
      const produced = block.arguments.length - count;
      for (const [i, argument] of block.arguments.entries()) {
        if (i < produced) this.#setUnknown([argument]);
        else this.#join(argument, this.#elements.get(op.getOperand(start + i - produced)));
      }
    }
  }

  #branchesTo(block: Block): readonly IncomingBranch[] {
    const region = block.parent!;
    let branches = this.#branches.get(region);
    if (branches === undefined) this.#branches.set(region, (branches = incomingBranches(region)));
    return branches.get(block) ?? [];
  }

  /** Joins what all known ways to `target` hand over; `values` that nothing is handed over for are unknown. */
  #visitRegionSuccessor(
    holder: Operation,
    branch: RegionBranchOp,
    target: RegionBranchPoint,
    point: Operation | Block,
    values: readonly Value[],
  ): void {
    if (values.length === 0) return;
    for (const [from, inputs] of this.#reachability.predecessors(point).known) {
      const operands = forwardedOperands(from, holder, branch, target, this.#context);
      if (operands === null) {
        this.#setUnknown(values);
        return;
      }
      const first = inputs[0];
      const offset = first === undefined ? 0 : values.indexOf(first);
      for (const [i, value] of values.entries()) {
        const at = i - offset;
        if (at < 0 || at >= inputs.length) this.#setUnknown([value]);
        else this.#join(value, this.#elements.get(from.getOperand(operands.start + at)));
      }
    }
  }
}
