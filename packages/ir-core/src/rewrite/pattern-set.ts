import { dialectOfName } from '../ir/deferred-extension.ts';
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
  readonly #patternsOf: (dialect: string) => readonly RewritePattern[];
  readonly #filter: PatternFilter;
  /** By the names of operations, filled as these are met. */
  readonly #byName = new Map<string, readonly RewritePattern[]>();

  /** @param patterns all, or those for operations of a dialect. */
  constructor(
    patterns: readonly RewritePattern[] | ((dialect: string) => readonly RewritePattern[]),
    filter: PatternFilter = {},
  ) {
    this.#patternsOf = typeof patterns === 'function' ? patterns : () => patterns;
    this.#filter = filter;
  }

  /** Patterns for `op`: the greater benefit first, among equals those for this kind of operation first. */
  for(op: Operation): readonly RewritePattern[] {
    const { name } = op;
    let found = this.#byName.get(name);
    if (found === undefined) this.#byName.set(name, (found = this.#find(name)));
    return found;
  }

  #find(name: string): readonly RewritePattern[] {
    const known = this.#patternsOf(dialectOfName(name));
    const chosen = (root: string | null): RewritePattern[] =>
      known.filter((pattern) => pattern.root === root && isChosen(pattern, this.#filter));
    return [...chosen(name), ...chosen(null)].sort((a, b) => benefit(b) - benefit(a));
  }
}

function benefit(pattern: RewritePattern): number {
  return pattern.benefit ?? 1;
}

function isChosen({ name, root, labels = [] }: RewritePattern, filter: PatternFilter): boolean {
  const { enabled = [], disabled = [], dialects = [] } = filter;
  const isNamedIn = (words: readonly string[]): boolean =>
    words.includes(name) || labels.some((label) => words.includes(label));
  if (dialects.length > 0 && (root === null || !dialects.includes(dialectOfName(root)))) return false;
  return (enabled.length === 0 || isNamedIn(enabled)) && !isNamedIn(disabled);
}
