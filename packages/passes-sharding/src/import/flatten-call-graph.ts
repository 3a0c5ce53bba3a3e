import { type CallOp, type FuncOp } from '@shardform/dialect-func';
import { ORIGINAL_FUNC_NAME } from '@shardform/dialect-sdy';
import {
  cloneOp,
  countExpansion,
  type Context,
  definePass,
  type ModuleOp,
  StringAttr,
  SymbolRefAttr,
  SymbolTable,
} from '@shardform/ir-core';
import { callGraphPostOrder, callsIn, functionsByName, reportRecursion } from '../module/call-graph.ts';

/**
 * Gives every call a function of its own: the first call keeps the function, the others get copies.
 *
 * @returns false after an error was reported.
 */
export function flattenCallGraph(module: ModuleOp, context: Context): boolean {
  if (reportRecursion(module, context)) return false;
  new CallGraphFlattener(module).run();
  return true;
}

/** Returns the name that a function had before it was copied. */
export function originalName(func: FuncOp): string {
  const name = func.getAttr(ORIGINAL_FUNC_NAME);
  return name instanceof StringAttr ? name.value : func.symName.value;
}

class CallGraphFlattener {
  readonly #module: ModuleOp;
  readonly #symbols: SymbolTable;
  readonly #functions: Map<string, FuncOp>;
  readonly #called = new Set<FuncOp>();

  constructor(module: ModuleOp) {
    this.#module = module;
    this.#symbols = new SymbolTable(module);
    this.#functions = functionsByName(module);
  }

  run(): void {
    for (const func of callGraphPostOrder(this.#module)) {
      for (const call of callsIn(func)) {
        const callee = this.#functions.get(call.callee.root);
        if (callee === undefined) continue;
        if (this.#called.has(callee)) this.#cloneCallee(call, callee);
        else this.#called.add(callee);
      }
    }
  }

  /** Makes `call` call a copy, and every call inside the copy a copy in turn. */
  #cloneCallee(call: CallOp, callee: FuncOp): void {
    countExpansion(callee);
    const copy = cloneOp(callee);
    copy.setAttr(ORIGINAL_FUNC_NAME, StringAttr.get(originalName(callee)));
    for (const inner of callsIn(copy)) {
      const innerCallee = this.#functions.get(inner.callee.root);
      if (innerCallee !== undefined) this.#cloneCallee(inner, innerCallee);
    }
    const name = this.#symbols.insert(copy);
    this.#functions.set(name, copy);
    call.callee = SymbolRefAttr.get(name);
  }
}

/** `sdy-flatten-call-graph`. */
export const flattenCallGraphPass = /* @__PURE__ */ definePass({
  name: 'sdy-flatten-call-graph',
  className: 'FlattenCallGraphPass',
  summary: 'Flattens the call graph: every call gets a function of its own.',
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run(module, pass) {
    if (!flattenCallGraph(module, pass.context)) pass.fail();
  },
});
