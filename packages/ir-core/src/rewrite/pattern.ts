import type { OpWithDefinition } from '../ir/interface.ts';
import { byOp } from '../ir/op-table.ts';
import type { Operation } from '../ir/operation.ts';
import type { Rewriter } from './rewriter.ts';

/** One way to replace an operation by something simpler or lower. A value: see {@link pattern}. */
export interface RewritePattern {
  /** For messages, filters and debugging. */
  readonly name: string;
  /** The name of the operations that the pattern looks at; `null` for all. */
  readonly root: string | null;
  /** Patterns with a greater benefit are tried first; 1 by default. */
  readonly benefit?: number;
  /** Words by which drivers choose patterns, beside the name. */
  readonly labels?: readonly string[];
  /**
   * Changes the IR through `rewriter` only, which stands before `op`.
   *
   * @returns false when the pattern does not apply; then nothing was changed.
   */
  matchAndRewrite(op: Operation, rewriter: Rewriter): boolean;
}

/** A pattern that an extension contributes to canonicalization. */
export type CanonicalizationPattern = RewritePattern;

/** The declaration of a pattern beside its function. */
export interface PatternOptions {
  readonly benefit?: number;
  readonly labels?: readonly string[];
}

/** Declares a pattern for the operations of one class. See {@link RewritePattern.matchAndRewrite}. */
/* @__NO_SIDE_EFFECTS__ */
export function pattern<T extends Operation>(
  op: OpWithDefinition<T>,
  name: string,
  rewrite: (op: T, rewriter: Rewriter) => boolean,
  options: PatternOptions = {},
): RewritePattern {
  return {
    name,
    root: op.definition.name,
    ...options,
    matchAndRewrite: byOp(op, rewrite).apply,
  };
}

/** Declares a pattern for all operations. */
/* @__NO_SIDE_EFFECTS__ */
export function anyOpPattern(
  name: string,
  rewrite: (op: Operation, rewriter: Rewriter) => boolean,
  options: PatternOptions = {},
): RewritePattern {
  return { name, root: null, ...options, matchAndRewrite: rewrite };
}
