import type { Context } from '../ir/context.ts';
import { symbol, symbolTable } from '../definition/traits.ts';
import { callableOpInterface } from '../ir/interfaces.ts';
import type { Operation } from '../ir/operation.ts';
import { symbolName, type SymbolTables, symbolVisibility } from '../ir/symbol-table.ts';
import { symbolUsesOf } from '../ir/symbol-uses.ts';
import type { CallGraph, CallGraphNode } from './call-graph.ts';

/** References that one node makes to discardable ones. */
interface NodeUses {
  /** From the attributes of the callable itself; each node counts once. */
  readonly fromCallable: Set<CallGraphNode>;
  /** From operations in the body. */
  readonly fromBody: Map<CallGraphNode, number>;
}

/**
 * Counts the references to callables that may be erased when nothing refers to them: private ones, and those
 * of tables that nothing outside sees. Kept up to date while calls are inlined.
 */
export class CallUses {
  readonly #graph: CallGraph;
  readonly #context: Context;
  readonly #symbols: SymbolTables;
  readonly #counts = new Map<CallGraphNode, number>();
  readonly #uses = new Map<CallGraphNode, NodeUses>();

  constructor(root: Operation, graph: CallGraph, context: Context, symbols: SymbolTables) {
    this.#graph = graph;
    this.#context = context;
    this.#symbols = symbols;
    const alwaysLive = new Set<CallGraphNode>();
    this.#visitTables(root, root.parent === null, alwaysLive);
    for (const node of alwaysLive) this.#counts.delete(node);
    for (const node of graph.nodes()) this.recompute(node);
  }

  /** Returns true if nothing refers to the node and it may be erased. */
  isDead(node: CallGraphNode): boolean {
    return this.#counts.get(node) === 0;
  }

  /** Returns true if a single call keeps the node alive. */
  hasOneUse(node: CallGraphNode): boolean {
    return this.#counts.get(node) === 1;
  }

  /** Counts the references of a node again, after its body changed by other means. */
  recompute(node: CallGraphNode): void {
    this.#release(node);
    const callable = node.region!.parent;
    const uses: NodeUses = { fromCallable: new Set(), fromBody: new Map() };
    this.#visitReferences(callable, (target, user) => {
      if (!this.#counts.has(target)) return;
      if (user !== callable) uses.fromBody.set(target, (uses.fromBody.get(target) ?? 0) + 1);
      else if (uses.fromCallable.has(target)) return;
      else uses.fromCallable.add(target);
      this.#add(target, 1);
    });
    this.#uses.set(node, uses);
  }

  /** A call in `node` is about to be erased. */
  dropCall(node: CallGraphNode, call: Operation): void {
    const uses = this.#uses.get(node);
    this.#visitReferences(call, (target) => {
      const count = uses?.fromBody.get(target);
      if (uses === undefined || count === undefined) return;
      uses.fromBody.set(target, count - 1);
      this.#add(target, -1);
    });
  }

  /** The body of `inlined` was put into `node`. */
  mergeAfterInlining(inlined: CallGraphNode, node: CallGraphNode): void {
    const from = this.#uses.get(inlined);
    const to = this.#uses.get(node);
    if (from === undefined || to === undefined) return;
    for (const [target, count] of [...from.fromBody]) {
      to.fromBody.set(target, (to.fromBody.get(target) ?? 0) + count);
      this.#add(target, count);
    }
  }

  /** The node is gone: its references don't count. */
  erase(node: CallGraphNode): void {
    this.#release(node);
    this.#uses.delete(node);
  }

  #release(node: CallGraphNode): void {
    const uses = this.#uses.get(node);
    if (uses === undefined) return;
    for (const target of uses.fromCallable) this.#add(target, -1);
    for (const [target, count] of uses.fromBody) this.#add(target, -count);
  }

  #add(node: CallGraphNode, amount: number): void {
    const count = this.#counts.get(node);
    if (count !== undefined) this.#counts.set(node, count + amount);
  }

  /** Finds the discardable callables, and those that other symbols refer to, in all tables from `op` down. */
  #visitTables(op: Operation, allUsesVisible: boolean, alwaysLive: Set<CallGraphNode>): void {
    const isTable = op.hasTrait(symbolTable);
    const innerVisible = allUsesVisible || (isTable && symbolVisibility(op) === 'private');
    for (const region of op.regions) {
      for (const block of region.blocks) {
        for (let inner = block.firstOp; inner !== null; inner = inner.next) {
          this.#visitTables(inner, innerVisible, alwaysLive);
          if (isTable) this.#visitTableEntry(inner, allUsesVisible, alwaysLive);
        }
      }
    }
  }

  #visitTableEntry(op: Operation, allUsesVisible: boolean, alwaysLive: Set<CallGraphNode>): void {
    const callable = this.#context.query(callableOpInterface, op);
    const region = callable?.callableRegion ?? null;
    const node = region === null ? null : this.#graph.node(region);
    if (node === null) {
      this.#visitReferences(op, (target) => alwaysLive.add(target));
      return;
    }
    if (!op.hasTrait(symbol) || symbolName(op) === null) return;
    const visibility = symbolVisibility(op);
    if (visibility === 'private' || (allUsesVisible && visibility === 'nested')) this.#counts.set(node, 0);
  }

  /** Visits the callables that symbols in the attributes of an operation and inside it stand for. */
  #visitReferences(op: Operation, visit: (target: CallGraphNode, user: Operation) => void): void {
    const table = op.parentOp;
    if (table === null) return;
    for (const { ref, user } of symbolUsesOf(op) ?? []) {
      const callable = this.#symbols.lookupNearest(table, ref);
      const region =
        callable === null
          ? null
          : (this.#context.query(callableOpInterface, callable)?.callableRegion ?? null);
      const target = region === null ? null : this.#graph.node(region);
      if (target !== null) visit(target, user);
    }
  }
}
