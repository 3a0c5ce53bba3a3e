import { type Context, type Diagnostic, formatDiagnostic, type SourceText } from '@shardform/ir-core';
import { MOST_ERRORS_SHOWN, restOfErrors } from './diagnostic-output.ts';

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

  /** The messages with the lines they are about; of many errors the first. */
  text(): string {
    let errors = 0;
    const shown = this.diagnostics.filter(
      ({ severity }) => severity !== 'error' || ++errors <= MOST_ERRORS_SHOWN,
    );
    const texts = shown.map((diagnostic) => formatDiagnostic(diagnostic, [this.#source], this.#columns));
    return texts.join('') + restOfErrors(errors);
  }
}
