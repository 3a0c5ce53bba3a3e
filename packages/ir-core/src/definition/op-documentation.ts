/** The documentation of an operation, beside the summary that its declaration gives. */
export interface OpDocumentation {
  /** Semantics, constraints and result types, in Markdown. */
  readonly description: string;
  /** A whole function or module in MLIR's text. */
  readonly example: string;
}

/** The documentation of a dialect's operations by mnemonic: `add` for `stablehlo.add`. */
export type DialectDocumentation = Readonly<Record<string, OpDocumentation>>;
