import { checkInterrupt } from '../budget/budget.ts';
import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import { isTriviallyDead } from '../ir/side-effects.ts';
import { ConstantUniquer } from './constant-uniquer.ts';
import { constantValue } from './fold-op.ts';
import type { RewriteListener } from './listener.ts';
import { materializeFold } from './materialize-fold.ts';
import type { RewritePattern } from './pattern.ts';
import { PatternSet } from './pattern-set.ts';
import { Rewriter } from './rewriter.ts';
import { type RegionSimplification, simplifyRegion } from './simplify-region.ts';
import { Worklist } from './worklist.ts';

/** Options of {@link applyPatternsGreedily}. The defaults are those of MLIR's driver. */
export interface GreedyOptions {
  /** True if operations are first visited in program order rather than the last one first; false by default. */
  readonly topDown?: boolean;
  /** Visits of the whole region; 10. */
  readonly maxIterations?: number;
  /** Rewrites within one visit; unlimited. */
  readonly maxRewrites?: number;
  /** The simplification of control flow after each visit; `aggressive` by default. */
  readonly regionSimplification?: RegionSimplification;
  /** True if operations are folded; true by default. */
  readonly fold?: boolean;
  /** True if equal constants are merged and moved to the head of their region; true by default. */
  readonly mergeConstants?: boolean;
  /** Called after each visit; tells whether it changed anything. */
  readonly betweenIterations?: (op: Operation) => boolean;
  /** Is told of every change. */
  readonly listener?: RewriteListener;
}

/** The outcome of {@link applyPatternsGreedily}. */
export interface GreedyResult {
  readonly changed: boolean;
  /** False when the visits were used up while patterns still applied. */
  readonly converged: boolean;
}

/**
 * Applies patterns and folders inside an operation until nothing changes. Order is that of MLIR's greedy
 * pattern rewrite driver: changed operations and their users are visited next, dead operations are erased when
 * they are met. The operation itself is not changed.
 */
export function applyPatternsGreedily(
  op: Operation,
  patterns: PatternSet | readonly RewritePattern[],
  context: Context,
  options: GreedyOptions = {},
): GreedyResult {
  const set = patterns instanceof PatternSet ? patterns : new PatternSet(patterns);
  let result: GreedyResult = { changed: false, converged: true };
  for (const region of op.regions) {
    const { changed, converged } = new GreedyDriver(region, set, context, options).run();
    result = { changed: result.changed || changed, converged: result.converged && converged };
  }
  return result;
}

/** The operations that {@link applyPatternsToOps} may change. */
export type GreedyStrictness = 'any-op' | 'existing-and-new-ops' | 'existing-ops';

/** Options of {@link applyPatternsToOps}. */
export interface OpsGreedyOptions extends Pick<GreedyOptions, 'maxRewrites' | 'fold' | 'listener'> {
  /**
   * The operations that may be changed: any (the default), only those given and those made on the way, or only those
   * given.
   */
  readonly strictness?: GreedyStrictness;
  /** The region in which operations may be changed; by default the closest one that holds all given ones. */
  readonly scope?: Region;
}

/** The outcome of {@link applyPatternsToOps}. */
export interface OpsGreedyResult extends GreedyResult {
  /** True if none of the given operations is left. */
  readonly allErased: boolean;
}

/** Applies patterns and folders to some operations, the last one first, and to what that leads to. */
export function applyPatternsToOps(
  ops: readonly Operation[],
  patterns: PatternSet | readonly RewritePattern[],
  context: Context,
  options: OpsGreedyOptions = {},
): OpsGreedyResult {
  const scope = options.scope ?? commonRegion(ops);
  if (scope === null) return { changed: false, converged: true, allErased: false };
  const set = patterns instanceof PatternSet ? patterns : new PatternSet(patterns);
  return new GreedyDriver(scope, set, context, options, options.strictness).runOn(ops);
}

function commonRegion(ops: readonly Operation[]): Region | null {
  let region = ops[0]?.parentRegion ?? null;
  while (region !== null && !ops.every((op) => op.parentRegion?.isInside(region!) === true)) {
    region = region.parent.parentRegion;
  }
  return region;
}

class GreedyDriver {
  readonly #region: Region;
  readonly #patterns: PatternSet;
  readonly #context: Context;
  readonly #options: GreedyOptions;
  readonly #worklist = new Worklist();
  readonly #rewriter: Rewriter;
  #constants: ConstantUniquer;

  /** The operations that may be changed; `null` for all. */
  #allowed: Set<Operation> | null = null;
  readonly #strictness: GreedyStrictness;

  constructor(
    region: Region,
    patterns: PatternSet,
    context: Context,
    options: GreedyOptions,
    strictness: GreedyStrictness = 'any-op',
  ) {
    this.#strictness = strictness;
    this.#region = region;
    this.#patterns = patterns;
    this.#context = context;
    this.#options = options;
    this.#rewriter = new Rewriter(context, this.#listener(options.listener ?? {}));
    this.#constants = new ConstantUniquer(this.#rewriter);
  }

  #listener(outer: RewriteListener): RewriteListener {
    return {
      ...outer,
      inserted: (op) => {
        outer.inserted?.(op);
        if (this.#strictness === 'existing-and-new-ops') this.#allowed?.add(op);
        this.#enqueue(op);
      },
      modified: (op) => {
        outer.modified?.(op);
        this.#enqueue(op);
      },
      erased: (op) => {
        outer.erased?.(op);
        this.#enqueueOperands(op);
        this.#worklist.remove(op);
        this.#allowed?.delete(op);
        this.#constants.forget(op);
      },
    };
  }

  run(): GreedyResult {
    const { maxIterations = 10, regionSimplification = 'aggressive', betweenIterations } = this.#options;
    let changed = false;
    for (let iteration = 0; iteration < maxIterations; iteration++) {
      this.#fillWorklist();
      let changedNow = this.#drainWorklist();
      if (regionSimplification !== 'disabled') {
        changedNow = simplifyRegion(this.#region, this.#rewriter, regionSimplification) || changedNow;
      }
      if (betweenIterations !== undefined) changedNow = betweenIterations(this.#region.parent) || changedNow;
      if (!changedNow) return { changed, converged: true };
      changed = true;
    }
    return { changed, converged: false };
  }

  runOn(ops: readonly Operation[]): OpsGreedyResult {
    if (this.#strictness !== 'any-op') this.#allowed = new Set(ops);
    for (const op of ops) this.#push(op);
    const changed = this.#drainWorklist();
    const allErased = ops.every(({ parent }) => parent === null);
    return { changed, converged: this.#worklist.pop() === null, allErased };
  }

  #push(op: Operation): void {
    if (this.#allowed === null || this.#allowed.has(op)) this.#worklist.push(op);
  }

  /** Equal constants are merged on the way. */
  #fillWorklist(): void {
    const { topDown = false, mergeConstants = true } = this.#options;
    this.#worklist.clear();
    this.#constants = new ConstantUniquer(this.#rewriter);
    const visit = (op: Operation): 'skip' | 'advance' => {
      const value = mergeConstants ? constantValue(op) : null;
      if (value !== null && !this.#constants.insert(op, value)) return 'skip';
      this.#enqueue(op);
      return 'advance';
    };
    for (const block of this.#region.blocks) {
      for (const op of block) op.walk(visit, topDown ? 'pre' : 'post');
    }
    if (topDown) this.#worklist.reverse();
  }

  /** Puts an operation on the list and, behind it, those that hold it. */
  #enqueue(op: Operation): void {
    const ancestors: Operation[] = [];
    for (let ancestor: Operation | null = op; ancestor !== null; ancestor = ancestor.parentOp) {
      ancestors.push(ancestor);
      if (ancestor.parentRegion !== this.#region) continue;
      for (const found of ancestors) this.#push(found);
      return;
    }
  }

  /** Definitions that one user or none is left of may become dead or simpler when `op` is gone. */
  #enqueueOperands(op: Operation): void {
    for (const { value } of op.operands) {
      const { definingOp } = value;
      if (definingOp === null) continue;
      let otherUser: Operation | null = null;
      let hasMore = false;
      for (let use = value.firstUse; use !== null && !hasMore; use = use.nextUse) {
        const { owner } = use;
        if (owner === op || owner === otherUser) continue;
        if (otherUser === null) otherUser = owner;
        else hasMore = true;
      }
      if (!hasMore) this.#enqueue(definingOp);
    }
  }

  #drainWorklist(): boolean {
    const { fold = true, maxRewrites = Infinity } = this.#options;
    let changed = false;
    let rewrites = 0;
    while (rewrites < maxRewrites) {
      const op = this.#worklist.pop();
      if (op === null) break;
      checkInterrupt();
      if (isTriviallyDead(op, this.#context)) {
        this.#rewriter.eraseOp(op);
        changed = true;
      } else if (fold && constantValue(op) === null && this.#fold(op)) changed = true;
      else if (this.#applyPattern(op)) {
        changed = true;
        rewrites++;
      }
    }
    return changed;
  }

  #applyPattern(op: Operation): boolean {
    for (const pattern of this.#patterns.for(op)) {
      this.#rewriter.setInsertionPoint(op);
      this.#rewriter.location = op.location;
      if (pattern.matchAndRewrite(op, this.#rewriter)) return true;
    }
    return false;
  }

  #fold(op: Operation): boolean {
    this.#rewriter.setInsertionPoint(op);
    const folded = materializeFold(op, this.#rewriter);
    if (folded === null) return false;
    if (folded !== 'in-place') this.#rewriter.replaceOp(op, folded.values);
    return true;
  }
}
