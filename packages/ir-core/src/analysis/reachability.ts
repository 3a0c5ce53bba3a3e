import { SymbolRefAttr } from '../builtin/attrs/basic-attrs.ts';
import { returnLike, symbol, symbolTable } from '../definition/traits.ts';
import type { Attribute } from '../ir/attribute.ts';
import type { Block } from '../ir/block.ts';
import type { Context } from '../ir/context.ts';
import {
  branchOpInterface,
  callableOpInterface,
  callOpInterface,
  type OperandRange,
  type RegionBranchOp,
  regionBranchOpInterface,
  type RegionBranchPoint,
  regionBranchTerminatorOpInterface,
  type RegionSuccessor,
} from '../ir/interfaces.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import { symbolName, SymbolTables, symbolVisibility } from '../ir/symbol-table.ts';
import { walkSymbolUses } from '../ir/symbol-uses.ts';
import type { Value } from '../ir/value.ts';

/** The points from which control comes to a point between operations and regions. */
export interface Predecessors {
  /** Calls, returns, terminators of regions or the operation around, with the values that get what they hand over. */
  readonly known: Map<Operation, readonly Value[]>;
  /** True if there may be others, such as callers outside. */
  hasUnknown: boolean;
}

/** Informed of what {@link Reachability} finds; provides the constants that decide branches. */
export interface ReachabilityClient {
  /** The constants that the operands are known to be; `null` while nothing is known of one of them. */
  constantOperands(op: Operation): readonly (Attribute | null)[] | null;
  /** The block was found to be executed. */
  blockReached(block: Block): void;
  /** One more branch was found to lead to the block. */
  edgeReached(target: Block): void;
  /** One more way was found to lead to the point: see {@link Reachability.predecessors}. */
  predecessorsChanged(point: Operation | Block): void;
}

/**
 * Computes which blocks are executed, and from where control comes: over branches, regions and calls. Grows as
 * operations are visited; a block counts as dead until a path to it is found. MLIR's dead code analysis.
 */
export class Reachability {
  readonly #root: Operation;
  readonly #context: Context;
  readonly #client: ReachabilityClient;
  readonly #symbols = new SymbolTables();
  readonly #callees = new Map<Operation, Region>();
  readonly #live = new Set<Block>();
  readonly #liveEdges = new Map<Block, Set<Block>>();
  readonly #predecessors = new Map<Operation | Block, Predecessors>();

  constructor(root: Operation, context: Context, client: ReachabilityClient) {
    this.#root = root;
    this.#context = context;
    this.#client = client;
  }

  /** Says that the regions of the root are entered. */
  start(): void {
    this.#findCallers(this.#root, this.#root.parent === null);
    this.#enterRegions(this.#root);
  }

  isLive(block: Block): boolean {
    return this.#live.has(block);
  }

  isLiveEdge(from: Block, to: Block): boolean {
    return this.#liveEdges.get(from)?.has(to) === true;
  }

  /**
   * From where control comes to the entry block of a region, back to an operation with regions, from a callable
   * back to a call, or from calls to a callable.
   */
  predecessors(point: Operation | Block): Predecessors {
    let predecessors = this.#predecessors.get(point);
    if (predecessors === undefined) {
      this.#predecessors.set(point, (predecessors = { known: new Map(), hasUnknown: false }));
    }
    return predecessors;
  }

  /** Returns the region that a visited call calls, if it is known and inside the root. */
  callee(call: Operation): Region | undefined {
    return this.#callees.get(call);
  }

  /** Follows the control flow that starts at an operation of a block that is live. */
  visit(op: Operation): void {
    const call = this.#context.query(callOpInterface, op);
    if (call !== undefined) this.#visitCall(op, call.callee);
    if (op.regions.length > 0) this.#visitHolder(op);
    if (op.successors.length > 0) this.#visitBranch(op);
    else if (op.next === null) this.#visitWayOut(op);
  }

  #visitCall(call: Operation, callee: SymbolRefAttr | Value): void {
    const callable = callee instanceof SymbolRefAttr ? this.#symbols.lookupNearest(call, callee) : null;
    const region =
      callable === null ? null : (this.#context.query(callableOpInterface, callable)?.callableRegion ?? null);
    if (callable === null || region === null || !callable.isInside(this.#root)) this.#addUnknown(call);
    else {
      this.#callees.set(call, region);
      this.#addPredecessor(callable, call, []);
    }
  }

  #visitHolder(op: Operation): void {
    const branch = this.#context.query(regionBranchOpInterface, op);
    if (branch !== undefined) {
      const constants = this.#client.constantOperands(op);
      if (constants === null) return;
      const successors = branch.entrySuccessorRegions?.(constants) ?? branch.successorRegions('parent');
      for (const successor of successors) this.#follow(op, op, successor);
    } else if (this.#context.query(callableOpInterface, op) !== undefined) {
      const callers = this.predecessors(op);
      if (callers.hasUnknown || callers.known.size > 0) this.#enterRegions(op);
    } else this.#enterRegions(op);
  }

  #visitBranch(op: Operation): void {
    const branch = this.#context.query(branchOpInterface, op);
    let taken: Block | null = null;
    if (branch !== undefined) {
      const constants = this.#client.constantOperands(op);
      if (constants === null) return;
      taken = branch.successorForOperands?.(constants) ?? null;
    }
    for (const target of taken === null ? op.successors : [taken]) this.#markEdge(op.parent!, target);
  }

  /** The last operation of a block leaves its region. */
  #visitWayOut(op: Operation): void {
    const holder = op.parentOp;
    if (holder === null) return;
    const branch = this.#context.query(regionBranchOpInterface, holder);
    if (branch !== undefined) {
      const constants = this.#client.constantOperands(op);
      if (constants === null) return;
      const successors =
        this.#context.query(regionBranchTerminatorOpInterface, op)?.successorRegions?.(constants) ??
        branch.successorRegions(op.parentRegion!);
      for (const successor of successors) this.#follow(op, holder, successor);
    } else if (this.#context.query(callableOpInterface, holder) !== undefined) {
      for (const call of this.predecessors(holder).known.keys()) {
        if (op.hasTrait(returnLike)) this.#addPredecessor(call, op, []);
        else this.#addUnknown(call);
      }
    }
  }

  #follow(from: Operation, holder: Operation, { target, inputs }: RegionSuccessor): void {
    if (target === 'parent') this.#addPredecessor(holder, from, inputs);
    else if (!target.isEmpty) {
      this.#markBlock(target.entry);
      this.#addPredecessor(target.entry, from, inputs);
    }
  }

  #enterRegions(op: Operation): void {
    for (const region of op.regions) if (!region.isEmpty) this.#markBlock(region.entry);
  }

  #markBlock(block: Block): void {
    if (this.#live.has(block)) return;
    this.#live.add(block);
    this.#client.blockReached(block);
  }

  #markEdge(from: Block, to: Block): void {
    let targets = this.#liveEdges.get(from);
    if (targets === undefined) this.#liveEdges.set(from, (targets = new Set()));
    if (targets.has(to)) return;
    targets.add(to);
    this.#markBlock(to);
    this.#client.edgeReached(to);
  }

  #addPredecessor(point: Operation | Block, from: Operation, inputs: readonly Value[]): void {
    const { known } = this.predecessors(point);
    if (known.has(from)) return;
    known.set(from, inputs);
    this.#client.predecessorsChanged(point);
  }

  #addUnknown(point: Operation): void {
    const predecessors = this.predecessors(point);
    if (predecessors.hasUnknown) return;
    predecessors.hasUnknown = true;
    this.#client.predecessorsChanged(point);
  }

  /** Callables that others than the calls in sight may call, in all symbol tables from `op` down. */
  #findCallers(op: Operation, seesAll: boolean): void {
    const isTable = op.hasTrait(symbolTable);
    const seesAllUses =
      !isTable ||
      seesAll ||
      !(op.hasTrait(symbol) && symbolName(op) !== null) ||
      symbolVisibility(op) === 'private';
    for (const region of op.regions) {
      for (const block of region.blocks) {
        for (let inner = block.firstOp; inner !== null; inner = inner.next) {
          if (inner.regions.length > 0) this.#findCallers(inner, seesAllUses);
        }
      }
    }
    if (isTable) this.#findCallersOfTable(op, seesAllUses);
  }

  #findCallersOfTable(table: Operation, seesAllUses: boolean): void {
    let hasCallables = false;
    for (let op = table.regions[0]?.blocks[0]?.firstOp ?? null; op !== null; op = op.next) {
      const callable = this.#context.query(callableOpInterface, op);
      if ((callable?.callableRegion ?? null) === null || symbolName(op) === null) continue;
      hasCallables = true;
      const visibility = symbolVisibility(op);
      if (visibility === 'public' || (!seesAllUses && visibility === 'nested')) this.#addUnknown(op);
    }
    if (!hasCallables) return;
    const isKnown = walkSymbolUses(table, ({ user, ref }) => {
      if (this.#context.query(callOpInterface, user) !== undefined) return;
      const named = this.#symbols.lookup(table, ref);
      if (named !== null) this.#addUnknown(named);
    });
    if (isKnown) return;
    this.#root.walk((op) => {
      if (this.#context.query(callableOpInterface, op) !== undefined) this.#addUnknown(op);
    });
  }
}

/**
 * Returns the operands that `from`, which is the operation `holder` itself or the end of one of its regions, hands over
 * to `target`; `null` when that is not known.
 */
export function forwardedOperands(
  from: Operation,
  holder: Operation,
  branch: RegionBranchOp,
  target: RegionBranchPoint,
  context: Context,
): OperandRange | null {
  if (from === holder) return branch.entrySuccessorOperands(target);
  const way = context.query(regionBranchTerminatorOpInterface, from);
  if (way !== undefined) return way.successorOperands(target);
  return from.hasTrait(returnLike) ? { start: 0, count: from.operands.length } : null;
}
