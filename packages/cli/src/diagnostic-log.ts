import { type Context, type Diagnostic, formatDiagnostic, type SourceText } from '@shardform/ir-core';
import { MOST_ERRORS_SHOWN, restOfErrors } from './diagnostic-output.ts';

/** Collects what a context reports, and gives it as text for people. A warning is said once, however often passes find it. */
export class DiagnosticLog {
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: SourceText;
  readonly #columns: number | undefined;
  #warnings = new Set<string>();

  /**
   * @param columns of the terminal, if known.
   * @param note that each diagnostic is given.
   */
  constructor(context: Context, source: SourceText, columns?: number, note: string | null = null) {
    this.#source = source;
    this.#columns = columns;
    context.diagnostics.subscribe((diagnostic) => {
      if (diagnostic.severity === 'warning' && !this.#isFirst(diagnostic)) return;
      this.diagnostics.push(note === null ? diagnostic : withNote(diagnostic, note));
    });
  }

  #isFirst(warning: Diagnostic): boolean {
    const key = formatDiagnostic(warning);
    if (this.#warnings.has(key)) return false;
    this.#warnings.add(key);
    return true;
  }

  /** Forgets all but the first diagnostics. */
  keep(count: number): void {
    this.diagnostics.length = Math.min(count, this.diagnostics.length);
    this.#warnings = new Set(this.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic)));
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

/** A diagnostic with one note more, about the same place. */
function withNote(diagnostic: Diagnostic, message: string): Diagnostic {
  const note: Diagnostic = { severity: 'note', message, location: diagnostic.location, notes: [] };
  return { ...diagnostic, notes: [...diagnostic.notes, note] };
}
