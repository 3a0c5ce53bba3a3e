import { type Context, type Diagnostic, formatDiagnostic, type SourceText } from '@shardform/ir-core';

/** Collects what a context reports, and gives it as text for people. */
export class DiagnosticLog {
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: SourceText;

  constructor(context: Context, source: SourceText) {
    this.#source = source;
    context.diagnostics.subscribe((diagnostic) => this.diagnostics.push(diagnostic));
  }

  /** All messages with the lines they are about. */
  text(): string {
    return this.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, [this.#source])).join('');
  }
}
