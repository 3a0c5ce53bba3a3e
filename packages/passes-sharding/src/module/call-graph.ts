import { CallOp, FuncOp } from '@shardform/dialect-func';
import {
  type Context,
  currentBudget,
  limitMessage,
  type ModuleOp,
  type Operation,
  lookUp,
  perState,
} from '@shardform/ir-core';

/**
 * Returns the functions that calls can reach from public functions, callees before their callers. Public functions are
 * taken in the order of the module, the callees of each in the order of its calls.
 */
export function callGraphPostOrder(module: ModuleOp): FuncOp[] {
  const functions = functionsByName(module);
  const order: FuncOp[] = [];
  const seen = new Set<FuncOp>();
  for (const root of functions.values()) {
    if (!root.isPublic || seen.has(root)) continue;
    seen.add(root);
    // An explicit stack: call chains can be long.
    const stack = [{ func: root, callees: calleesOf(root, functions) }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const callee = top.callees.next();
      if (callee.done === true) {
        order.push(top.func);
        stack.pop();
      } else if (!seen.has(callee.value)) {
        seen.add(callee.value);
        stack.push({ func: callee.value, callees: calleesOf(callee.value, functions) });
      }
    }
  }
  return order;
}

/** Returns the same functions, callers before their callees. */
export function callGraphPreOrder(module: ModuleOp): FuncOp[] {
  return callGraphPostOrder(module).reverse();
}

/**
 * Reports calls that can't be unfolded: of a function that calls itself, through others or not, deeper than regions may nest,
 * or of more operations than a program may be made to have.
 *
 * @returns whether there is one.
 */
export function reportRecursion(module: ModuleOp, { diagnostics }: Context): boolean {
  const functions = functionsByName(module);
  const calls = new Map([...functions.values()].map((func) => [func, callsIn(func)]));
  // A function is finished when nothing that it calls leads back; an explicit stack, as above.
  const state = new Map<FuncOp, 'open' | 'finished'>();
  const unfolded = new UnfoldedCalls(calls, functions);
  for (const root of functions.values()) {
    const stack: { readonly func: FuncOp; next: number }[] = [{ func: root, next: 0 }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { func } = top;
      if (top.next === 0 && state.has(func)) {
        stack.pop();
        continue;
      }
      state.set(func, 'open');
      const call = lookUp(calls, func)[top.next++];
      if (call === undefined) {
        state.set(func, 'finished');
        stack.pop();
        const problem = unfolded.add(func);
        if (problem === null) continue;
        diagnostics.error(func.location, `'func.func' op ${problem}; calls cannot be unfolded`);
        return true;
      }
      const callee = functions.get(call.callee.root);
      if (callee === undefined) continue;
      if (state.get(callee) === 'open') {
        const name = callee.symName.value;
        diagnostics.error(
          call.location,
          `'func.call' op calls @${name} recursively; calls cannot be unfolded`,
        );
        return true;
      }
      stack.push({ func: callee, next: 0 });
    }
  }
  return false;
}

/** Computes the size of functions when each of their calls is inlined. */
class UnfoldedCalls {
  readonly #calls: ReadonlyMap<FuncOp, readonly CallOp[]>;
  readonly #functions: ReadonlyMap<string, FuncOp>;
  readonly #sizes = new Map<FuncOp, { readonly depth: number; readonly added: number }>();

  constructor(calls: ReadonlyMap<FuncOp, readonly CallOp[]>, functions: ReadonlyMap<string, FuncOp>) {
    this.#calls = calls;
    this.#functions = functions;
  }

  /** Adds a function whose callees were added; returns the error, or `null`. */
  add(func: FuncOp): string | null {
    const { nesting, operations } = currentBudget().limits;
    let [depth, added] = [0, 0];
    for (const call of lookUp(this.#calls, func)) {
      const callee = lookUp(this.#functions, call.callee.root);
      const size = this.#sizes.get(callee);
      if (size === undefined) continue;
      depth = Math.max(depth, size.depth);
      added += operationsIn(callee) + size.added;
    }
    this.#sizes.set(func, { depth: depth + 1, added });
    if (2 * depth > nesting) return `makes calls that are more than ${Math.floor(nesting / 2)} deep`;
    return added > operations ? limitMessage('operations', 'makes calls of', added, operations) : null;
  }
}

/** Returns the number of operations that one is, with all inside. */
export const operationsIn = /* @__PURE__ */ perState((op: Operation): number => {
  let count = 0;
  op.walk(() => {
    count++;
  });
  return count;
});

/** Returns the functions of a module by name, in its order. */
export function functionsByName(module: ModuleOp): Map<string, FuncOp> {
  const functions = new Map<string, FuncOp>();
  for (const op of module.body) if (op instanceof FuncOp) functions.set(op.symName.value, op);
  return functions;
}

/** Returns the calls inside an operation, in program order. */
export const callsIn = /* @__PURE__ */ perState((op: Operation): readonly CallOp[] => {
  const calls: CallOp[] = [];
  op.walkOf(CallOp, (call) => {
    calls.push(call);
  });
  return calls;
});

/** Returns the number of calls of each function that is called. */
export function callCounts(module: Operation): ReadonlyMap<FuncOp, number> {
  const counts = new Map<FuncOp, number>();
  for (const call of callsIn(module)) {
    const callee = call.calledFunction();
    if (callee !== null) counts.set(callee, (counts.get(callee) ?? 0) + 1);
  }
  return counts;
}

/** Returns the calls of a module by the name of the called function, in program order. */
export function callsByCallee(module: ModuleOp): Map<string, CallOp[]> {
  const calls = new Map<string, CallOp[]>();
  for (const call of callsIn(module)) {
    const { root } = call.callee;
    const known = calls.get(root);
    if (known === undefined) calls.set(root, [call]);
    else known.push(call);
  }
  return calls;
}

function* calleesOf(func: FuncOp, functions: ReadonlyMap<string, FuncOp>): IterableIterator<FuncOp> {
  for (const call of callsIn(func)) {
    const callee = functions.get(call.callee.root);
    if (callee !== undefined) yield callee;
  }
}

/** Returns whether functions of a module call themselves, which nothing reports. */
export function isRecursive(module: ModuleOp, context: Context): boolean {
  return context.diagnostics.capture(() => reportRecursion(module, context)).result;
}
