import type { Operation } from '../ir/operation.ts';
import type { RewritePattern } from './pattern.ts';

/** Chooses patterns by their names and labels. */
export interface PatternFilter {
  /** Only patterns with one of these; all when empty. */
  readonly enabled?: readonly string[];
  /** No pattern with one of these. */
  readonly disabled?: readonly string[];
  /** Only patterns for operations of these dialects; all when empty. */
  readonly dialects?: readonly string[];
}

/** Patterns by the operation they look at, in the order in which they are tried. */
export class PatternSet {
  readonly #byRoot = new Map<string, RewritePattern[]>();
  readonly #forAny: readonly RewritePattern[];
  /** Both kinds merged, filled as operations are met. */
  readonly #merged = new Map<string, readonly RewritePattern[]>();

  constructor(patterns: readonly RewritePattern[], filter: PatternFilter = {}) {
    const chosen = patterns.filter((pattern) => isChosen(pattern, filter));
    for (const pattern of chosen) {
      if (pattern.root === null) continue;
      const list = this.#byRoot.get(pattern.root);
      if (list === undefined) this.#byRoot.set(pattern.root, [pattern]);
      else list.push(pattern);
    }
    this.#forAny = chosen.filter(({ root }) => root === null);
  }

  /** Patterns for `op`: the greater benefit first, among equals those for this kind of operation first. */
  for(op: Operation): readonly RewritePattern[] {
    const { name } = op;
    let merged = this.#merged.get(name);
    if (merged === undefined) {
      merged = [...(this.#byRoot.get(name) ?? []), ...this.#forAny].sort((a, b) => benefit(b) - benefit(a));
      this.#merged.set(name, merged);
    }
    return merged;
  }
}

function benefit(pattern: RewritePattern): number {
  return pattern.benefit ?? 1;
}

function isChosen({ name, root, labels = [] }: RewritePattern, filter: PatternFilter): boolean {
  const { enabled = [], disabled = [], dialects = [] } = filter;
  const isNamedIn = (words: readonly string[]): boolean =>
    words.includes(name) || labels.some((label) => words.includes(label));
  if (dialects.length > 0 && !dialects.includes(root?.split('.')[0] ?? '')) return false;
  return (enabled.length === 0 || isNamedIn(enabled)) && !isNamedIn(disabled);
}
