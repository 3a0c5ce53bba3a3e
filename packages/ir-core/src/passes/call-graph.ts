import { SymbolRefAttr } from '../builtin/attrs/basic-attrs.ts';
import type { Context } from '../ir/context.ts';
import { type CallOp, callableOpInterface, callOpInterface } from '../ir/interfaces.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import type { SymbolTables } from '../ir/symbol-table.ts';
import { lookUp } from '../list/look-up.ts';

/** A callable region and what it calls. */
export interface CallGraphNode {
  /** `null` for whoever calls from outside, and for callees that are not known. */
  readonly region: Region | null;
  /** Called nodes, and nodes of callables inside, in the order in which they were found. */
  readonly targets: Set<CallGraphNode>;
  /** True if a callable lies inside the region. */
  hasChildren: boolean;
}

/** The callables that callables call, by the call interfaces. A snapshot of the program when it was made. */
export class CallGraph {
  /** Leads to every callable that is not inside another one. */
  readonly externalCaller: CallGraphNode = makeNode(null);
  readonly unknownCallee: CallGraphNode = makeNode(null);
  readonly #nodes = new Map<Region, CallGraphNode>();
  readonly #context: Context;
  readonly #symbols: SymbolTables;

  constructor(root: Operation, context: Context, symbols: SymbolTables) {
    this.#context = context;
    this.#symbols = symbols;
    // All callables are known before the first call is resolved.
    this.#visit(root, null, false);
    this.#visit(root, null, true);
  }

  node(region: Region): CallGraphNode | null {
    return this.#nodes.get(region) ?? null;
  }

  nodes(): IterableIterator<CallGraphNode> {
    return this.#nodes.values();
  }

  /** The node of the callable that a call calls. */
  resolve(op: Operation, call: CallOp): CallGraphNode {
    const { callee } = call;
    const callable =
      callee instanceof SymbolRefAttr ? this.#symbols.lookupNearest(op, callee) : callee.definingOp;
    const region =
      callable === null ? null : (this.#context.query(callableOpInterface, callable)?.callableRegion ?? null);
    return (region === null ? null : this.node(region)) ?? this.unknownCallee;
  }

  #visit(op: Operation, parent: CallGraphNode | null, resolvesCalls: boolean): void {
    const call = this.#context.query(callOpInterface, op);
    if (call !== undefined) {
      if (resolvesCalls && parent !== null) parent.targets.add(this.resolve(op, call));
      return;
    }
    let holder = parent;
    const callable = this.#context.query(callableOpInterface, op);
    if (callable !== undefined) {
      if (callable.callableRegion === null) return;
      holder = this.#addNode(callable.callableRegion, parent);
    }
    for (const region of op.regions) {
      for (const block of region.blocks) {
        for (let inner = block.firstOp; inner !== null; inner = inner.next) {
          this.#visit(inner, holder, resolvesCalls);
        }
      }
    }
  }

  #addNode(region: Region, parent: CallGraphNode | null): CallGraphNode {
    let node = this.#nodes.get(region);
    if (node !== undefined) return node;
    this.#nodes.set(region, (node = makeNode(region)));
    (parent ?? this.externalCaller).targets.add(node);
    if (parent !== null) parent.hasChildren = true;
    return node;
  }

  /**
   * Groups of nodes that call each other, callees before their callers (Tarjan's strongly connected
   * components); within a group the node found last stands first.
   */
  components(): CallGraphNode[][] {
    const found: CallGraphNode[][] = [];
    const numbers = new Map<CallGraphNode, number>();
    const open: CallGraphNode[] = [];
    interface Visit {
      readonly node: CallGraphNode;
      readonly targets: readonly CallGraphNode[];
      next: number;
      lowest: number;
    }
    const stack: Visit[] = [];
    const enter = (node: CallGraphNode): void => {
      numbers.set(node, numbers.size);
      open.push(node);
      stack.push({ node, targets: [...node.targets], next: 0, lowest: lookUp(numbers, node) });
    };
    enter(this.externalCaller);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const target = top.targets[top.next++];
      if (target !== undefined) {
        const number = numbers.get(target);
        if (number === undefined) enter(target);
        else top.lowest = Math.min(top.lowest, number);
        continue;
      }
      stack.pop();
      const caller = stack.at(-1);
      if (caller !== undefined) caller.lowest = Math.min(caller.lowest, top.lowest);
      if (top.lowest !== numbers.get(top.node)) continue;
      const component = open.splice(open.lastIndexOf(top.node)).reverse();
      // A finished node must not lower the numbers of others.
      for (const node of component) numbers.set(node, Infinity);
      found.push(component);
    }
    return found;
  }
}

function makeNode(region: Region | null): CallGraphNode {
  return { region, targets: new Set(), hasChildren: false };
}
