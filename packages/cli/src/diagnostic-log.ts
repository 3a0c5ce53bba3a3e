import { type Context, type Diagnostic, formatDiagnostic, type SourceText } from '@shardform/ir-core';

/** Collects what a context reports, and gives it as text for people. */
export class DiagnosticLog {
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: SourceText;
  readonly #columns: number | undefined;

  /** @param columns of the terminal, if known. */
  constructor(context: Context, source: SourceText, columns?: number) {
    this.#source = source;
    this.#columns = columns;
    context.diagnostics.subscribe((diagnostic) => this.diagnostics.push(diagnostic));
  }

  /** All messages with the lines they are about. */
  text(): string {
    return this.diagnostics
      .map((diagnostic) => formatDiagnostic(diagnostic, [this.#source], this.#columns))
      .join('');
  }
}
