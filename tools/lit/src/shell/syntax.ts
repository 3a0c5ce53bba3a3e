/** A segment of a word. Quoted text is never a glob pattern. */
export type Segment =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  /** `$(...)`: the output of a script without its last newlines. */
  | { readonly kind: 'output'; readonly script: Script };

/** One word of a command, made of adjacent segments. */
export type Word = readonly Segment[];

/** The source or target of a redirection. */
export interface Redirection {
  readonly stream: 'stdin' | 'stdout' | 'stderr' | 'both';
  /** `stdout` and `stderr` send one stream where the other goes. */
  readonly target: { readonly kind: 'file'; readonly path: Word } | { readonly kind: 'stdout' | 'stderr' };
  readonly append: boolean;
}

/** A command with its arguments, or a script in parentheses. */
export interface Command {
  readonly words: readonly Word[];
  readonly group: Script | null;
  readonly redirections: readonly Redirection[];
}

/** Commands of which each reads what the one before wrote. */
export interface Pipeline {
  /** Whether `!` turns success and failure around. */
  readonly negated: boolean;
  readonly commands: readonly Command[];
}

/** Pipelines in order, each with the condition on the outcome of the one before it. */
export type Script = readonly {
  readonly when: 'always' | 'success' | 'failure';
  readonly pipeline: Pipeline;
}[];

/** A script that cannot be read. */
export class ShellSyntaxError extends Error {}
