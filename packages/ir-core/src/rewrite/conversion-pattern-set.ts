import type { Operation } from '../ir/operation.ts';
import type { ConversionPattern } from './conversion-pattern.ts';
import type { ConversionTarget } from './conversion-target.ts';

/** Conversion patterns in the order in which they are tried: the shortest way to legal operations first. */
export class ConversionPatternSet {
  readonly #target: ConversionTarget;
  readonly #byRoot = new Map<string, ConversionPattern[]>();
  readonly #forAny: readonly ConversionPattern[];
  /** Number of patterns that make operations of a name legal; `Infinity` when that can't be. */
  readonly #depths = new Map<string, number>();
  readonly #ordered = new Map<string, readonly ConversionPattern[]>();

  constructor(patterns: readonly ConversionPattern[], target: ConversionTarget) {
    this.#target = target;
    for (const pattern of patterns) {
      if (pattern.root === null) continue;
      const list = this.#byRoot.get(pattern.root);
      if (list === undefined) this.#byRoot.set(pattern.root, [pattern]);
      else list.push(pattern);
    }
    this.#forAny = patterns.filter(({ root }) => root === null);
  }

  /** Patterns for `op`; among equals those for this kind of operation come before general ones. */
  for(op: Operation): readonly ConversionPattern[] {
    const { name } = op;
    let ordered = this.#ordered.get(name);
    if (ordered === undefined) {
      ordered = [...(this.#byRoot.get(name) ?? []), ...this.#forAny]
        .map((pattern) => ({ pattern, depth: this.#depthOfPattern(pattern) }))
        .filter(({ depth }) => depth < Infinity)
        .sort((a, b) => a.depth - b.depth || (b.pattern.benefit ?? 1) - (a.pattern.benefit ?? 1))
        .map(({ pattern }) => pattern);
      this.#ordered.set(name, ordered);
    }
    return ordered;
  }

  #depthOfPattern({ generates = [] }: ConversionPattern): number {
    return Math.max(0, ...generates.map((name) => this.#depthOfOp(name))) + 1;
  }

  #depthOfOp(name: string): number {
    if (this.#target.mayBeLegal(name)) return 0;
    const known = this.#depths.get(name);
    if (known !== undefined) return known;
    // A way that comes back here leads nowhere.
    this.#depths.set(name, Infinity);
    const patterns = [...(this.#byRoot.get(name) ?? []), ...this.#forAny];
    const depth = Math.min(Infinity, ...patterns.map((pattern) => this.#depthOfPattern(pattern)));
    this.#depths.set(name, depth);
    return depth;
  }
}
