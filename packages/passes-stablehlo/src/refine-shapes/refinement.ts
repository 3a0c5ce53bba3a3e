import {
  applyPatternsGreedily,
  type Context,
  type ModuleOp,
  type RewritePattern,
  type SymbolRefAttr,
  SymbolTable,
  type Type,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';

/** The argument types and constants that a function is called with: it can be specialised for one of these only. */
export interface RefinementKey {
  readonly callee: string;
  /** Number of tokens before the constants. */
  readonly tokenCount: number;
  /** Integers that all callers give, which the specialised function has no arguments for. */
  readonly constants: readonly bigint[];
  /** Types of the other arguments. */
  readonly argumentTypes: readonly Type[];
}

/** The functions of a module on the way to better known types. */
export class Refinement {
  readonly context: Context;
  readonly #symbols: SymbolTable;
  /** The key that a function was refined with; `null` while that is under way. */
  readonly #keys = new Map<FuncOp, RefinementKey | null>();
  readonly #patterns: readonly RewritePattern[];
  /** The errors reported so far; calls are visited more than once. */
  readonly #reported = new Set<string>();

  /** @param patterns makes the patterns that functions are refined by. */
  constructor(
    module: ModuleOp,
    context: Context,
    patterns: (refinement: Refinement) => readonly RewritePattern[],
  ) {
    this.context = context;
    this.#symbols = new SymbolTable(module);
    this.#patterns = patterns(this);
  }

  get failed(): boolean {
    return this.#reported.size > 0;
  }

  /** The function of a name, when it has a body of one block. */
  lookup(callee: SymbolRefAttr): FuncOp | null {
    const func = this.#symbols.lookup(callee.root);
    return func instanceof FuncOp && func.body.blocks.length === 1 ? func : null;
  }

  /**
   * Returns whether a function is yet to be refined with a key, was refined with it, or was refined otherwise, which is
   * reported.
   */
  stateOf(func: FuncOp, key: RefinementKey): 'new' | 'done' | 'conflict' {
    const known = this.#keys.get(func);
    if (known === undefined) return 'new';
    if (known === null) {
      this.report(func, `Function ${func.symName.value} is being refined recursively`);
      return 'conflict';
    }
    if (areEqual(known, key)) return 'done';
    const problem = `refined with incompatible refinement keys:\n  curr=${keyText(key)}\n  prev=${keyText(known)}`;
    this.report(func, `'${func.name}' op ${problem}`);
    return 'conflict';
  }

  /** Refines what a function computes from its arguments, and the types of its results. */
  refine(func: FuncOp, key: RefinementKey): void {
    this.#keys.set(func, null);
    const { converged } = applyPatternsGreedily(func, this.#patterns, this.context, {
      topDown: true,
      maxIterations: Infinity,
      regionSimplification: 'disabled',
    });
    if (!converged) this.report(func, `Failed to converge StablehloRefineShapes in ${func.symName.value}`);
    this.#keys.set(func, key);
  }

  report(func: FuncOp, message: string): void {
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.context.diagnostics.emitOn(func, 'error', message);
  }
}

function areEqual(a: RefinementKey, b: RefinementKey): boolean {
  return a.callee === b.callee && keyText(a) === keyText(b);
}

function keyText({ callee, tokenCount, constants, argumentTypes }: RefinementKey): string {
  const types = argumentTypes.map(String).join(', ');
  return `RefinementKey(${callee}, toks=${tokenCount}, dim_args=[${constants.join(', ')}], fn_args=[${types}])`;
}
